/** What a client's websocket message says (WIRE §4.2); everything a client sends passes through here first. */

import { parseBinaryPush } from './binary-push.ts'
import type { Broadcast } from './broadcast.ts'

export type ProtocolVersion = '1.0.0' | '2.0.0'

export interface ClientMessage {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
  /** A broadcast that came as bytes, or whose payload is no object: it has not been taken apart. */
  readonly broadcast: Broadcast | null
}

/** Null for what is no message of the protocol: such frames are ignored, as Phoenix does. */
export function parseText(version: ProtocolVersion, text: string): ClientMessage | null {
  const value = parseJson(text)
  return version === '1.0.0' ? fromObject(value) : fromList(value)
}

export function parseBinary(version: ProtocolVersion, bytes: Buffer): ClientMessage | null {
  if (version === '1.0.0') return null
  const push = parseBinaryPush(bytes)
  return push && { ...push, event: 'broadcast', payload: {} }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function fromObject(value: unknown): ClientMessage | null {
  if (!isRecord(value)) return null
  return toMessage([value['join_ref'], value['ref'], value['topic'], value['event'], value['payload']])
}

function fromList(value: unknown): ClientMessage | null {
  return Array.isArray(value) && value.length === 5 ? toMessage(value) : null
}

function toMessage([joinRef, ref, topic, event, payload]: readonly unknown[]): ClientMessage | null {
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  const isWhole = isRecord(payload)
  return {
    joinRef: toRef(joinRef),
    ref: toRef(ref),
    topic,
    event,
    payload: isWhole ? payload : {},
    broadcast: isWhole || event !== 'broadcast' ? null : { kind: 'whole', json: JSON.stringify(payload ?? {}) },
  }
}

/** Some clients count in numbers. */
function toRef(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : null
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
