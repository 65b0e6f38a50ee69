import { setTimeout as wait } from 'node:timers/promises'

import { DatabaseError, DatabaseUnavailableError, systemSession, type Database } from '@platform/database'

import type { RightsCatalog, TableRights } from '../catalog/rights.ts'
import { tableKey, type Table, type TableCatalog } from '../catalog/tables.ts'
import type { ObserveRowChanges } from '../events.ts'
import type { RowChange } from '../row-change.ts'
import { Deliveries, type RoleView } from './deliveries.ts'
import { judge, keyOf, type Judgement, type Judges } from './judging.ts'
import { subscriptionsOf, type Match, type Matcher } from './matching.ts'
import { currentRowsQuery, keyArrays } from './questions.ts'
import type { Entry, Registry } from './registry.ts'
import { untilSettled } from './settled.ts'

export interface DispatcherParts {
  readonly registry: Registry
  readonly tables: TableCatalog
  readonly rights: RightsCatalog
  readonly matcher: Matcher
  readonly judges: Judges
  readonly system: Database
  readonly observe: ObserveRowChanges
}

const TRY_AGAIN_AFTER = 250

/** Brings each change to whom it concerns and who may see it: a few statements per batch, however many listen. */
export class Dispatcher {
  readonly #parts: DispatcherParts
  #isClosed = false

  constructor(parts: DispatcherParts) {
    this.#parts = parts
  }

  close(): void {
    this.#isClosed = true
  }

