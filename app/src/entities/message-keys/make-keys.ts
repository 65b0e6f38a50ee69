/**
 * The keys of one's messages, made without a question at the first sign-in, so that everybody can be written to (E2EE §3).
 * Sealed and saved first, published then, told to the rest of the app last.
 */
import { type CreatedKeys, type Vault } from '#crypto/index.ts'
import { alone } from '#data/outbox/one-tab.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError } from '#data/rest.ts'
import { call } from '#data/wire.ts'
import { publishKey, readPins, saveBackup } from '#entities/message/keys/key-wire.ts'
import { ownServerKey, refreshVault, vaultOf } from '#entities/message/keys/vault.ts'

import { noteDevice } from './key-devices.ts'

/** Answers those that its person has no way to but this device; null where they have one, or other keys are asked for. */
export function ensureKeys(userId: string): Promise<CreatedKeys | null> {
  return alone(`cortexia.make-keys.${userId}`, async () => {
    const state = await refreshVault(userId)
    const vault = await vaultOf(userId)
    if (state === 'absent') return makeFirst(userId, vault)
    if (state === 'ready_unbacked') return publishMissing(userId, vault)
    const isLost = state === 'needs_unlock' || (state === 'alarm' && (await vault.unconfirmed()) !== null)
    return isLost ? startAnew(userId) : null
  })
}

/** A backup without a published key: another browser was closed between the two. Nobody has met its keys. */
async function makeFirst(userId: string, vault: Vault): Promise<CreatedKeys | null> {
  const isTaken = (await call('key_backup_info', {})) !== null
  return publish(userId, isTaken ? await makeNewKeys(userId) : await vault.create())
}

/** Made before, and perhaps not heard of by the server. */
async function publishMissing(userId: string, vault: Vault): Promise<CreatedKeys | null> {
  const made = await vault.unconfirmed()
  if (made && (await ownServerKey(userId))?.signature !== made.keyRow.signature) await publishKeys(userId, made)
  return made
}

async function publish(userId: string, made: CreatedKeys): Promise<CreatedKeys> {
  await publishKeys(userId, made)
  return made
}

/**
 * Keys that another browser made, and perhaps lost with its storage, before anybody wrote or kept a way to them: nothing
 * is closed for ever when others take their place, and nobody has met them.
 */
async function startAnew(userId: string): Promise<CreatedKeys | null> {
  const info = await call('key_backup_info', {})
  if ((await readPins()) !== null || (await hasConversation())) return null
  await dropOwn(userId)
  if (info?.may_replace === false) return null
  return publish(userId, await makeNewKeys(userId))
}

async function hasConversation(): Promise<boolean> {
  const filters = ['all', 'archived', 'requests'] as const
  const pages = await Promise.all(filters.map((filter) => call('conversation_page', { filter, page_size: 1 })))
  return pages.some(({ length }) => length > 0)
}

/** After total loss. */
export async function makeNewKeys(userId: string): Promise<CreatedKeys> {
  const info = await call('key_backup_info', {})
  // The keys that this device has now give way at once: not for some that nobody would take.
  if (info?.may_replace === false) throw new DataError('Sign in again', { status: 403, hint: 'sign_in_again' })
  const vault = await vaultOf(userId)
  return vault.reset(await ownServerKey(userId), info?.seq ?? 0)
}

/** May be repeated: what is saved and published already stays as it is. */
export async function publishKeys(userId: string, { backup, keyRow }: CreatedKeys): Promise<void> {
  try {
    await saveBackup(backup, keyRow)
  } catch (error) {
    // Another device was first: its keys are the account's, and ours have met nobody.
    if (error instanceof DataError && error.hint === 'stale_backup') await dropOwn(userId)
    throw error
  }
  await publishKey(keyRow)
  await tellKeysChange(userId)
}

async function dropOwn(userId: string): Promise<void> {
  await (await vaultOf(userId)).forget({ keepKeys: false })
  await refreshVault(userId)
}

export async function tellKeysChange(userId: string): Promise<void> {
  await refreshVault(userId)
  await noteDevice(userId).catch(() => undefined)
  await queryClient.invalidateQueries({ queryKey: ['message-keys'] })
}
