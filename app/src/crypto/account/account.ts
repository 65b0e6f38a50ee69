/** The account's own keys on this device: made, brought here, renewed, taken away (E2EE §3–5). */
import { fromBase64, MalformedError, randomBytes, toBase64, toHex, wipe, type Bytes } from '../bytes.ts'
import {
  generateEncryptionPair,
  generateIdentityPair,
  importAesKey,
  importDecryptionKey,
  importSigningKey,
  publicHalf,
} from '../ciphers.ts'
import { VaultError } from '../codes.ts'
import type { AccountRecord, VaultStore } from '../records.ts'
import type { Backup, KeyRow, Slot } from '../rows.ts'
import type { CreatedKeys, HeldBackup, NewSlot, RotatedKeys } from '../vault.ts'
import { openBackup, openWithMaster, sealBundle, type BundleContent } from './bundle.ts'
import { headOf, kidOf, noHash, readKeyRow, signKeyRow } from './key-statement.ts'
import { readLegacyKey } from './legacy-key.ts'
import { writeCode } from './recovery-code.ts'
import { makeSlot, type Argon2 } from './slots.ts'
import { confirmed, sealUnconfirmed, type Unconfirmed } from './unconfirmed-keys.ts'

export interface Device {
  userId: string
  store: VaultStore
  argon2?: Argon2 | undefined
  now: () => number
}

const self = 'self'

export function findAccount({ store }: Device): Promise<AccountRecord | undefined> {
  return store.read('account', self)
}

export async function readAccount(device: Device): Promise<AccountRecord> {
  const account = await findAccount(device)
  if (!account) throw new VaultError('locked')
  return account
}

interface Making {
  slots: readonly NewSlot[]
  /** What is published now, which these keys come after. */
  before: KeyRow | null
  seq: number
}

/** Everything is sealed before the device keeps anything, and before anybody can publish anything. */
export async function createKeys(device: Device, { slots, before, seq }: Making): Promise<CreatedKeys> {
  const { userId, store, argon2, now } = device
  const [encryption, identity] = await Promise.all([generateEncryptionPair(), generateIdentityPair()])
  const former = before && (await readKeyRow(before).catch(() => null))
  const claim = {
    userId,
    generation: (before?.generation ?? 0) + 1,
    encryptionKey: encryption.spki,
    identityKey: identity.spki,
    previousHash: former ? await headOf(former) : noHash,
    createdMs: now(),
  }
  const keyRow = await signKeyRow(claim, { key: await importSigningKey(identity.pkcs8) })
  const content: BundleContent = {
    v: 1,
    keys: [{ g: claim.generation, pkcs8: toBase64(encryption.pkcs8) }],
    ik: { pkcs8: toBase64(identity.pkcs8) },
    sync: toBase64(randomBytes(32)),
    row: keyRow,
    // What was opened under it stays attributable to this account, though nobody can open it any more.
    ...(former && { past: [former.identity] }),
  }
  const masterKey = randomBytes(32)
  const { slot, recoveryCode } = await makeCodeSlot(masterKey, device)
  const more = await Promise.all(slots.map((secret) => makeSlot(masterKey, secret, { userId, argon2 })))
  const bundle = await sealBundle(content, masterKey, { userId, v: 1, seq })
  wipe(masterKey, encryption.pkcs8, identity.pkcs8)
  const backup = { bundle, slots: [slot, ...more], seq }
  await keep(device, content, { backup, recoveryCode })
  await store.write('backups', self, { seq })
  return { keyRow, backup, recoveryCode }
}

/** New keys after total loss: the next generation, for which nobody vouches. */
export async function resetKeys(device: Device, serverKey: KeyRow | null, lastSeq = 0): Promise<CreatedKeys> {
  const seen = (await device.store.read('backups', self))?.seq ?? 0
  const made = await createKeys(device, { slots: [], before: serverKey, seq: Math.max(seen, lastSeq) + 1 })
  await device.store.clear(['epochs', 'counters', 'conversations'])
  return made
}

async function makeCodeSlot(masterKey: Bytes, { userId }: Device): Promise<{ slot: Slot; recoveryCode: string }> {
  const secret = randomBytes(16)
  const recoveryCode = await writeCode(secret)
  wipe(secret)
  return { slot: await makeSlot(masterKey, { code: recoveryCode }, { userId }), recoveryCode }
}

/**
 * The bundle's keys become this device's, not extractable, in one step with what is not confirmed yet. The first message
 * of a device draws no tag twice.
 */
