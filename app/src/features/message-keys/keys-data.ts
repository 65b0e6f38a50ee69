/** Every change of one's keys that its person makes: sealed and saved first, published then, told to the rest of the app last. */
import { queryOptions } from '@tanstack/react-query'

import {
  VaultError,
  type CreatedKeys,
  type Backup,
  type NewSlot,
  type RotatedKeys,
  type Secret,
  type Vault,
} from '#crypto/index.ts'
import { DataError } from '#data/rest.ts'
import { call } from '#data/wire.ts'
import { tellKeysChange } from '#entities/message-keys/make-keys.ts'
import {
  confirmBackup,
  publishKey,
  readBackup,
  readFormerBackups,
  readKeyLog,
  readPins,
  saveBackup,
  savePins,
  type FormerBackup,
} from '#entities/message/keys/key-wire.ts'
import { ownServerKey, vaultOf } from '#entities/message/keys/vault.ts'

import { passkeySecret } from './secret/passkey-secret.ts'

/** What opens one's backup; nothing sealed is in it, so it may be asked for at will. */
export const backupInfoQuery = (userId: string) =>
  queryOptions({
    queryKey: ['message-keys', 'backup', userId],
    queryFn: ({ signal }) => call('key_backup_info', {}, { signal }),
  })

/** Asked anew each time, once: whoever has begun is not interrupted by the clock. */
export const mayReplaceQuery = (userId: string) =>
  queryOptions({
    queryKey: ['recent-sign-in', userId],
    queryFn: async ({ signal }) => (await call('key_backup_info', {}, { signal }))?.may_replace ?? true,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })

/** The person has shown that they have a way in. The list of whom one knows, saved from now on, tells other devices so. */
export async function confirmKeys(userId: string): Promise<void> {
  await publishOwn(userId)
  const vault = await vaultOf(userId)
  await confirmBackup()
  await vault.confirmBackup()
  if ((await readPins()) === null) await savePins(await vault.exportPins())
  await tellKeysChange(userId)
}

/** What did not reach the server before. False where it has it already. */
async function publishOwn(userId: string): Promise<boolean> {
  const [own, published] = await Promise.all([(await vaultOf(userId)).ownKey(), ownServerKey(userId)])
  const isNew = own !== null && own.signature !== published?.signature
  if (isNew) await publishKey(own)
  return isNew
}

export async function unlockKeys(userId: string, secret: Secret): Promise<void> {
  const vault = await vaultOf(userId)
  await vault.unlock(await theBackup(), secret)
  // Whoever opens it has kept a key; one that cannot be told now is told at the next opening.
  void confirmBackup().catch(() => undefined)
  await tellKeysChange(userId)
}

/** By what another device sent, sealed for this one. */
export async function openLinked(userId: string, sealed: string): Promise<void> {
  await (await vaultOf(userId)).takeLink(await theBackup(), sealed)
  await tellKeysChange(userId)
}

export interface NewCode {
  backup: Backup
  recoveryCode: string
}

/** Nothing is saved yet: until `saveCode` the old code opens the messages. */
export async function makeCode(userId: string, secret: Secret): Promise<NewCode> {
  return (await vaultOf(userId)).changeCode({ backup: await theBackup(), secret })
}

export async function saveCode(userId: string, { backup }: NewCode): Promise<void> {
  await saveBackup(backup)
  await tellKeysChange(userId)
}

export async function addSlot(userId: string, secret: Secret, slot: NewSlot): Promise<void> {
  await saveBackup(await (await vaultOf(userId)).addSlot({ backup: await theBackup(), secret }, slot))
  await tellKeysChange(userId)
}

/** In the place of the one before, where there is one. */
export async function setPassphrase(userId: string, secret: Secret, passphrase: string): Promise<void> {
  const vault = await vaultOf(userId)
  const before = await theBackup()
  let backup = await vault.addSlot({ backup: before, secret }, { passphrase })
  for (let index = before.slots.length - 1; index >= 0; index -= 1) {
    const isPhrase = ['argon2id', 'pbkdf2'].includes(before.slots[index]?.t ?? '')
    if (isPhrase) backup = await vault.removeSlot({ backup, secret }, index)
  }
  await saveBackup(backup)
  await tellKeysChange(userId)
}

/** Sealed and saved with the other keys; what it opens is tried again. */
export async function importLegacyKey(userId: string, secret: Secret, raw: string): Promise<void> {
  const { backup } = await (await vaultOf(userId)).importLegacy(raw, { backup: await theBackup(), secret })
  await saveBackup(backup)
  await tellKeysChange(userId)
}

/** A device was lost: the next generation, which it never gets. */
export async function renewKeys(userId: string, secret: Secret): Promise<void> {
  const { keyRow, backup } = await (await vaultOf(userId)).rotate({ backup: await theBackup(), secret })
  await saveBackup(backup, keyRow)
  await publishKey(keyRow)
  await tellKeysChange(userId)
}

/** The last of the replaced backups that this opens is the backup again; its key follows whatever was published since. */
export async function restoreKeys(userId: string, secret: Secret): Promise<void> {
  const [info, published, log] = await Promise.all([
    call('key_backup_info', {}),
    ownServerKey(userId),
    readKeyLog(userId),
  ])
  const last = log.findLast(({ hash }) => hash)
  const head = last?.hash
    ? { signature: published?.signature ?? null, generation: last.generation ?? 0, hash: last.hash }
    : null
  const vault = await vaultOf(userId)
  const { keyRow, backup } = await openFormer(vault, secret, { seq: (info?.seq ?? 0) + 1, head })
  await saveBackup(backup, keyRow)
  if (keyRow.signature !== published?.signature) await publishKey(keyRow)
  await vault.unlock(backup, secret)
  await tellKeysChange(userId)
}

async function openFormer(vault: Vault, secret: Secret, place: Parameters<Vault['restore']>[1]): Promise<RotatedKeys> {
  for await (const backup of formerBackups()) {
    try {
      return await vault.restore({ backup, secret }, place)
    } catch (error) {
      // Whoever replaced one may have replaced several; a code with a slip of the pen opens none.
      if (!(error instanceof VaultError) || error.code === 'bad_code') throw error
    }
  }
  throw new VaultError('wrong_secret')
}

async function* formerBackups(): AsyncGenerator<Backup> {
  let before: string | null = null
  do {
    const page: FormerBackup[] = await readFormerBackups(before)
    yield* page
    before = page.at(-1)?.replaced_at ?? null
  } while (before !== null)
}

export async function theBackup(): Promise<Backup> {
  const backup = await readBackup()
  if (!backup) throw new DataError('There is no backup', { status: 404, hint: 'no_backup' })
  return backup
}

/** Of another device, which has changed the backup since: the code that this one made opens it no longer. */
export async function isReplaced({ backup }: CreatedKeys): Promise<boolean> {
  return (await call('key_backup_info', {}))?.seq !== backup.seq
}

/** Beside the code of keys that were made in silence: whoever has a passkey has a way to them. */
export async function protectByPasskey(userId: string, { recoveryCode }: CreatedKeys): Promise<void> {
  const info = await call('key_backup_info', {})
  // Before a passkey is made that would open nothing.
  if (info?.may_replace === false) throw new DataError('Sign in again', { status: 403, hint: 'sign_in_again' })
  const prf = await passkeySecret(userId, { mayCreate: true })
  await addSlot(userId, { code: recoveryCode }, { prf })
  await confirmKeys(userId)
}
