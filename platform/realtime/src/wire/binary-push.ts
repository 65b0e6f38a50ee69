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
  const encoding = encodings[bytes[6] ?? -1]
  if (bytes[0] !== PUSH_KIND || encoding === undefined) return null
  const lengths = bytes.subarray(1, 6)
  const payloadStart = HEADER_BYTES + lengths.reduce((sum, length) => sum + length, 0)
  if (payloadStart > bytes.length) return null
  try {
    const [joinRef = '', ref = '', topic = '', event = ''] = readTexts(bytes, lengths)
    const payload = bytes.subarray(payloadStart)
    if (encoding === 'json') JSON.parse(utf8.decode(payload))
    const broadcast: EventBroadcast = { kind: 'event', event, encoding, payload, meta: '' }
    return { joinRef: joinRef || null, ref: ref || null, topic, broadcast }
  } catch {
    return null
  }
}

function readTexts(bytes: Buffer, lengths: Buffer): string[] {
  let start = HEADER_BYTES
  return Array.from(lengths, (length) => {
    const text = utf8.decode(bytes.subarray(start, start + length))
    start += length
    return text
  })
}
