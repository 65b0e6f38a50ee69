import { DatabaseError, type Database } from '@platform/database'

import type { Table } from '../catalog/tables.ts'
import {
  askConditions,
  compileCondition,
  rowFor,
  type CompiledCondition,
  type ThereCondition,
} from '../filters/conditions.ts'
import type { Condition } from '../filters/filter-grammar.ts'
import type { Row, RowChange } from '../row-change.ts'
import type { Entry, Registry, Subscription } from './registry.ts'

/** A change and the bindings whose event, table and filter it matches. */
export interface Match {
  readonly change: RowChange
  readonly table: Table
  readonly entries: readonly Entry[]
}

interface Question {
  readonly table: Table
  readonly changes: readonly RowChange[]
  readonly registry: Registry
  /** Hears of bindings whose filter could not be evaluated. */
  readonly onUndecided: (entry: Entry) => void
}

const CONDITIONS_KEPT = 20_000

/** Compiles conditions once for all who have the same, and finds out whom a change concerns. */
export class Matcher {
  readonly #database: Database
  readonly #compiled = new Map<string, Promise<CompiledCondition>>()

  constructor(database: Database) {
    this.#database = database
  }

  /** @throws {DatabaseError} in PostgreSQL's words; {RangeError} for a column that the table does not have */
  async compile(table: Table, conditions: readonly Condition[]): Promise<readonly CompiledCondition[]> {
    return Promise.all(conditions.map((condition) => this.#compileOne(table, condition)))
  }

  #compileOne(table: Table, condition: Condition): Promise<CompiledCondition> {
    const column = table.columns.find(({ name }) => name === condition.column)
    if (column === undefined) return Promise.reject(new RangeError(`invalid column for filter ${condition.column}`))
    const key = JSON.stringify([column.sqlType, column.isExact, condition])
    const known = this.#compiled.get(key)
    if (known !== undefined) return known
    const compiled = compileCondition(this.#database, column, condition)
    if (this.#compiled.size >= CONDITIONS_KEPT) this.#compiled.clear()
    this.#compiled.set(key, compiled)
    compiled.catch(() => this.#compiled.delete(key))
    return compiled
  }

  /** The changes of one table that concern anybody. */
  async match({ table, changes, registry, onUndecided }: Question): Promise<Match[]> {
    const entries = [...registry.entriesFor(table)].filter(({ subscription }) => !subscription.isClosed)
    const shape = shapeOf(table)
    const unfit = entries.filter((entry) => entry.compiled.get(table.oid)?.shape !== shape)
    await Promise.all(unfit.map((entry) => this.#fit(entry, table, shape)))
    const hopeful = changes.map((change) => ({
      change,
      entries: entries.filter(
        (entry) => concerns(entry, change) && holdsHere(conditionsOf(entry, table), rowOf(change)),
      ),
    }))
    const answers = await this.#askThere(table, hopeful)
    const matches: Match[] = []
    for (const { change, entries: open } of hopeful) {
      const certain = open.filter((entry) => {
        const verdict = answers(entry, change)
        if (verdict === 'undecided') onUndecided(entry)
        return verdict === 'holds'
      })
      if (certain.length > 0) matches.push({ change, table, entries: certain })
    }
    return matches
  }

  /** A table may have changed, or come into a wildcard's reach, since the binding was made. */
  async #fit(entry: Entry, table: Table, shape: string): Promise<void> {
    const conditions = await this.compile(table, entry.interest.conditions).catch((error: unknown) => {
      if (error instanceof DatabaseError || error instanceof RangeError) return null
      throw error
    })
    entry.compiled.set(table.oid, { shape, conditions })
  }

  async #askThere(table: Table, hopeful: readonly { change: RowChange; entries: readonly Entry[] }[]) {
    const wanted = new Map<string, ThereCondition>()
    const changes = new Set<RowChange>()
    for (const { change, entries } of hopeful) {
      for (const entry of entries) {
        for (const condition of thereConditionsOf(entry, table)) {
          wanted.set(condition.expression, condition)
          changes.add(change)
        }
      }
    }
    const asked = [...wanted.values()]
    const truth = await this.#ask(table, asked, [...changes])
    return (entry: Entry, change: RowChange): 'holds' | 'fails' | 'undecided' => {
      const verdicts = thereConditionsOf(entry, table).map(({ expression }) => truth.get(expression)?.get(change))
      if (verdicts.includes(undefined)) return 'undecided'
      return verdicts.every((verdict) => verdict === true) ? 'holds' : 'fails'
    }
  }

  /** When a condition spoils the statement, each is asked alone: nobody waits for another's evil pattern for long. */
  async #ask(table: Table, conditions: readonly ThereCondition[], changes: readonly RowChange[]): Promise<Truth> {
    const truth: Truth = new Map()
    if (conditions.length === 0 || changes.length === 0) return truth
    const rows = changes.map((change) => rowFor(conditions, rowOf(change)))
    try {
      const answers = await askConditions(this.#database, table, conditions, rows)
      for (const [index, { expression }] of conditions.entries()) {
        truth.set(expression, new Map(changes.map((change, row) => [change, answers[row]?.[index] ?? null])))
      }
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      if (conditions.length === 1) return truth
      for (const condition of conditions) {
        for (const [expression, answer] of await this.#ask(table, [condition], changes)) truth.set(expression, answer)
      }
    }
    return truth
  }
}

type Truth = Map<string, ReadonlyMap<RowChange, boolean | null>>

const shapeOf = ({ columns }: Table): string => columns.map(({ name, sqlType }) => `${name} ${sqlType}`).join(',')

const rowOf = ({ record, old }: RowChange): Row => record ?? old ?? new Map()

const conditionsOf = (entry: Entry, table: Table) => entry.compiled.get(table.oid)?.conditions ?? null

const thereConditionsOf = (entry: Entry, table: Table): ThereCondition[] =>
  (conditionsOf(entry, table) ?? []).filter((condition) => condition.where === 'there')

const concerns = ({ interest, subscription }: Entry, { kind }: RowChange) =>
  !subscription.isClosed && (interest.kind === '*' || interest.kind === kind)

/** A condition on a column that the change does not tell is not met; what PostgreSQL decides is left open. */
function holdsHere(conditions: readonly CompiledCondition[] | null, row: Row): boolean {
  if (conditions === null) return false
  return conditions.every((condition) => {
    const json = row.get(condition.column)
    return json !== undefined && (condition.where === 'there' || condition.holds(json))
  })
}

/** The subscriptions behind bindings, each once. */
export const subscriptionsOf = (entries: Iterable<Entry>): Set<Subscription> =>
  new Set([...entries].map(({ subscription }) => subscription))
