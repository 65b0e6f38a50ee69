/** Verifies an epoch that the server offers, and takes its key. Each reason for a refusal has a code of its own. */
import { readAccount, type Device } from '../account/account.ts'
import { fromBase64, sha256, toBase64, wipe, type Bytes } from '../bytes.ts'
import { importSecret, unwrap, verify } from '../ciphers.ts'
import type { EpochCode } from '../codes.ts'
import { identitiesOf, type KnownIdentity } from '../contacts/identities.ts'
import type { EpochMember, EpochRecord } from '../records.ts'
import type { EpochRow, WrapRow } from '../rows.ts'
import type { EpochAnswer, EpochContext } from '../vault.ts'
import { noteSkipped, placeOf, Refusal, verifyAuthority, type Place } from './epoch-place.ts'
import { commitTo, readManifest, shareStatement, wrapLabel, type Manifest } from './manifest.ts'

interface Offered {
  row: EpochRow
  wrap: WrapRow | null
  context: EpochContext
}

export async function openEpoch(device: Device, offered: Offered): Promise<EpochAnswer> {
  try {
    return await open(device, offered)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { userId } = error
    return { ok: false, code: error.code as EpochCode, ...(userId && { userId }) }
  }
}

async function open(device: Device, { row, wrap, context }: Offered): Promise<EpochAnswer> {
  await readAccount(device)
  const { manifest, bytes } = parse(row)
  const manifestHash = toBase64(await sha256(bytes))
  const known = await device.store.read('epochs', manifest.epochId)
  if (known && known.manifestHash !== manifestHash) throw new Refusal('wrong_epoch')
  const record = known ?? recordOf(manifest, manifestHash)
  if (!known) await verifyAndKeep(device, { manifest, bytes, row, context, record })
  if (!record.key) await takeKey(device, record, wrap)
  return { ok: true, members: record.members.map(({ userId }) => userId) }
}

function parse(row: EpochRow): { manifest: Manifest; bytes: Bytes } {
  try {
    const bytes = fromBase64(row.manifest)
    return { manifest: readManifest(bytes), bytes }
  } catch {
    throw new Refusal('bad_manifest')
  }
}

interface Verification {
  manifest: Manifest
  bytes: Bytes
  row: EpochRow
  context: EpochContext
  record: EpochRecord
}

async function verifyAndKeep(device: Device, offered: Verification): Promise<void> {
  const { manifest, row, context, record } = offered
  if (manifest.conversationId !== row.conversation_id) throw new Refusal('wrong_conversation')
  if (manifest.epochId !== row.epoch_id) throw new Refusal('wrong_epoch')
  if (manifest.creatorId !== row.creator_id) throw new Refusal('wrong_creator')
  const place = await placeOf(device, manifest, context)
  try {
    await verifySigned(device, offered, place)
  } catch (error) {
    await noteSkipped(device, manifest, { error, hash: record.manifestHash, previous: place.previous })
    throw error
  }
  await keep(device, record, place)
}

async function verifySigned(
  device: Device,
  { manifest, bytes, row, context }: Verification,
  place: Place,
): Promise<void> {
  const creator = manifest.members.find(({ userId }) => userId === manifest.creatorId)
  if (!creator) throw new Refusal('creator_not_member')
  verifyAuthority(device, { manifest, place, founders: context.founders })
  const { previous } = place
  const identity = await identityFor(device, { manifest, previous, ...creator })
  if (!(await verify(identity.spki, signatureOf(row), bytes))) throw new Refusal('bad_signature')
  // Whoever has deleted their account can be known no more: the hash of their identity is what the creator signed for.
  const isGone = ({ userId }: EpochMember) => userId !== manifest.creatorId && context.gone?.includes(userId)
  await Promise.all(
    manifest.members.map(async (member) => {
      const isKnown = !isGone(member) || (await identitiesOf(device, member.userId)).length > 0
      if (isKnown) await identityFor(device, { manifest, previous, ...member })
    }),
  )
}

