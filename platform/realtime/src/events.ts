import type { RowChangesEvent } from './changes/events.ts'

/** What realtime/v1 tells its host: counts, kinds and causes; never topics, payloads or people. */
export type RealtimeEvent =
  | RowChangesEvent
  | { readonly kind: 'realtime.connected'; readonly version: string }
  | { readonly kind: 'realtime.disconnected'; readonly code: number; readonly ms: number }
  | { readonly kind: 'realtime.refused'; readonly status: number; readonly reason: string }
  | { readonly kind: 'realtime.answered'; readonly outcome: 'joined' | 'refused'; readonly ms: number }
  | { readonly kind: 'realtime.channel-shut'; readonly reason: string }
  /** A connection that sent too much, and which limit it met. */
  | { readonly kind: 'realtime.flood-limited'; readonly limit: string }
  /** A client that reads too slowly was cut. */
  | { readonly kind: 'realtime.slow-client-lost'; readonly queuedBytes: number; readonly reason: 'bytes' | 'age' }
  | { readonly kind: 'realtime.policy-failed'; readonly error: unknown }
  | { readonly kind: 'realtime.database-failed'; readonly task: string; readonly error: unknown }
  | { readonly kind: 'realtime.bus-lost'; readonly bus: string; readonly reason: string }
  | { readonly kind: 'realtime.bus-restored'; readonly bus: string }
  | { readonly kind: 'realtime.node-joined'; readonly node: string }
  | { readonly kind: 'realtime.node-lost'; readonly node: string; readonly presences: number }
  | { readonly kind: 'realtime.stopped'; readonly connections: number; readonly ms: number }
  | { readonly kind: 'realtime.failed'; readonly task: string; readonly error: unknown }
