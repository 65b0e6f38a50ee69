import type { Interest } from '../binding.ts'
import { tableKey, type Table } from '../catalog/tables.ts'
import type { CompiledCondition } from '../filters/conditions.ts'
import type { Audience, RowChangeListener } from '../row-changes.ts'

/** One listener with all its bindings. */
export interface Subscription {
  readonly listener: RowChangeListener
  /** Replaced as a whole, so that a check made for one audience is not taken for another's. */
  audience: KnownAudience
  isClosed: boolean
}

export interface KnownAudience extends Audience {
  readonly claimsJson: string
}

export const toKnownAudience = ({ role, claims }: Audience): KnownAudience => ({
  role,
  claims,
  claimsJson: JSON.stringify(claims),
})

/** One binding of one listener. */
export interface Entry {
  readonly subscription: Subscription
  readonly interest: Interest
  /** By the table's number: its conditions as the table is now, null where they do not fit it. */
  readonly compiled: Map<number, { readonly shape: string; readonly conditions: readonly CompiledCondition[] | null }>
}

const EVERY = '*'

/** Who listens to which table. */
export class Registry {
  readonly #entries = new Map<string, Set<Entry>>()
  readonly #subscriptions = new Set<Subscription>()

  get size(): number {
    return this.#subscriptions.size
  }

  get subscriptions(): Iterable<Subscription> {
    return this.#subscriptions
  }

  add(subscription: Subscription, entries: readonly Entry[]): () => void {
    this.#subscriptions.add(subscription)
    for (const entry of entries) {
      const key = keyOf(entry.interest.schema, entry.interest.table)
      const same = this.#entries.get(key) ?? new Set()
      this.#entries.set(key, same.add(entry))
    }
    return () => {
      this.#subscriptions.delete(subscription)
      for (const entry of entries) this.#remove(entry)
    }
  }

  *entriesFor({ schema, name }: Table): Iterable<Entry> {
    for (const key of new Set([keyOf(schema, name), keyOf(schema, EVERY), keyOf(EVERY, name), keyOf(EVERY, EVERY)])) {
      yield* this.#entries.get(key) ?? []
    }
  }

  #remove(entry: Entry): void {
    const key = keyOf(entry.interest.schema, entry.interest.table)
    const same = this.#entries.get(key)
    same?.delete(entry)
    if (same?.size === 0) this.#entries.delete(key)
  }
}

const keyOf = (schema: string, table: string) =>
  `${schema === EVERY ? EVERY : JSON.stringify(schema)} ${table === EVERY ? EVERY : JSON.stringify(table)}`

export function tablesOf({ schema, table }: Interest, tables: ReadonlyMap<string, Table>): Table[] {
  if (schema !== EVERY && table !== EVERY)
    return [tables.get(tableKey(schema, table))].filter((found) => found !== undefined)
  return [...tables.values()].filter(
    (found) => (schema === EVERY || found.schema === schema) && (table === EVERY || found.name === table),
  )
}