async function keep(device: Device, content: BundleContent, made?: Unconfirmed): Promise<void> {
  const { store, userId } = device
  const old = await findAccount(device)
  const account = await importContent(device, content)
  const unconfirmed = made && (await sealUnconfirmed(userId, account.syncKey, made))
  const kept = { ...account, ...(unconfirmed && { isBacked: false, unconfirmed }), ...(old && { device: old.device }) }
  await store.write('account', self, kept)
}

export async function importContent({ userId, now }: Device, content: BundleContent): Promise<AccountRecord> {
  try {
    const identityBytes = fromBase64(content.ik.pkcs8)
    const identityKey = await importSigningKey(identityBytes)
    const identity = await publicHalf('identity', identityBytes)
    const keys = await Promise.all(
      content.keys.map(async ({ g: generation, pkcs8 }) => {
        const bytes = fromBase64(pkcs8)
        const encryptionKey = await publicHalf('encryption', bytes)
        return { generation, kid: await kidOf(encryptionKey), key: await importDecryptionKey(bytes), encryptionKey }
      }),
    )
    const last = keys.at(-1)
    if (!last) throw new MalformedError('keys')
    const { encryptionKey, generation } = last
    const claim = { userId, generation, encryptionKey, identityKey: identity, previousHash: noHash, createdMs: now() }
    return {
      device: toHex(randomBytes(4)),
      identityKey,
      identity: toBase64(identity),
      pastIdentities: content.past ?? [],
      keys: keys.map(({ generation, kid, key }) => ({ generation, kid, key })),
      keyRow: content.row ?? (await signKeyRow(claim, { key: identityKey })),
      syncKey: await importAesKey(content.sync ? fromBase64(content.sync, 32) : randomBytes(32)),
      isBacked: true,
    }
  } catch (cause) {
    throw new VaultError('bad_bundle', { cause })
  }
}

export async function confirmBackup(device: Device): Promise<void> {
  await readAccount(device)
  await device.store.update('account', self, (account) => account && confirmed(account))
}

async function openHeld(device: Device, held: HeldBackup) {
  const { userId, argon2, store } = device
  const lowestSeq = (await store.read('backups', self))?.seq ?? 0
  return openBackup(held, { userId, argon2, lowestSeq })
}

async function rememberSeq({ store }: Device, seq: number): Promise<void> {
  await store.update('backups', self, (old) => ({ seq: Math.max(old?.seq ?? 0, seq) }))
}

export async function unlock(device: Device, held: HeldBackup): Promise<void> {
  const { masterKey, content } = await openHeld(device, held)
  wipe(masterKey)
  await keep(device, content)
  await rememberSeq(device, held.backup.seq)
}

/** The account's master key, for a device that is linked; to be wiped after use. */
export async function openMasterKey(device: Device, held: HeldBackup): Promise<Bytes> {
  return (await openHeld(device, held)).masterKey
}

/** As `unlock`, by the master key that another device of the account gave. */
export async function unlockWithMaster(device: Device, backup: Backup, masterKey: Bytes): Promise<void> {
  const lowestSeq = (await device.store.read('backups', self))?.seq ?? 0
  const content = await openWithMaster(backup, masterKey, { userId: device.userId, lowestSeq })
  wipe(masterKey)
  await keep(device, content)
  await rememberSeq(device, backup.seq)
}

/** Opens the backup, changes slots, content or both, and seals it under the next `seq`. */
async function change<Answer>(
  device: Device,
  held: HeldBackup,
  work: (open: { masterKey: Bytes; content: BundleContent; slots: Slot[] }) => Promise<Answer>,
): Promise<{ backup: Backup; answer: Answer; content: BundleContent }> {
  const { masterKey, content } = await openHeld(device, held)
  const slots = [...held.backup.slots]
  const answer = await work({ masterKey, content, slots })
  const seq = held.backup.seq + 1
  const bundle = await sealBundle(content, masterKey, { userId: device.userId, v: 1, seq })
  wipe(masterKey)
  return { backup: { bundle, slots, seq }, answer, content }
}

export async function addSlot(device: Device, held: HeldBackup, secret: NewSlot): Promise<Backup> {
  const { backup } = await change(device, held, async ({ masterKey, slots }) => {
    slots.push(await makeSlot(masterKey, secret, device))
  })
  return backup
}

