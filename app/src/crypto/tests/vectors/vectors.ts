/** The frozen vectors of CX1, and what tests make of them with the vectors' own private keys. */
import { sealBundle, type BundleContent } from '../../account/bundle.ts'
import { kidOf } from '../../account/key-statement.ts'
import { makeSlot } from '../../account/slots.ts'
import { concat, fromBase64, fromHex, randomBytes, toBase64, utf8, type Bytes } from '../../bytes.ts'
import { encrypt, importSecret, importSigningKey, sign, wrap } from '../../ciphers.ts'
import { pad } from '../../encode.ts'
import { commitTo, readManifest, wrapLabel, writeManifest, type Manifest } from '../../epochs/manifest.ts'
import { encodeHeader, messageKey, signedPart, type Header } from '../../messages/message-header.ts'
import type { Backup, Bundle, EpochRow, KeyRow, MessageRow, Slot, WrapRow } from '../../rows.ts'
import frozen from '../../testing/e2ee-vectors.json' with { type: 'json' }
import type { HeldBackup } from '../../vault.ts'

export const alice = '11111111-1111-4111-8111-111111111111'
export const bob = '22222222-2222-4222-8222-222222222222'
export const carol = '33333333-3333-4333-8333-333333333333'

interface Vectors {
  users: Record<string, { rsaSpki: string; rsaPkcs8: string; ikSpki: string; ikPkcs8: string }>
  rows: Record<string, KeyRow>
  epoch: EpochRow
  wraps: (Omit<WrapRow, 'user_id'> & { recipient_id: string })[]
  epochKeyHex: string
  messages: MessageRow[]
  bodies: { t: string; text: string; ts: number }[]
  file: { conv: string; id: string; index: number; blob: string; ref: { k: string; h: string } }
  backup: { user: string; code: string; pass: string; slots: Slot[]; bundle: Bundle; amk: string }
  det: Record<'kidA' | 'commit' | 'pad' | 'enc' | 'code' | 'safetyAB' | 'manifestHash', string>
}

export const vectors = frozen as unknown as Vectors

export const conversation = vectors.epoch.conversation_id
export const direct = { isDirect: true, founders: [alice, bob] }
export const epochKey = fromHex(vectors.epochKeyHex, 32)

export function userOf(userId: string) {
  const user = vectors.users[userId]
  if (!user) throw new Error(`There is no ${userId} in the vectors`)
  return user
}

export function keyRowOf(userId: string): KeyRow {
  const row = vectors.rows[userId]
  if (!row) throw new Error(`There is no row of ${userId} in the vectors`)
  return row
}

export function wrapOf(userId: string): WrapRow {
  const found = vectors.wraps.find((wrap) => wrap.recipient_id === userId)
  if (!found) throw new Error(`There is no wrap for ${userId} in the vectors`)
  const { recipient_id: _spelling, ...wrap } = found
  return { ...wrap, user_id: userId }
}

export const frozenBackup: Backup = {
  bundle: vectors.backup.bundle,
  slots: vectors.backup.slots,
  seq: vectors.backup.bundle.seq,
}

/** The vectors' keys of somebody, as a backup that a passkey opens. */
export async function backupOf(userId: string): Promise<HeldBackup> {
  const { rsaPkcs8, ikPkcs8 } = userOf(userId)
  const masterKey = randomBytes(32)
  const secret = { prf: randomBytes(32) }
  const content: BundleContent = {
    v: 1,
    keys: [{ g: 1, pkcs8: rsaPkcs8 }],
    ik: { pkcs8: ikPkcs8 },
    row: keyRowOf(userId),
  }
  const { seq } = frozenBackup
  const bundle = await sealBundle(content, masterKey, { userId, v: 1, seq })
  return { secret, backup: { bundle, seq, slots: [await makeSlot(masterKey, secret, { userId })] } }
}

function identityKeyOf(userId: string): Promise<CryptoKey> {
  return importSigningKey(fromBase64(userOf(userId).ikPkcs8))
}

export const manifest: Manifest = readManifest(fromBase64(vectors.epoch.manifest))

/** The vectors' epoch with something else in its manifest, signed by whoever may be wrong. */
export async function forgeEpoch(change: Partial<Manifest>, signer = alice): Promise<EpochRow> {
  const bytes = writeManifest({ ...manifest, ...change })
  const { conversationId, epochId, creatorId } = { ...manifest, ...change }
  return {
    conversation_id: conversationId,
    epoch_id: epochId,
    creator_id: creatorId,
    manifest: toBase64(bytes),
    signature: toBase64(await sign(await identityKeyOf(signer), bytes)),
  }
}

/** Any bytes as the epoch's key for somebody, under the right label. */
export async function wrapFor(userId: string, key: Bytes, epochId = manifest.epochId): Promise<WrapRow> {
  const spki = fromBase64(userOf(userId).rsaSpki)
  const kid = await kidOf(spki)
  const label = wrapLabel({ conversationId: manifest.conversationId, epochId, userId, kid })
  return { epoch_id: epochId, user_id: userId, kid, wrapped_key: toBase64(await wrap(spki, key, label)) }
}

/** A message by somebody who knows the epoch's key, signed by whoever may be wrong. */
export async function forgeMessage(change: Partial<Header>, signer: string, text: string): Promise<MessageRow> {
  const header = {
    conversationId: conversation,
    epochId: manifest.epochId,
    id: crypto.randomUUID(),
    senderId: alice,
    device: 'deadbeef',
    n: 9,
    type: 'text',
    ...change,
  }
  const encoded = encodeHeader(header)
  const padded = pad(utf8(text))
  const statement = await signedPart(encoded, padded, await commitTo(header.epochId, epochKey))
  const plain = concat(Uint8Array.of(1), await sign(await identityKeyOf(signer), statement), padded)
  const { iv, ct } = await encrypt(
    await messageKey(await importSecret(epochKey), encoded),
    plain,
    encoded.additionalData,
  )
  return {
    id: header.id,
    conversation_id: header.conversationId,
    sender_id: header.senderId,
    encrypted_content: toBase64(ct),
    iv: toBase64(iv),
    message_type: header.type,
    metadata: { e2ee: { v: 1, epoch: header.epochId, d: header.device, n: header.n } },
  }
}

/** The same base64 text with one bit of its bytes turned. */
export function flip(text: string, at: number): string {
  const bytes = fromBase64(text)
  const index = at < 0 ? bytes.length + at : at
  bytes[index] = (bytes[index] ?? 0) ^ 1
  return toBase64(bytes)
}
