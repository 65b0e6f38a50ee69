import { setTimeout as wait } from 'node:timers/promises'

import { DatabaseError, DatabaseUnavailableError, systemSession, type Database } from '@platform/database'

import type { RightsCatalog, TableRights } from '../catalog/rights.ts'
import { tableKey, type Table, type TableCatalog } from '../catalog/tables.ts'
import type { ObserveRowChanges } from '../events.ts'
import type { RowChange } from '../row-change.ts'
import { Deliveries, type RoleView } from './deliveries.ts'
import { judge, keyOf, type Judgement, type Judges } from './judging.ts'
import { subscriptionsOf, type Matcher } from './matching.ts'
import { currentRowsQuery, keyArrays } from './questions.ts'
import type { Entry, Registry, Subscription } from './registry.ts'
import { untilSettled } from './settled.ts'
import { asFirstMet, byRole, inSlices, toTold, type AudienceOf, type Matched, type Told } from './slices.ts'

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

  dispatch(batch: readonly RowChange[]): Promise<void> {
    return this.#dispatchTo(() => true, batch)
  }

  async #dispatchTo(isMeant: (entry: Entry) => boolean, batch: readonly RowChange[]): Promise<void> {
    const found = await this.#patiently(async () => {
      const tables = await this.#tablesOf(batch)
      const audienceOf = asFirstMet(isMeant)
      return Promise.all([...tables].map(([table, changes]) => this.#match(table, changes, audienceOf)))
    })
    const slices = inSlices(found ?? [])
    const late = new Set<Subscription>()
    const answerNext = async (): Promise<void> => {
      for (let slice = slices.shift(); slice !== undefined; slice = slices.shift()) {
        for (const subscription of await this.#answer(slice, batch)) late.add(subscription)
      }
    }
    const failed = (await Promise.allSettled([answerNext(), answerNext()])).find(({ status }) => status === 'rejected')
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason
    // Whoever became somebody else during the check is judged again, as who they are now.
    if (late.size > 0) await this.#dispatchTo(({ subscription }) => late.has(subscription), batch)
  }

  async #answer(slice: readonly Matched[], batch: readonly RowChange[]): Promise<Iterable<Subscription>> {
    const deliveries = await this.#patiently(async () => {
      const checked = new Deliveries(batch)
      await Promise.all(slice.map((matched) => this.#checkTable(matched, checked)))
      return checked
    })
    return deliveries?.send() ?? []
  }

  /** While the database is away, nothing can be checked: the changes wait. Undefined when nobody waits any more. */
  async #patiently<T>(check: () => Promise<T>): Promise<T | undefined> {
    while (!this.#isClosed && this.#parts.registry.size > 0) {
      try {
        return await check()
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) throw error
        await wait(TRY_AGAIN_AFTER)
      }
    }
    return undefined
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

  async #match(table: Table, changes: readonly RowChange[], audienceOf: AudienceOf): Promise<Matched> {
    const { matcher, registry, system } = this.#parts
    const undecided = new Set<Entry>()
    const whole = await this.#complete(table, changes)
    const found = await matcher.match({ table, changes: whole, registry, onUndecided: (entry) => undecided.add(entry) })
    tellLost(undecided, `A filter on ${table.schema}.${table.name} could not be evaluated in time`)
    const originals = new Map(whole.map((change, index) => [change, changes[index]!]))
    const told = found
      .map((match) => toTold(match, originals.get(match.change)!, audienceOf))
      .filter(({ hearers }) => hearers.length > 0)
    return {
      table,
      told,
      superseded: supersededWithin(table, whole),
      settled: once(() => untilSettled(system, new Set(told.map(({ change }) => change.xid)))),
    }
  }

  async #checkTable(matched: Matched, deliveries: Deliveries): Promise<void> {
    await Promise.all(
      [...byRole(matched.told)].map(async ([role, told]) => {
        const view = await this.#viewOf({ ...matched, role, told })
        if (view !== null) for (const one of told) deliveries.add(one, view)
      }),
    )
  }

  /** Null where nothing can be told: a policy, or somebody's right, could not be asked for. */
  async #viewOf({ role, table, told, superseded, settled }: Audiences): Promise<RoleView | null> {
    const hearers = told.flatMap((one) => one.hearers)
    try {
      const rights = await this.#rightsOf(role, table)
      if (rights === undefined) return null
      const { columns } = rights
      if (!rights.isFiltered) return { role, columns, judgement: null }
      if (!table.key.every(({ name }) => columns.has(name))) return { role, columns, judgement: seesNothing }
      const changes = told.map(({ change }) => change)
      const claims = [...new Set(hearers.map(({ audience }) => audience.claimsJson))]
      await settled()
      return { role, columns, judgement: await judge(this.#parts.judges, { table, role, changes, claims, superseded }) }
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      this.#parts.observe({ kind: 'realtime.changes-unchecked', table: table.sqlName, error })
      tellLost(
        hearers.map(({ entry }) => entry),
        `Changes of ${table.schema}.${table.name} could not be checked against its policies`,
      )
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

interface Audiences extends Matched {
  readonly role: string
  readonly told: readonly Told[]
}

const seesNothing: Judgement = { verdict: () => 'hidden', couldSeeOld: () => false }

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

/** Made again only where it failed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
