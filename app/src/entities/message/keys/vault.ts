/** The one vault of the session: whose keys this device holds, and what is published and saved of them. */
import { useSyncExternalStore } from 'react'

import { openVault, type Backup, type KeyRow, type Vault, type VaultState } from '#crypto/index.ts'
import { keep, readKept } from '#data/device/message-store.ts'
import { restGet, restRpc, unwrap } from '#data/rest.ts'
import { scriptUrl } from '#data/script-url.ts'
import { useUserId } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'

export type DeviceState = 'loading' | VaultState

interface HeldVault {
  userId: string
  vault: Promise<Vault>
  state: DeviceState
}

const listeners = new Set<() => void>()
let held: HeldVault | undefined

/** A device that has no keys yet has a vault too: it says so. */
export function vaultOf(userId: string): Promise<Vault> {
  if (held?.userId === userId) return held.vault
  held = { userId, vault: openVault(userId, scriptUrl('cryptoWorker')), state: 'loading' }
  const { vault } = held
  vault.catch(() => {
    if (held?.vault === vault) held = undefined
  })
  void refreshVault(userId).catch(() => undefined)
  return vault
}

export function vaultState(): DeviceState {
  return held?.state ?? 'loading'
}

/** Whether this device opens messages. */
export function isOpenable(state: DeviceState): boolean {
  return state === 'ready' || state === 'ready_unbacked'
}

/** To be called after keys were made, unlocked, changed or lost: whoever waits for them is told. */
export async function refreshVault(userId: string): Promise<VaultState> {
  const vault = await vaultOf(userId)
  const published = await ownServerKey(userId)
  const state = await vault.state(published)
  if (state === 'ready' && published) void publishNewer(vault, published).catch(() => undefined)
  if (held?.userId === userId && held.state !== state) {
    held = { ...held, state }
    for (const notify of listeners) notify()
  }
  return state
}

/** A renewal that ended between its backup and its publication goes on where the backup was opened. */
async function publishNewer(vault: Vault, published: KeyRow): Promise<void> {
  const own = await vault.ownKey()
  if (own && (own.generation ?? 0) > (published.generation ?? 0)) await publishKey(own)
}

export function watchVault(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export function useVaultState(): DeviceState {
  const userId = useUserId()
  return useSyncExternalStore(
    (notify) => {
      if (userId !== null) void vaultOf(userId).catch(() => undefined)
      return watchVault(notify)
    },
    () => (held && held.userId === userId ? held.state : 'loading'),
  )
}

/** For a sign-out. The device asks for a secret again unless the keys are kept. */
export async function closeVault(userId: string, options: { keepKeys: boolean }): Promise<void> {
  const vault = await vaultOf(userId).catch(() => null)
  await vault?.forget(options).catch(() => undefined)
  vault?.close()
  held = undefined
  for (const notify of listeners) notify()
}

/** What is published under one's own name; without network, what was published when this device last asked. */
export async function ownServerKey(userId: string): Promise<KeyRow | null> {
  const entry = `${userId}.own-key`
  try {
    const [row = null] = await readKeyRows([userId])
    void keep(entry, row)
    return row
  } catch (error) {
    const kept = await readKept<KeyRow>(entry)
    if (kept) return kept
    throw error
  }
}

export function readKeyRows(userIds: readonly string[]): Promise<KeyRow[]> {
  return restGet('user_public_keys', { params: { select: '*', user_id: `in.(${userIds.join(',')})` } })
}

interface LoggedKey extends KeyRow {
  /** What the next one names, of a signed one. */
  hash?: string | null
}

/** All versions of somebody's key, oldest first. */
export function readKeyLog(userId: string): Promise<LoggedKey[]> {
  return restRpc('key_log', { user: userId })
}

/** By the specification's own call. The backup is saved before. */
export async function publishKey(row: KeyRow): Promise<void> {
  unwrap(await (await supabase()).from('user_public_keys' as never).upsert(row as never))
}

/**
 * Where there is one already, within fifteen minutes of a sign-in (`sign_in_again`). With the key that is to be published
 * next: that may then wait, and be done by another device.
 */
export async function saveBackup({ bundle, slots, seq }: Backup, keyRow?: KeyRow): Promise<void> {
  await call('save_key_backup', { bundle, slots, seq, key_signature: keyRow?.signature ?? null })
}

/** At most ten times an hour; null where nothing is saved. */
export async function readBackup(): Promise<Backup | null> {
  const answer = await call<Backup | Backup[] | null>('get_key_backup', {})
  return Array.isArray(answer) ? (answer[0] ?? null) : answer
}

export interface FormerBackup extends Backup {
  replaced_at: string
}

/** Backups that were replaced before that instant, the last first, ten at a time; it counts as `readBackup`. */
export function readFormerBackups(before: string | null): Promise<FormerBackup[]> {
  return call('get_former_key_backups', { before })
}

/** As `exportPins` of another device gave them; null before the first. */
export function readPins(): Promise<string | null> {
  return call('get_pins', {})
}

export async function savePins(pins: string): Promise<void> {
  await call('save_pins', { pins })
}

async function call<Answer>(name: string, args: Record<string, unknown>): Promise<Answer> {
  return unwrap(await (await supabase()).rpc(name as never, args as never)) as Answer
}
