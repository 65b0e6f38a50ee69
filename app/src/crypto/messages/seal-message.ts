/** Turns what a person writes into a row that only the epoch's members read. */
import { readAccount, type Device } from '../account/account.ts'
import { concat, fromBase64, toBase64, type Bytes } from '../bytes.ts'
import { encrypt, sign } from '../ciphers.ts'
import { VaultError } from '../codes.ts'
import { pad } from '../encode.ts'
import type { AccountRecord, EpochRecord } from '../records.ts'
import type { SealedRow } from '../rows.ts'
import type { NewMessage } from '../vault.ts'
import { writeBody } from './message-body.ts'
import { encodeHeader, linkOf, messageKey, signedPart } from './message-header.ts'
import { expectPlace, isSamePlace, sequenceOf, takePlace, type Place, type Sequence } from './sequence.ts'

/** The column's CHECK, in base64 letters. */
const longestContent = 65_536

interface Sealing {
  userId: string
  account: AccountRecord
  epoch: EpochRecord & { key: CryptoKey }
  sequence: Sequence
}

/**
 * The place in the sequence is taken on the disk while the message is being sealed for the one it will most likely be:
 * where another tab came between, it is sealed again. Nothing is handed out before its place is certain.
 */
export async function sealMessage(device: Device, message: NewMessage): Promise<SealedRow> {
  const account = await readAccount(device)
  const epoch = await readEpoch(device, message)
  await checkMembers(device, epoch)
  checkSize(message)
  const sequence = sequenceOf(device.store, message.epochId, account.device)
  const sealing = { userId: device.userId, account, epoch, sequence }
  const expected = expectPlace(sequence, message)
  const taking = takePlace(device.store, message, { sequence, expected })
  const ahead = expected && sealAt(expected, message, sealing)
  // Its failure counts below, unless it was in vain.
  ahead?.catch(() => undefined)
  const place = await taking
  return ahead && isSamePlace(expected, place) ? ahead : sealAt(place, message, sealing)
}

async function sealAt(
  { n, before }: Place,
  { id, type, conversationId, epochId, body }: NewMessage,
  { userId, account, epoch, sequence }: Sealing,
): Promise<SealedRow> {
  const sender = { conversationId, epochId, senderId: userId, device: account.device }
  const header = encodeHeader({ ...sender, id, n, type })
  const { last } = sequence
  sequence.last = { place: { id, n, type }, header }
  const isLast = before !== null && last?.place.id === before.id && last.place.n === before.n
  const prev = before && (await linkOf(isLast ? last.header : encodeHeader({ ...sender, ...before })))
  const padded = pad(writeBody({ ...body, ...(prev && { prev }) }))
  const [key, signature] = await Promise.all([
    messageKey(epoch.key, header),
    signedPart(header, padded, fromBase64(epoch.commit, 32)).then((part) => sign(account.identityKey, part)),
  ])
  const plain: Bytes = concat(Uint8Array.of(1), signature, padded)
  const { iv, ct } = await encrypt(key, plain, header.additionalData)
  return {
    id,
    conversation_id: conversationId,
    sender_id: userId,
    encrypted_content: toBase64(ct),
    iv: toBase64(iv),
    message_type: type,
    metadata: { e2ee: { v: 1, epoch: epochId, d: account.device, n } },
  }
}

/** Before a place is taken, which the reader would miss. Version and signature come before the text, a tag after it. */
function checkSize({ body }: NewMessage): void {
  const { length } = pad(writeBody({ ...body, prev: '0'.repeat(64) }))
  if (Math.ceil((1 + 64 + length + 16) / 3) * 4 > longestContent) throw new VaultError('too_large')
}

async function readEpoch(
  { store, userId }: Device,
  { epochId, conversationId }: NewMessage,
): Promise<EpochRecord & { key: CryptoKey }> {
  const epoch = await store.read('epochs', epochId)
  const isMember = epoch?.members.some((member) => member.userId === userId)
  if (!epoch?.key || epoch.conversationId !== conversationId || !isMember) throw new VaultError('unknown_epoch')
  return { ...epoch, key: epoch.key }
}

/** Held until the person has looked at it: somebody here is not who they were. */
async function checkMembers({ store, userId }: Device, { members }: EpochRecord): Promise<void> {
  const others = members.filter((member) => member.userId !== userId)
  const pins = await Promise.all(others.map((member) => store.read('pins', member.userId)))
  if (pins.some((pin) => pin?.offered)) throw new VaultError('identity_changed')
}