  /** While the database is away, nothing can be checked: the changes wait. */
  async dispatch(batch: readonly RowChange[]): Promise<void> {
    while (!this.#isClosed && this.#parts.registry.size > 0) {
      try {
        return await this.#dispatchOnce(batch)
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) throw error
        await wait(TRY_AGAIN_AFTER)
      }
    }
  }

  async #dispatchOnce(batch: readonly RowChange[], isMeant: (entry: Entry) => boolean = () => true): Promise<void> {
    const deliveries = new Deliveries(batch)
    const tables = await this.#tablesOf(batch)
    await Promise.all([...tables].map(([table, changes]) => this.#checkTable(table, changes, { deliveries, isMeant })))
    const late = deliveries.send()
    // Whoever became somebody else during the check is judged again, as who they are now.
    if (late.size > 0) await this.#dispatchOnce(batch, ({ subscription }) => late.has(subscription))
  }

  async #tablesOf(batch: readonly RowChange[]): Promise<Map<Table, RowChange[]>> {
    let tables = await this.#parts.tables.all()
    if (batch.some((change) => !tables.has(tableKey(change.schema, change.table)))) {
      tables = await this.#parts.tables.refresh()
    }
    const byTable = new Map<Table, RowChange[]>()
    for (const change of batch) {
      const table = tables.get(tableKey(change.schema, change.table))
      if (table === undefined) continue
      const changes = byTable.get(table)
      if (changes === undefined) byTable.set(table, [change])
      else changes.push(change)
    }
    return byTable
  }

  async #checkTable(table: Table, changes: readonly RowChange[], { deliveries, isMeant }: Round): Promise<void> {
    const { matcher, registry } = this.#parts
    const undecided = new Set<Entry>()
    const whole = await this.#complete(table, changes)
    const found = await matcher.match({ table, changes: whole, registry, onUndecided: (entry) => undecided.add(entry) })
    const matches = found
      .map(({ change, entries }) => ({ change, table, entries: entries.filter(isMeant) }))
      .filter(({ entries }) => entries.length > 0)
    tellLost(undecided, `A filter on ${table.schema}.${table.name} could not be evaluated in time`)
    const originals = new Map(whole.map((change, index) => [change, changes[index]!]))
    const superseded = supersededWithin(table, whole)
    await Promise.all(
      [...byRole(matches)].map(async ([role, own]) => {
        const view = await this.#viewOf({ role, table, matches: own, superseded })
        if (view === null) return
        for (const match of own) deliveries.add(originals.get(match.change)!, match, view)
      }),
    )
  }

  /** Null where nothing can be told: a policy, or somebody's right, could not be asked for. */
  async #viewOf({ role, table, matches, superseded }: Audiences): Promise<RoleView | null> {
    const entries = matches.flatMap((match) => match.entries)
    try {
      const rights = await this.#rightsOf(role, table)
      if (rights === undefined) return null
      const { columns } = rights
      if (!rights.isFiltered) return { role, columns, judgement: null }
      if (!table.key.every(({ name }) => columns.has(name))) return { role, columns, judgement: seesNothing }
      const changes = matches.map(({ change }) => change)
      const claims = [...new Set(entries.map(({ subscription }) => subscription.audience.claimsJson))]
      return { role, columns, judgement: await judge(this.#parts.judges, { table, role, changes, claims, superseded }) }
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      this.#parts.observe({ kind: 'realtime.changes-unchecked', table: table.sqlName, error })
      tellLost(entries, `Changes of ${table.schema}.${table.name} could not be checked against its policies`)
      return null
    }
  }

  /** A role that nobody may become reads nothing. */
  async #rightsOf(role: string, { oid }: Table): Promise<TableRights | undefined> {
    const { rights } = this.#parts
    try {
      // A table that has just been published.
      return (await rights.of(role)).get(oid) ?? (await rights.refresh(role)).get(oid)
    } catch (error) {
      if (error instanceof DatabaseError) return undefined
      throw error
    }
  }

  /** Large values that a change left untouched are not in it: they are read from the row as it is. */
  async #complete(table: Table, changes: readonly RowChange[]): Promise<RowChange[]> {
    const holes = changes.filter(({ unchanged }) => unchanged.length > 0)
    if (holes.length === 0) return [...changes]
    await untilSettled(this.#parts.system, new Set(holes.map(({ xid }) => xid)))
    const keys = holes.map((change) => keyOf(table, change.record))
    const filled = new Map<RowChange, RowChange>()
    for (const [index, change] of holes.entries()) {
      const key = keys[index]
      const names = change.unchanged.filter((name) => table.columns.some((column) => column.name === name))
      if (key === null || key === undefined || names.length === 0) continue
      const session = { ...systemSession, settings: { TimeZone: 'UTC' } }
      const [row] = await this.#parts.system.read(session, (tx) =>
        tx.query<{ values: (string | null)[] }>(currentRowsQuery(table, names), keyArrays(table.key, [key])),
      )
      if (row === undefined) continue
      const values = names.map((name, position) => [name, row.values[position] ?? 'null'] as const)
      filled.set(change, { ...change, record: new Map([...(change.record ?? []), ...values]) })
    }
    return changes.map((change) => filled.get(change) ?? change)
  }
}

interface Round {
  readonly deliveries: Deliveries
  readonly isMeant: (entry: Entry) => boolean
}

interface Audiences {
  readonly role: string
  readonly table: Table
  readonly matches: readonly Match[]
  readonly superseded: ReadonlySet<RowChange>
}

const seesNothing: Judgement = { verdict: () => 'hidden', couldSeeOld: () => false }

function byRole(matches: readonly Match[]): Map<string, Match[]> {
  const roles = new Map<string, Match[]>()
  for (const match of matches) {
    const own = Map.groupBy(match.entries, ({ subscription }) => subscription.audience.role)
    for (const [role, entries] of own) roles.set(role, [...(roles.get(role) ?? []), { ...match, entries }])
  }
  return roles
}

function tellLost(entries: Iterable<Entry>, message: string): void {
  for (const { listener } of subscriptionsOf(entries)) listener.lost(message)
}

/** Versions that were never the last word of their transaction. */
function supersededWithin(table: Table, changes: readonly RowChange[]): ReadonlySet<RowChange> {
  const later = new Set<string>()
  const superseded = new Set<RowChange>()
  for (const change of changes.toReversed()) {
    const row = JSON.stringify([change.xid, keyOf(table, change.record ?? change.old)])
    if (later.has(row)) superseded.add(change)
    later.add(row)
  }
  return superseded
}
