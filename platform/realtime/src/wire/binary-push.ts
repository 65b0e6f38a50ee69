/** A client's binary broadcast (WIRE §4.2, kind 3): single-byte lengths, five strings, the payload. */

import type { EventBroadcast } from './broadcast.ts'

export interface BinaryPush {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly broadcast: EventBroadcast
}

const PUSH_KIND = 3
const HEADER_BYTES = 7
const encodings = ['binary', 'json'] as const
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Null for other kinds, for lengths that leave the frame, and for JSON that is none: receivers would choke on it. */
export function parseBinaryPush(bytes: Buffer): BinaryPush | null {
  const encoding = bytes[0] === PUSH_KIND ? encodings[bytes[6] ?? -1] : undefined
  if (encoding === undefined) return null
  const lengths = bytes.subarray(1, 6)
  const payload = bytes.subarray(HEADER_BYTES + lengths.reduce((sum, length) => sum + length, 0))
  try {
    const [joinRef, ref, topic, event] = readTexts(bytes, lengths)
    if (encoding === 'json') JSON.parse(utf8.decode(payload))
    const broadcast: EventBroadcast = { kind: 'event', event, encoding, payload, meta: '' }
    return { joinRef: joinRef === '' ? null : joinRef, ref: ref === '' ? null : ref, topic, broadcast }
  } catch {
    return null
  }
}

type Texts = readonly [joinRef: string, ref: string, topic: string, event: string, meta: string]

/** @throws {RangeError} when they leave the frame @throws {TypeError} when they are not UTF-8 */
function readTexts(bytes: Buffer, lengths: Buffer): Texts {
  let start = HEADER_BYTES
  const read = (index: number) => {
    const end = start + (lengths[index] ?? 0)
    if (end > bytes.length) throw new RangeError('A length leaves the frame')
    const text = utf8.decode(bytes.subarray(start, end))
    start = end
    return text
  }
  return [read(0), read(1), read(2), read(3), read(4)]
}
