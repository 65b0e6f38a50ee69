/** What the server keeps of keys: published ones and their log, backups, and the sealed list of whom one knows. */
import type { Backup, KeyRow, LoggedKey } from '#crypto/index.ts'
import { callSignedIn } from '#data/call-signed-in.ts'
import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { call, read } from '#data/wire.ts'

export function readKeyRows(userIds: readonly string[], signal?: AbortSignal): Promise<KeyRow[]> {
  return read('user_public_keys', '*', { user_id: `in.(${userIds.join(',')})` }, signal)
}

/** All versions of somebody's key, oldest first. */
export function readKeyLog(userId: string): Promise<LoggedKey[]> {
  return call('key_log', { user: userId })
}

/** By the specification's own call. The backup is saved before. */
export async function publishKey(row: KeyRow): Promise<void> {
  unwrap(await (await supabase()).from('user_public_keys').upsert(row))
}

/**
 * Where there is one already, within fifteen minutes of a sign-in (`sign_in_again`). With the key that is to be published
 * next: that may then wait, and be done by another device.
 */
export async function saveBackup({ bundle, slots, seq }: Backup, keyRow?: KeyRow): Promise<void> {
  await callSignedIn('save_key_backup', { bundle, slots, seq, key_signature: keyRow?.signature ?? null })
}

/** Its person has shown that they kept what opens it. */
export async function confirmBackup(): Promise<void> {
  await callSignedIn('confirm_key_backup', {})
}

/** At most ten times an hour; null where nothing is saved. */
export function readBackup(): Promise<Backup | null> {
  return callSignedIn('get_key_backup', {})
}

export interface FormerBackup extends Backup {
  replaced_at: string
}

/** Backups that were replaced before that instant, the last first, ten at a time; it counts as `readBackup`. */
export function readFormerBackups(before: string | null): Promise<FormerBackup[]> {
  return callSignedIn('get_former_key_backups', { before })
}

/** As `exportPins` of another device gave them; null before the first. */
export function readPins(): Promise<string | null> {
  return callSignedIn('get_pins', {})
}

export async function savePins(pins: string): Promise<void> {
  await callSignedIn('save_pins', { pins })
}
