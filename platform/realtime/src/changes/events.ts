/** What row changes tell their host: sources, losses and causes; never rows. */
export type RowChangesEvent =
  | {
      readonly kind: 'realtime.source-started'
      readonly source: 'decoding' | 'outbox'
      /** Why not the other one, or how the slot is kept. */
      readonly reason: string
      readonly ms: number
    }
  | { readonly kind: 'realtime.source-stopped'; readonly source: 'decoding' | 'outbox' }
  | { readonly kind: 'realtime.source-interrupted'; readonly source: 'decoding' | 'outbox'; readonly reason: string }
  | { readonly kind: 'realtime.source-resumed'; readonly source: 'decoding' | 'outbox'; readonly ms: number }
  | { readonly kind: 'realtime.changes-lost'; readonly reason: string }
  | { readonly kind: 'realtime.changes-unchecked'; readonly table: string; readonly error: unknown }
  | { readonly kind: 'realtime.slots-dropped'; readonly count: number }
  | { readonly kind: 'realtime.background-failed'; readonly task: string; readonly error: unknown }

export type ObserveRowChanges = (event: RowChangesEvent) => void
