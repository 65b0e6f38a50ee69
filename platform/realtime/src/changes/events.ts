import type { SourceKind } from './row-change.ts'

/** What row changes tell their host: sources, losses and causes; never rows. */
export type RowChangesEvent =
  | {
      readonly kind: 'realtime.source-started'
      readonly source: SourceKind
      /** Why not the other one, or how the slot is kept. */
      readonly reason: string
      readonly ms: number
    }
  | { readonly kind: 'realtime.source-stopped'; readonly source: SourceKind }
  | { readonly kind: 'realtime.source-interrupted'; readonly source: SourceKind; readonly reason: string }
  | { readonly kind: 'realtime.source-resumed'; readonly source: SourceKind; readonly ms: number }
  | { readonly kind: 'realtime.changes-lost'; readonly reason: string }
  | { readonly kind: 'realtime.changes-unchecked'; readonly table: string; readonly error: unknown }
  /** This process reads the log for all; `isNew`: from now on, nobody did before. */
  | { readonly kind: 'realtime.relay-began'; readonly isNew: boolean }
  | { readonly kind: 'realtime.relay-ended'; readonly reason: string }
  | { readonly kind: 'realtime.slots-dropped'; readonly count: number }
  | { readonly kind: 'realtime.background-failed'; readonly task: string; readonly error: unknown }

export type ObserveRowChanges = (event: RowChangesEvent) => void