function signatureOf({ signature }: EpochRow): Bytes {
  try {
    return fromBase64(signature, 64)
  } catch {
    throw new Refusal('bad_signature')
  }
}

interface Claimed {
  manifest: Manifest
  previous: EpochRecord | null
  userId: string
  identityHash: string
}

/** A replaced identity is good for what was opened before it was replaced, and never after the new one was named. */
async function identityFor(
  device: Device,
  { manifest, previous, userId, identityHash }: Claimed,
): Promise<KnownIdentity> {
  const known = await identitiesOf(device, userId)
  if (known.length === 0) throw new Refusal('unknown_identity', userId)
  const named = known.find(({ hash }) => hash === identityHash)
  if (!named) throw new Refusal('identity_mismatch', userId)
  if (named.until === null) return named
  const before = previous?.members.find((member) => member.userId === userId)
  if (manifest.createdMs > named.until || before?.identityHash === known[0]?.hash) {
    throw new Refusal('identity_mismatch', userId)
  }
  return named
}

function recordOf({ previousHash: _named, ...manifest }: Manifest, manifestHash: string): EpochRecord {
  return { ...manifest, manifestHash }
}

async function keep({ store }: Device, record: EpochRecord, { pair }: Place): Promise<void> {
  await store.update('epochs', record.epochId, (old) => old ?? record)
  const first = record.previousId === null ? { firstEpoch: record.epochId } : {}
  await store.update('conversations', record.conversationId, (old) => ({ ...first, pair, ...old }))
}

async function takeKey(device: Device, record: EpochRecord, wrap: WrapRow | null): Promise<void> {
  const { userId, store } = device
  const own = record.members.find((member) => member.userId === userId)
  const isForMe = wrap?.epoch_id === record.epochId && wrap.user_id === userId
  if (!wrap || !isForMe) throw new Refusal(own ? 'no_wrap' : 'not_member')
  const wrappedKey = wrap.wrapped_key
  const isOwn = own?.kid === wrap.kid
  if (!isOwn) await verifyShare(device, record, wrap)
  const raw = await unwrapKey(device, record, wrap)
  try {
    if (raw.length !== 32) throw new Refusal('bad_key_length')
    if (toBase64(await commitTo(record.epochId, raw)) !== record.commit) throw new Refusal('bad_commit')
    const key = await importSecret(raw)
    const wrapped = { kid: wrap.kid, wrappedKey }
    await store.update('epochs', record.epochId, (old) => ({ ...(old ?? record), key, wrapped }))
  } finally {
    wipe(raw)
  }
}

export async function unwrapKey(
  device: Device,
  { conversationId, epochId }: EpochRecord,
  { kid, wrapped_key: wrappedKey }: Pick<WrapRow, 'kid' | 'wrapped_key'>,
): Promise<Bytes> {
  const { keys } = await readAccount(device)
  const mine = keys.find((key) => key.kid === kid)
  if (!mine) throw new Refusal('no_wrap')
  try {
    const label = wrapLabel({ conversationId, epochId, userId: device.userId, kid })
    return await unwrap(mine.key, fromBase64(wrappedKey, 256), label)
  } catch {
    throw new Refusal('unwrap_failed')
  }
}

/** Whoever came later gets older keys from a member of those epochs, under that member's signature. */
async function verifyShare(device: Device, record: EpochRecord, wrap: WrapRow): Promise<void> {
  const sharer = record.members.find(({ userId }) => userId === wrap.shared_by)
  if (!sharer) throw new Refusal(wrap.shared_by ? 'bad_share' : 'no_wrap')
  const known = await identitiesOf(device, sharer.userId)
  try {
    const { epochId } = record
    const statement = await shareStatement(
      { epochId, userId: device.userId, kid: wrap.kid },
      fromBase64(wrap.wrapped_key, 256),
    )
    const signature = fromBase64(wrap.share_sig, 64)
    const isSigned = await Promise.all(known.map(({ spki }) => verify(spki, signature, statement)))
    if (!isSigned.includes(true)) throw new Error('Nobody known signed this')
  } catch {
    throw new Refusal('bad_share')
  }
}
