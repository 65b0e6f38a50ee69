/** A broadcast on its way: its payload stays the bytes that came, so that nothing is parsed once per receiver. */

export type Broadcast = EventBroadcast | WholeBroadcast

/** What clients of protocol 2.0.0, HTTP and SQL send: one event with one payload. */
export interface EventBroadcast {
  readonly kind: 'event'
  readonly event: string
  readonly encoding: 'json' | 'binary'
  readonly payload: Buffer
  /** JSON of an object, or '' for none. */
  readonly meta: string
}

/** What clients send as text: an object that may hold more than `event` and `payload`, passed on whole. */
export interface WholeBroadcast {
  readonly kind: 'whole'
  readonly json: string
}

export function jsonBroadcast(event: string, payloadJson: string, meta: object | null = null): EventBroadcast {
  return {
    kind: 'event',
    event,
    encoding: 'json',
    payload: Buffer.from(payloadJson),
    meta: meta === null ? '' : JSON.stringify(meta),
  }
}

/**
 * What the server vouches for, put in place of whatever the sender wrote there.
 * @param meta null removes it
 */
export function withMeta(broadcast: Broadcast, meta: object | null): Broadcast {
  if (broadcast.kind === 'event') return { ...broadcast, meta: meta === null ? '' : JSON.stringify(meta) }
  const whole: unknown = JSON.parse(broadcast.json)
  // Nobody can be vouched for within a text or a number.
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return broadcast
  const { meta: _claimed, ...rest } = whole as Record<string, unknown>
  return { kind: 'whole', json: JSON.stringify(meta === null ? rest : { ...rest, meta }) }
}
