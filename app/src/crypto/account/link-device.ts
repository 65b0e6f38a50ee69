/**
 * A device that has the keys gives the master key to another one of its account, over a channel that the server carries
 * and cannot read (E2EE §4). The first shows a code, which the second scans: a key made for this once, 16 random bytes
 * that prove to have been seen, and the promise of a number that is told only after the second has shown its own key.
 * Four numbers follow from all of it, on both sides: whoever stands between the two cannot choose them.
 */
import {
  concat,
  fromBase64,
  fromBase64Url,
  isSame,
  randomBytes,
  toBase64,
  toBase64Url,
  utf8,
  uuidBytes,
  wipe,
} from '../bytes.ts'
import type { Bytes } from '../bytes.ts'
import { decrypt, deriveKey, encrypt, importSecret } from '../ciphers.ts'
import { VaultError } from '../codes.ts'
import { encode } from '../encode.ts'

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const prefix = 'cx1-link:'
const [pointBytes, nonceBytes, numberBytes, hashBytes, ivBytes, keyBytes] = [65, 16, 16, 32, 12, 32]
const tagBytes = 16

/** What both sides know once they have met; `number` comes later on the side that scanned. */
interface Meeting {
  userId: string
  /** Of the device that has the keys, of the one that wants them. */
  givers: Bytes
  takers: Bytes
  nonce: Bytes
  key: CryptoKey
}

export interface Offer {
  userId: string
  pair: CryptoKeyPair
  point: Bytes
  nonce: Bytes
  number: Bytes
}

async function makePair(): Promise<{ pair: CryptoKeyPair; point: Bytes }> {
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  return { pair, point: new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)) }
}

async function hash(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

const promiseOf = (number: Bytes) => hash(encode('cx1/link', 'promise', number))

/** Only whoever has one of the private keys and has seen the code gets here. */
async function meet(pair: CryptoKeyPair, known: Omit<Meeting, 'key'>, other: Bytes): Promise<Meeting> {
  const { userId, givers, takers, nonce } = known
  const publicKey = await crypto.subtle.importKey('raw', other, curve, false, [])
  const bits = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, pair.privateKey, 256))
  const info = encode('cx1/link', 'key', uuidBytes(userId), givers, takers)
  const key = await deriveKey(await importSecret(bits), nonce, info)
  wipe(bits)
  return { ...known, key }
}

/** Binds what is sealed to this meeting, and to what it is for. */
function boundTo({ userId, givers, takers }: Meeting, kind: 'answer' | 'master', ...more: Bytes[]): Bytes {
  return encode('cx1/link', kind, uuidBytes(userId), givers, takers, ...more)
}

/** Four bytes, for people to compare as words. */
async function numbersOf({ userId, givers, takers, nonce }: Meeting, number: Bytes): Promise<number[]> {
  const digest = await hash(encode('cx1/link', 'words', uuidBytes(userId), givers, takers, nonce, number))
  return [...digest.subarray(0, 4)]
}

/** The code that the other device scans. */
export async function makeOffer(userId: string): Promise<{ offer: Offer; code: string }> {
  const { pair, point } = await makePair()
  const [nonce, number] = [randomBytes(nonceBytes), randomBytes(numberBytes)]
  const code = prefix + toBase64Url(concat(point, nonce, await promiseOf(number)))
  return { offer: { userId, pair, point, nonce, number }, code }
}

export interface Answered {
  meeting: Meeting
  promise: Bytes
  number: Bytes | null
}

/** On the device that has scanned. @throws VaultError `bad_link` where it is no such code */
export async function answerOffer(userId: string, code: string): Promise<{ answered: Answered; answer: string }> {
  try {
    if (!code.startsWith(prefix)) throw new Error('Another code')
    const parts = fromBase64Url(code.slice(prefix.length), pointBytes + nonceBytes + hashBytes)
    const givers = parts.slice(0, pointBytes)
    const nonce = parts.slice(pointBytes, pointBytes + nonceBytes)
    const { pair, point } = await makePair()
    const meeting = await meet(pair, { userId, givers, takers: point, nonce }, givers)
    const { iv, ct } = await encrypt(meeting.key, utf8('cx1'), boundTo(meeting, 'answer'))
    const answered = { meeting, promise: parts.slice(pointBytes + nonceBytes), number: null }
    return { answered, answer: toBase64(concat(point, iv, ct)) }
  } catch (cause) {
    throw new VaultError('bad_link', { cause })
  }
}

export interface Met {
  meeting: Meeting
  number: Bytes
}

/** On the device with the keys: an answer by whoever has seen the code. The number may be told from now on. */
export async function takeAnswer(
  offer: Offer,
  answer: string,
): Promise<{ met: Met; number: string; numbers: number[] }> {
  try {
    const bytes = fromBase64(answer, pointBytes + ivBytes + 'cx1'.length + tagBytes)
    const { userId, pair, point, nonce, number } = offer
    const takers = bytes.slice(0, pointBytes)
    const meeting = await meet(pair, { userId, givers: point, takers, nonce }, takers)
    const [iv, ct] = [bytes.slice(pointBytes, pointBytes + ivBytes), bytes.slice(pointBytes + ivBytes)]
    await decrypt(meeting.key, { iv, ct }, boundTo(meeting, 'answer'))
    return { met: { meeting, number }, number: toBase64(number), numbers: await numbersOf(meeting, number) }
  } catch (cause) {
    throw new VaultError('bad_link', { cause })
  }
}

/** On the device that has scanned: the number that was promised, and what people compare. */
export async function takeNumber(answered: Answered, text: string): Promise<{ answered: Answered; numbers: number[] }> {
  try {
    const number = fromBase64(text, numberBytes)
    if (!isSame(await promiseOf(number), answered.promise)) throw new Error('Another number was promised')
    return { answered: { ...answered, number }, numbers: await numbersOf(answered.meeting, number) }
  } catch (cause) {
    throw new VaultError('bad_link', { cause })
  }
}

/** After the words were compared. */
export async function sealMaster({ meeting, number }: Met, masterKey: Bytes): Promise<string> {
  const { iv, ct } = await encrypt(meeting.key, masterKey, boundTo(meeting, 'master', number))
  return toBase64(concat(iv, ct))
}

export async function openMaster({ meeting, number }: Answered, sealed: string): Promise<Bytes> {
  try {
    if (!number) throw new Error('The words come first')
    const bytes = fromBase64(sealed, ivBytes + keyBytes + tagBytes)
    const [iv, ct] = [bytes.slice(0, ivBytes), bytes.slice(ivBytes)]
    return await decrypt(meeting.key, { iv, ct }, boundTo(meeting, 'master', number))
  } catch (cause) {
    throw new VaultError('bad_link', { cause })
  }
}
