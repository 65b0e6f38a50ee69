/** The account's keys as the server keeps them: sealed under the master key, which only slots hold (E2EE §5). */
import { fromBase64, fromUtf8, isU32, isU53, toBase64, u32, u64, utf8, uuidBytes, wipe, type Bytes } from '../bytes.ts'
import { decrypt, encrypt, importAesKey } from '../ciphers.ts'
import { VaultError } from '../codes.ts'
import { encode, pad, unpad } from '../encode.ts'
import type { Backup, Bundle, KeyRow } from '../rows.ts'
import type { HeldBackup, Secret } from '../vault.ts'
import { openSlot, typesFor, type Argon2 } from './slots.ts'

/** What is inside. Fields that a later version adds are kept when it is sealed again. */
export interface BundleContent {
  v: 1
  /** Oldest first; generation and PKCS#8 of each encryption key. */
  keys: { g: number; pkcs8: string }[]
  ik: { pkcs8: string }
  /** AES key of the pins, shared by the account's devices. */
  sync?: string
  /** The published row, so that any device can publish it again. */
  row?: KeyRow
  /** SPKI of own identities that were replaced. */
  past?: string[]
}

export async function sealBundle(content: BundleContent, masterKey: Bytes, place: Place): Promise<Bundle> {
  const plain = pad(utf8(JSON.stringify(content)))
  const { iv, ct } = await encrypt(await importAesKey(masterKey), plain, boundTo(place))
  wipe(plain)
  return { v: 1, seq: place.seq, iv: toBase64(iv), ct: toBase64(ct) }
}

interface Place {
  userId: string
  v: number
  seq: number
}

function boundTo({ userId, v, seq }: Place): Bytes {
  return encode('cx1/backup', uuidBytes(userId), u32(v), u64(seq))
}

async function openBundle(bundle: Bundle, masterKey: Bytes, userId: string): Promise<BundleContent> {
  const { v, seq } = bundle
  if (v !== 1) throw new VaultError('unknown_version')
  try {
    if (!isU32(v) || !isU53(seq)) throw new Error('numbers')
    const sealed = { iv: fromBase64(bundle.iv, 12), ct: fromBase64(bundle.ct) }
    const plain = await decrypt(await importAesKey(masterKey), sealed, boundTo({ userId, v, seq }))
    return JSON.parse(fromUtf8(unpad(plain))) as BundleContent
  } catch (cause) {
    throw new VaultError('bad_bundle', { cause })
  }
}

interface OpenOptions {
  userId: string
  argon2?: Argon2 | undefined
  /** The highest `seq` seen on this device: an older backup would bring lost keys back. */
  lowestSeq: number
}

export interface OpenBackup {
  masterKey: Bytes
  content: BundleContent
}

export async function openBackup({ backup, secret }: HeldBackup, options: OpenOptions): Promise<OpenBackup> {
  checkSeq(backup, options)
  const masterKey = await openSlots(backup, secret, options)
  return { masterKey, content: await openBundle(backup.bundle, masterKey, options.userId) }
}

/** With the master key itself, as another device gave it. */
export function openWithMaster(backup: Backup, masterKey: Bytes, options: OpenOptions): Promise<BundleContent> {
  checkSeq(backup, options)
  return openBundle(backup.bundle, masterKey, options.userId)
}

function checkSeq({ seq, bundle }: Backup, { lowestSeq }: OpenOptions): void {
  if (seq !== bundle.seq) throw new VaultError('bad_bundle')
  if (seq < lowestSeq) throw new VaultError('bundle_rollback')
}

/** Tries each slot that such a secret may open. */
async function openSlots({ slots }: Backup, secret: Secret, options: OpenOptions): Promise<Bytes> {
  const types: string[] = typesFor(secret)
  let failure = new VaultError('no_slot')
  for (const slot of slots.filter(({ t }) => types.includes(t))) {
    try {
      return await openSlot(slot, secret, options)
    } catch (error) {
      if (!(error instanceof VaultError)) throw error
      failure = error
    }
  }
  throw failure
}
