/** Whom a batch concerns, in slices of people: who has been judged is told while the next are asked about. */
import type { Table } from '../catalog/tables.ts'
import type { RowChange } from '../row-change.ts'
import type { Match } from './matching.ts'
import type { Entry, KnownAudience, Subscription } from './registry.ts'

/** A binding and who listened when the check began. */
export interface Hearer {
  readonly entry: Entry
  readonly audience: KnownAudience
}

/** A change and whom it concerns. */
export interface Told {
  readonly change: RowChange
  /** As it stands in the batch, where `change` may have been completed. */
  readonly original: RowChange
  readonly table: Table
  readonly hearers: readonly Hearer[]
}

/** The changes of one table. */
export interface Matched {
  readonly table: Table
  readonly told: readonly Told[]
  /** Changes whose row was changed again by the same transaction. */
  readonly superseded: ReadonlySet<RowChange>
  /** Resolves when everybody sees the changes. */
  readonly settled: () => Promise<void>
}

/** Null where the batch is not meant for the binding. */
export type AudienceOf = (entry: Entry) => KnownAudience | null

/** Everybody stays who they were when they were first met: one batch takes nobody for two people, whatever token comes. */
export function asFirstMet(isMeant: (entry: Entry) => boolean): AudienceOf {
  const met = new Map<Subscription, KnownAudience>()
  return (entry) => {
    if (!isMeant(entry)) return null
    const audience = met.get(entry.subscription) ?? entry.subscription.audience
    met.set(entry.subscription, audience)
    return audience
  }
}

export const toTold = ({ change, table, entries }: Match, original: RowChange, audienceOf: AudienceOf): Told => ({
  change,
  original,
  table,
  hearers: entries.flatMap((entry) => {
    const audience = audienceOf(entry)
    return audience === null ? [] : [{ entry, audience }]
  }),
})

/** Large enough that what is asked once for each slice weighs little, small enough that nobody waits for a thousand others. */
const PEOPLE_OF_A_SLICE = 200

/** All that concerns one person is in one slice. */
export function inSlices(tables: readonly Matched[]): Matched[][] {
  const sliceOf = new Map<string, number>()
  const toSlice = ({ audience: { claimsJson } }: Hearer): number => {
    const slice = sliceOf.get(claimsJson) ?? Math.floor(sliceOf.size / PEOPLE_OF_A_SLICE)
    sliceOf.set(claimsJson, slice)
    return slice
  }
  const slices: Matched[][] = []
  for (const matched of tables) {
    const parts = new Map<number, Told[]>()
    for (const one of matched.told) {
      for (const [slice, hearers] of Map.groupBy(one.hearers, toSlice)) append(parts, slice, { ...one, hearers })
    }
    for (const [slice, told] of parts) (slices[slice] ??= []).push({ ...matched, told })
  }
  return slices
}

export function byRole(told: readonly Told[]): Map<string, Told[]> {
  const roles = new Map<string, Told[]>()
  for (const one of told) {
    const parts = Map.groupBy(one.hearers, ({ audience }) => audience.role)
    for (const [role, hearers] of parts) append(roles, role, { ...one, hearers })
  }
  return roles
}

function append<K>(into: Map<K, Told[]>, key: K, one: Told): void {
  const known = into.get(key)
  if (known === undefined) into.set(key, [one])
  else known.push(one)
}
