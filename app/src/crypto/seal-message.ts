/** Turns what a person writes into a row that only the epoch's members read. */
import { readAccount, type Device } from './account.ts'
import { concat, fromBase64, toBase64, type Bytes } from './bytes.ts'
import { encrypt, sign } from './ciphers.ts'
import { VaultError } from './codes.ts'
import { pad } from './encode.ts'
import { writeBody } from './message-body.ts'
import { encodeHeader, linkOf, messageKey, signedPart } from './message-header.ts'
import type { CounterRecord, EpochRecord } from './records.ts'
import type { SealedRow } from './rows.ts'
import type { NewMessage } from './vault.ts'

/** The column's CHECK, in base64 letters. */
const longestContent = 65_536
const rememberedPlaces = 64

export async function sealMessage(device: Device, message: NewMessage): Promise<SealedRow> {
  const { userId } = device
  const account = await readAccount(device)
  if (!account.isBacked) throw new VaultError('unbacked')
  const epoch = await readEpoch(device, message)
  await checkMembers(device, epoch)
  const { id, type, conversationId, epochId } = message
  const { n, before } = await takePlace(device, message)
  const place = { conversationId, epochId, senderId: userId, device: account.device }
  const prev = before && (await linkOf(encodeHeader({ ...place, ...before })))
  const header = encodeHeader({ ...place, id, n, type })
  const padded = pad(writeBody({ ...message.body, ...(prev && { prev }) }))
  const signature = await sign(account.identityKey, await signedPart(header, padded, fromBase64(epoch.commit, 32)))
  const plain: Bytes = concat(Uint8Array.of(1), signature, padded)
  const { iv, ct } = await encrypt(await messageKey(epoch.key, header), plain, header.additionalData)
  const content = toBase64(ct)
  if (content.length > longestContent) throw new VaultError('too_large')
  return {
    id,
    conversation_id: conversationId,
    sender_id: userId,
    encrypted_content: content,
    iv: toBase64(iv),
    message_type: type,
    metadata: { e2ee: { v: 1, epoch: epochId, d: account.device, n } },
  }
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

type Place = CounterRecord['issued'][number]

/** The device's next place in the epoch; an id that was sealed before keeps its own. Two tabs never get the same. */
async function takePlace({ store }: Device, { id, epochId, type }: NewMessage): Promise<Place> {
  const counter = await store.update('counters', epochId, (old) => {
    const { next, issued } = old ?? { next: 0, issued: [] }
    if (issued.some((place) => place.id === id && place.type === type)) return undefined
    const last = issued.at(-1)
    const before = last ? { id: last.id, n: last.n, type: last.type } : null
    return { next: next + 1, issued: [...issued, { id, type, n: next, before }].slice(-rememberedPlaces) }
  })
  const place = counter?.issued.find((one) => one.id === id && one.type === type)
  if (!place) throw new VaultError('storage')
  return place
}
