/** The server's messages as frames of either protocol version (WIRE §4.2). */

import type { Broadcast, EventBroadcast } from './broadcast.ts'
import type { ProtocolVersion } from './client-frames.ts'
import { toFrame } from './websocket-frame.ts'

export interface ServerMessage {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  readonly payloadJson: string
}

/** What may receive frames. */
export interface FrameSink {
  readonly version: ProtocolVersion
  write(frame: Buffer): void
}

const BROADCAST_KIND = 4
const LONGEST = 255

export function messageFrame(version: ProtocolVersion, message: ServerMessage): Buffer {
  return toFrame('text', Buffer.from(version === '1.0.0' ? asObject(message) : asList(message)))
}

function asObject({ joinRef, ref, topic, event, payloadJson }: ServerMessage): string {
  const names = `"ref":${JSON.stringify(ref)},"join_ref":${JSON.stringify(joinRef)}`
  return `{"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":${payloadJson},${names}}`
}

function asList({ joinRef, ref, topic, event, payloadJson }: ServerMessage): string {
  return `[${[joinRef, ref, topic, event].map((text) => JSON.stringify(text)).join(',')},${payloadJson}]`
}

/** Null where that version cannot say it: bytes have no place in protocol 1.0.0. */
export function broadcastFrame(version: ProtocolVersion, topic: string, broadcast: Broadcast): Buffer | null {
  if (broadcast.kind === 'event' && version === '2.0.0') {
    const binary = binaryBroadcast(topic, broadcast)
    if (binary !== null) return toFrame('binary', binary)
  }
  const payloadJson = broadcast.kind === 'whole' ? broadcast.json : wholeOf(broadcast)
  if (payloadJson === null) return null
  return messageFrame(version, { joinRef: null, ref: null, topic, event: 'broadcast', payloadJson })
}

function wholeOf({ event, encoding, payload, meta }: EventBroadcast): string | null {
  if (encoding === 'binary') return null
  const tail = meta === '' ? '' : `,"meta":${meta}`
  return `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload.toString()}${tail}}`
}

/** Null when a name is too long for its length to fit into a byte. */
function binaryBroadcast(topic: string, { event, encoding, payload, meta }: EventBroadcast): Buffer | null {
  const texts = [topic, event, meta].map((text) => Buffer.from(text))
  if (texts.some(({ length }) => length > LONGEST)) return null
  const lengths = texts.map(({ length }) => length)
  return Buffer.concat([Buffer.from([BROADCAST_KIND, ...lengths, encoding === 'json' ? 1 : 0]), ...texts, payload])
}
