/** What a line of the matrix of rights says. */
import type { TestDatabase } from '../../../tests/support/test-database.ts'

/**
 * `seen` and `done`: the row is there, the change is made. `hidden`: as if the row were not there.
 * `denied`: the role lacks the right, 42501. `fixed`: a view through which nothing can be written at all, 55000.
 * `23505`: there is one row each, and it is there.
 */
type Outcome = 'seen' | 'done' | 'hidden' | 'denied' | 'fixed' | '23505'

export interface Rights {
  readonly select: Outcome
  readonly insert: Outcome
  readonly update: Outcome
  readonly delete: Outcome
}

export interface Line {
  /** Makes a row of Kossi's and answers the filter that finds it. */
  readonly row: (database: TestDatabase) => Promise<string>
  /** A row in Kossi's name that could be inserted beside it. */
  readonly insert: (database: TestDatabase) => Promise<Record<string, unknown>>
  readonly update: Record<string, unknown>
  readonly visitor: Rights
  /** Somebody else who is signed in. */
  readonly other: Rights
  readonly owner: Rights
  /** Who follows Kossi, whom he blocks, and the staff have the rights of anybody else where nothing is said. */
  readonly follower?: Rights
  readonly blocked?: Rights
  readonly staff?: Rights
  /** What signed-in people may write, column by column: nothing else, counters and dates least of all. */
  readonly insertable: readonly string[]
  readonly updatable: readonly string[]
}

export const nothing: Rights = { select: 'denied', insert: 'denied', update: 'denied', delete: 'denied' }
export const reading: Rights = { ...nothing, select: 'seen' }
export const unwritable = { insert: 'fixed', update: 'fixed', delete: 'fixed' } as const

export const ownedOnly = { visitor: nothing, other: { ...nothing, select: 'hidden' }, owner: reading } as const
