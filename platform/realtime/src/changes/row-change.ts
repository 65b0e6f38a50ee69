import type { SentMessage } from './row-changes.ts'

export type ChangeKind = 'INSERT' | 'UPDATE' | 'DELETE'

/** Column to value, as PostgreSQL's own JSON; what the change does not tell is absent. */
export type Row = ReadonlyMap<string, string>

/** One committed change of one row, whichever source it came from. */
export interface RowChange {
  readonly schema: string
  readonly table: string
  readonly kind: ChangeKind
  /** The new row; null for DELETE. */
  readonly record: Row | null
  /** What is known of the row before: the replica identity's columns, or all of them. Null for INSERT. */
  readonly old: Row | null
  readonly isOldWhole: boolean
  /** Columns whose value was left out because it did not change and is stored apart (TOAST). */
  readonly unchanged: readonly string[]
  /** The lower 32 bits of the transaction's number, as `xmin` shows them. */
  readonly xid: number
  readonly committedAt: Date
  /** False while later changes of the same transaction are still to come. */
  readonly isTransactionWhole: boolean
}

/** Who takes what a source brings. */
export interface ChangeSink {
  /** In commit order; the source brings no more than a bounded number before this resolves. */
  changes(batch: readonly RowChange[]): Promise<void>
  message(message: SentMessage): void
  /** What was committed in the meantime cannot be told any more. */
  lost(reason: string): void
}

/** What somebody needs to hear of. */
export type Wanted =
  | { readonly about: 'table'; readonly schema: string; readonly table: string }
  | { readonly about: 'topic'; readonly topic: string }

export type SourceKind = 'decoding' | 'outbox' | 'relay'

export interface ChangeSource extends AsyncDisposable {
  readonly kind: SourceKind
  /** Resolves when tables published before are read from now on. */
  cover(): Promise<void>
  /** Where a source brings only what is asked for: resolves when it is brought, with how to let go. */
  follow?(wanted: readonly Wanted[]): Promise<() => void>
}
