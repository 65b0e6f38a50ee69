/** The devices that have one's keys, for their owner's eyes: nothing trusts this list (E2EE §4). */
import { queryOptions } from '@tanstack/react-query'

import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { queryClient } from '#data/query-client.ts'
import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { read } from '#data/wire.ts'
import { vaultOf } from '#entities/message/keys/vault.ts'
import { deviceName } from '#entities/session/device-name.ts'

export interface KeyDevice {
  id: string
  label: string
  has_keys: boolean
  created_at: string
  last_seen_at: string
  isOwn: boolean
}

const entry = 'key-device'

export const keyDevicesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['message-keys', 'devices', userId],
    queryFn: async ({ signal }): Promise<KeyDevice[]> => {
      const select = 'id,label,has_keys,created_at,last_seen_at'
      const listed = { revoked_at: 'is.null', order: 'last_seen_at.desc' }
      const rows = await read('user_devices', select, listed, signal)
      const own = readPrivate(entry)
      return rows.map((row) => Object.assign(row, { isOwn: row.id === own }))
    },
  })

/** Puts this device on the list, or brings its line up to date. */
export async function noteDevice(userId: string): Promise<void> {
  const hasKeys = (await (await vaultOf(userId)).ownKey()) !== null
  const devices = (await supabase()).from('user_devices')
  const label = deviceName(navigator.userAgent) ?? '?'
  const facts = { label, has_keys: hasKeys, last_seen_at: new Date().toISOString() }
  const known = readPrivate(entry)
  if (known && unwrap(await devices.update(facts).eq('id', known).select('id')).length > 0) return
  const id = crypto.randomUUID()
  unwrap(await devices.insert({ ...facts, id, user_id: userId }).select('id'))
  writePrivate(entry, id)
}

export async function forgetDevice(id: string): Promise<void> {
  unwrap(await (await supabase()).from('user_devices').delete().eq('id', id).select('id'))
  await queryClient.invalidateQueries({ queryKey: ['message-keys', 'devices'] })
}
