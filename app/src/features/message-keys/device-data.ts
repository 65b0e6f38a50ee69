/** The devices that have one's keys, for their owner's eyes: nothing trusts this list (E2EE §4). */
import { queryOptions } from '@tanstack/react-query'

import { readPrivate, writePrivate } from '#data/private-storage.ts'
import { queryClient } from '#data/query-client.ts'
import { restGet, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { vaultOf } from '#entities/message/vault.ts'
import { deviceName } from '#entities/session/device-name.ts'

export interface KeyDevice {
  id: string
  label: string
  has_keys: boolean
  created_at: string
  last_seen_at: string
}

const entry = 'key-device'

export const keyDevicesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['message-keys', 'devices', userId],
    queryFn: ({ signal }) =>
      restGet<KeyDevice>('user_devices', {
        params: {
          select: 'id,label,has_keys,created_at,last_seen_at',
          revoked_at: 'is.null',
          order: 'last_seen_at.desc',
        },
        signal,
      }),
  })

export function ownDeviceId(): string {
  return readPrivate(entry)
}

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
