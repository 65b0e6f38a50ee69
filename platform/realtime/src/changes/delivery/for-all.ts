/**
 * One question for all, where a policy looks at nothing but the row and at who asks: a thousand people cost little more
 * than one. Whoever the policy fails on spoils it for everybody: they are asked one after the other instead.
 */
import { DatabaseError, systemSession, type Database } from '@platform/database'

import { policyVersion, type ReadPolicy } from '../catalog/policies.ts'
import type { Table } from '../catalog/tables.ts'
import { arrayOf, identifier, literal } from '../sql-text.ts'
import { givenKeys, keyArrays, sameKey, type Key } from './questions.ts'

export interface QuestionForAll {
  readonly table: Table
  readonly role: string
  /** Judged by as long as it is the table's and the role's. */
  readonly policy: ReadPolicy
  readonly claims: readonly string[]
  readonly keys: readonly Key[]
}

/** By person, the numbers (from 1) of the rows that the policies let through. */
type Answers = ReadonlyMap<string, ReadonlySet<number>>

/**
 * An owner whom a table's policies bind as well could not answer: that is an error then, and no empty answer. The
 * platform has few connections as the owner: none waits for a table that somebody locks. What a condition does not
 * qualify is PostgreSQL's own.
 */
const settings = {
  statement_timeout: '2000',
  lock_timeout: '200',
  TimeZone: 'UTC',
  row_security: 'off',
  search_path: '',
}
const AT_ONCE = 2
/** What comes beyond is asked one by one, at the other door: nobody's change waits behind any number of slow questions. */
const WAITING_AT_MOST = 16

/** In milliseconds. */
const FAILURE_REMEMBERED = 60_000

interface Verdict {
  readonly person: number
  readonly numbers: readonly number[]
  readonly version: string
  readonly mayAsk: boolean
}

export class QuestionsForAll {
  readonly #system: Database
  readonly #turns = new Turns(AT_ONCE, WAITING_AT_MOST)
  /** By table and policies, until when they are asked one by one. */
  readonly #failed = new Map<string, number>()

  constructor(system: Database) {
    this.#system = system
  }

  /** Null where they are to be asked one by one: it fails, too many wait, or the policies or the role's rights are others by now. */
  async ask(question: QuestionForAll): Promise<Answers | null> {
    const { forAll } = question.policy
    return forAll === null || this.#hasFailed(question)
      ? null
      : this.#turns.take(() => this.#askInTurn(question, forAll))
  }

  async #askInTurn(question: QuestionForAll, condition: string): Promise<Answers | null> {
    // While it waited for its turn.
    if (this.#hasFailed(question)) return null
    try {
      return await askForAll(this.#system, question, condition)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      if (!isPassing(error)) this.#remember(keyOf(question))
      return null
    }
  }

  #hasFailed(question: QuestionForAll): boolean {
    return (this.#failed.get(keyOf(question)) ?? 0) > performance.now()
  }

  #remember(failed: string): void {
    const now = performance.now()
    for (const [key, until] of this.#failed) if (until <= now) this.#failed.delete(key)
    this.#failed.set(failed, now + FAILURE_REMEMBERED)
  }
}

const keyOf = ({ table, policy }: QuestionForAll) => `${table.oid} ${policy.version}`

/** Of one person's claims, or of a lock: others, or the next question, may well be answered. */
const isPassing = ({ code }: DatabaseError) => code.startsWith('22') || code === '55P03'

/** Asked as the owner, with the rights that the role would need: what is revoked counts at once. */
async function askForAll(system: Database, { table, role, policy, claims, keys }: QuestionForAll, condition: string) {
  const name = identifier(table.name)
  const [claimsGiven, roleGiven] = [`$${table.key.length + 1}`, `$${table.key.length + 2}`]
  // Materialized, so that `auth.uid()` is read row by row, while the claims of that row stand. Lateral, so that the
  // condition's columns are the table's, whatever they are called.
  const text = `
    with callers as materialized (
      select person, auth.uid() as "the caller's id"
      from unnest(${claimsGiven}::text[]) with ordinality as given (claims, person)
      where set_config('request.jwt.claims', claims, true) is not null
    )
    select person::int, array(
      select given.number::int from ${givenKeys(table.key)} cross join lateral (
        select from ${table.sqlName} as ${name} where ${sameKey(table.key, name)} and (${condition})
      ) as seen
    ) as numbers, ${policyVersion(String(table.oid), roleGiven)} as version, ${mayAsk(table, roleGiven)} as "mayAsk"
    from callers`
  const rows = await system.read({ ...systemSession, settings }, (tx) =>
    tx.query<Verdict>(text, [...keyArrays(table.key, keys), arrayOf(claims), role]),
  )
  if (rows.some((row) => row.version !== policy.version || !row.mayAsk)) return null
  return new Map(rows.map(({ person, numbers }) => [claims[person - 1]!, new Set(numbers)]))
}

/** Whether the role may read the columns that are asked by, when it asks itself. */
const mayAsk = ({ oid, schema, key }: Table, role: string) =>
  [
    `has_schema_privilege(${role}::name, ${literal(schema)}::text, 'usage')`,
    ...key.map(({ name }) => `has_column_privilege(${role}::name, ${oid}::oid, ${literal(name)}::text, 'select')`),
  ].join(' and ')

/** So many at a time; some others wait for their turn. */
class Turns {
  readonly #waiting: (() => void)[] = []
  readonly #mostWaiting: number
  #free: number

  constructor(atOnce: number, mostWaiting: number) {
    this.#free = atOnce
    this.#mostWaiting = mostWaiting
  }

  /** Null where as many wait as may. */
  async take<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#free > 0) this.#free -= 1
    else if (this.#waiting.length >= this.#mostWaiting) return null
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }
}
