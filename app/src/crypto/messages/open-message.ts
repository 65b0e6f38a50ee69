/** Opens rows that the server hands over. A row that does not hold gets a code, and never touches its neighbours. */
import { findAccount, type Device } from '../account/account.ts'
import { fromBase64, fromHex, isU32, MalformedError, uuidBytes, type Bytes } from '../bytes.ts'
import { decrypt, verify } from '../ciphers.ts'
import type { MessageCode } from '../codes.ts'
import { identitiesOf, type KnownIdentity } from '../contacts/identities.ts'
import { unpad } from '../encode.ts'
import type { EpochRecord } from '../records.ts'
import type { MessageRow } from '../rows.ts'
import type { OpenedMessage } from '../vault.ts'
import { readBody } from './message-body.ts'
import { encodeHeader, linkOf, messageKey, signedPart, type EncodedHeader, type Header } from './message-header.ts'

export class Unreadable extends Error {
  readonly code: MessageCode

  constructor(code: MessageCode) {
    super(code)
    this.code = code
  }
}

/** What many rows of one page share is read once. */
interface Reading {
  isUnlocked: boolean
  epochOf: (epochId: string) => Promise<EpochRecord | undefined>
  identitiesOf: (userId: string) => Promise<KnownIdentity[]>
}

export async function openMessages(device: Device, rows: readonly MessageRow[]): Promise<OpenedMessage[]> {
  const { store } = device
  const reading: Reading = {
    isUnlocked: Boolean(await findAccount(device)),
    epochOf: once((epochId) => store.read('epochs', epochId)),
    identitiesOf: once((userId) => identitiesOf(device, userId)),
  }
  const opened = await Promise.all(rows.map((row) => openOne(reading, row)))
  const protectedSince = await noteProtected(device, rows, opened)
  return opened.map((message, index) => {
    const { conversation_id: conversationId = '', created_at: createdAt = '' } = rows[index] ?? {}
    const isLate = Date.parse(createdAt) > (protectedSince.get(conversationId) ?? Number.POSITIVE_INFINITY)
    return message.code === 'simple' && isLate ? { id: message.id, code: 'downgrade' } : message
  })
}

function once<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const values = new Map<string, Promise<Value>>()
  return (key) => {
    const value = values.get(key) ?? read(key)
    values.set(key, value)
    return value
  }
}

async function openOne(reading: Reading, row: MessageRow): Promise<OpenedMessage> {
  try {
    return await open(reading, row)
  } catch (error) {
    return { id: row.id, code: error instanceof Unreadable ? error.code : 'malformed' }
  }
}

async function open(reading: Reading, row: MessageRow): Promise<OpenedMessage> {
  if (row.iv === 'simple') throw new Unreadable('simple')
  if (!reading.isUnlocked) throw new Unreadable('locked')
  const header = readHeader(row)
  const epoch = await reading.epochOf(header.epochId)
  if (!epoch) throw new Unreadable('no_wrap')
  if (epoch.conversationId !== header.conversationId) throw new Unreadable('wrong_conversation')
  const sender = epoch.members.find(({ userId }) => userId === header.senderId)
  if (!sender) throw new Unreadable('not_member')
  if (!epoch.key) throw new Unreadable('no_wrap')
  const identities = await reading.identitiesOf(header.senderId)
  const identity = identities.find(({ hash }) => hash === sender.identityHash)
  if (!identity) throw new Unreadable('identity_mismatch')
  const encoded = encodeHeader(header)
  const key = await messageKey(epoch.key, encoded)
  return decipher(row, { header, encoded }, { key, commit: fromBase64(epoch.commit, 32), identity: identity.spki })
}

export function readHeader({ id, conversation_id, sender_id, message_type, metadata }: MessageRow): Header {
  const { e2ee } = (metadata ?? {}) as { e2ee?: unknown }
  if (typeof e2ee !== 'object' || e2ee === null) throw new MalformedError('metadata')
  const { v, epoch, d, n } = e2ee as Record<'v' | 'epoch' | 'd' | 'n', unknown>
  if (v !== 1) throw new Unreadable('unknown_version')
  if (!isU32(n) || typeof epoch !== 'string' || typeof d !== 'string') throw new MalformedError('metadata')
  if (typeof message_type !== 'string') throw new MalformedError('type')
  uuidBytes(epoch)
  fromHex(d, 4)
  return { id, conversationId: conversation_id, senderId: sender_id, type: message_type, epochId: epoch, device: d, n }
}

export interface MessageKeys {
  /** This message's own. */
  key: CryptoKey
  commit: Bytes
  identity: Bytes
}

export async function decipher(
  row: MessageRow,
  { header, encoded }: { header: Header; encoded: EncodedHeader },
  { key, commit, identity }: MessageKeys,
): Promise<OpenedMessage> {
  const sealed = { iv: fromBase64(row.iv, 12), ct: fromBase64(row.encrypted_content) }
  const plain = await decrypt(key, sealed, encoded.additionalData).catch(() => {
    throw new Unreadable('bad_tag')
  })
  const [version, signature, padded] = [plain[0], plain.slice(1, 65), plain.slice(65)]
  if (version !== 1) throw new Unreadable('unknown_version')
  const isSigned = await verify(identity, signature, await signedPart(encoded, padded, commit))
  if (!isSigned) throw new Unreadable('bad_signature')
  const { id, conversationId, epochId, device, n } = header
  return {
    id,
    body: parse(padded, conversationId),
    place: { epoch: epochId, d: device, n, link: await linkOf(encoded) },
  }
}

function parse(padded: Bytes, conversationId: string) {
  try {
    return readBody(unpad(padded), conversationId)
  } catch {
    throw new Unreadable('bad_body')
  }
}

/** When each conversation's first protected message was written: what comes unprotected after it was not meant so. */
async function noteProtected(
  { store }: Device,
  rows: readonly MessageRow[],
  opened: readonly OpenedMessage[],
): Promise<Map<string, number>> {
  const since = new Map<string, number>()
  for (const [index, { conversation_id: conversationId, created_at: createdAt = '' }] of rows.entries()) {
    const time = opened[index]?.body ? Date.parse(createdAt) : Number.NaN
    if (time < (since.get(conversationId) ?? Number.POSITIVE_INFINITY)) since.set(conversationId, time)
  }
  const named = rows.map((row) => row.conversation_id).filter((id) => typeof id === 'string')
  for (const conversationId of new Set(named)) {
    const kept = (await store.read('conversations', conversationId))?.protectedSince ?? Number.POSITIVE_INFINITY
    const protectedSince = since.get(conversationId) ?? Number.POSITIVE_INFINITY
    if (protectedSince < kept)
      await store.update('conversations', conversationId, (old) => ({ ...old, protectedSince }))
    since.set(conversationId, Math.min(kept, protectedSince))
  }
  return since
}