export async function changeCode(device: Device, held: HeldBackup): Promise<{ backup: Backup; recoveryCode: string }> {
  const { backup, answer } = await change(device, held, async ({ masterKey, slots }) => {
    const made = await makeCodeSlot(masterKey, device)
    slots.splice(0, slots.length, made.slot, ...slots.filter(({ t }) => t !== 'code'))
    return made.recoveryCode
  })
  return { backup, recoveryCode: answer }
}

/** A deleted passkey would take the history with it: it is never the only way in. */
export async function removeSlot(device: Device, held: HeldBackup, index: number): Promise<Backup> {
  const { backup } = await change(device, held, ({ slots }) => {
    if (!slots[index]) throw new VaultError('no_slot')
    slots.splice(index, 1)
    if (slots.every(({ t }) => t === 'prf')) throw new VaultError('last_slot')
    return Promise.resolve()
  })
  return backup
}

/**
 * The next generation; with `isNewIdentity` under an identity for which the old one signs. Until it is published this device
 * goes on with the present one. One that a backup holds and nobody published is not left out: it is the next.
 */
export async function rotateKeys(device: Device, held: HeldBackup, isNewIdentity: boolean): Promise<RotatedKeys> {
  const present = await findAccount(device)
  const { backup, answer, content } = await change(device, held, async ({ content }) => {
    if (content.row && present && generationOf(content.row) > generationOf(present.keyRow)) return content.row
    const current = await importContent(device, content)
    const previousHash = await headOf(await readKeyRow(current.keyRow))
    const place = { generation: generationOf(current.keyRow) + 1, previousHash }
    return addGeneration(device, content, { current, place, isNewIdentity })
  })
  if (present) await keepNext(device, content)
  else await keep(device, content)
  return { keyRow: answer, backup }
}

interface Generation {
  current: AccountRecord
  place: { generation: number; previousHash: Bytes }
  isNewIdentity: boolean
}

export async function addGeneration(
  { userId, now }: Device,
  content: BundleContent,
  { current, place, isNewIdentity }: Generation,
): Promise<KeyRow> {
  const encryption = await generateEncryptionPair()
  const identity = isNewIdentity ? await generateIdentityPair() : null
  const claim = {
    ...place,
    userId,
    encryptionKey: encryption.spki,
    identityKey: identity?.spki ?? fromBase64(current.identity),
    createdMs: now(),
  }
  const signer = identity
    ? { key: await importSigningKey(identity.pkcs8), former: current.identityKey }
    : { key: current.identityKey }
  const row = await signKeyRow(claim, signer)
  content.row = row
  content.keys.push({ g: claim.generation, pkcs8: toBase64(encryption.pkcs8) })
  if (identity) {
    content.past = [...(content.past ?? []), current.identity]
    content.ik = { pkcs8: toBase64(identity.pkcs8) }
  }
  return row
}

function generationOf({ generation }: KeyRow): number {
  return generation ?? 0
}

/** What comes for the new key is opened from now on; nothing is signed in its name. */
async function keepNext(device: Device, content: BundleContent): Promise<void> {
  const { keys, identityKey, identity, pastIdentities, keyRow } = await importContent(device, content)
  const next = { identityKey, identity, pastIdentities, keyRow }
  await device.store.update('account', self, (account) => account && { ...confirmed(account), keys, next })
}

/** An old client's key only opens; it is never published again. */
export async function importLegacy(
  device: Device,
  raw: string,
  held: HeldBackup,
): Promise<{ kid: string; backup: Backup }> {
  const { pkcs8, kid } = await readLegacyKey(raw)
  const { backup, content } = await change(device, held, ({ content }) => {
    content.keys.unshift({ g: 0, pkcs8: toBase64(pkcs8) })
    return Promise.resolve()
  })
  await keep(device, content)
  wipe(pkcs8)
  return { kid, backup }
}

/** What was derived goes; a device that keeps its keys starts a new sequence. */
export async function forget(device: Device, keepKeys: boolean | 'unconfirmed'): Promise<void> {
  const { store } = device
  // Where the device cannot say what it has, nothing goes that may be nowhere else.
  const stay = keepKeys === 'unconfirmed' ? isNowhereElse(await findAccount(device)) : keepKeys
  await store.clear(['epochs', 'counters', 'conversations'])
  if (!stay) return store.clear(['account', 'pins'])
  const tag = toHex(randomBytes(4))
  await store.update('account', self, (account) => account && { ...account, device: tag })
}

/** Also where its code is not here: an older version of the app wrote keys before their backup, and may have ended between. */
function isNowhereElse(account: AccountRecord | undefined): boolean {
  return account !== undefined && (account.unconfirmed !== undefined || !account.isBacked)
}
