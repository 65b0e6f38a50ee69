import { DatabaseError, systemSession, type Database } from '@platform/database'

import { objectOf, textOfJson } from '../catalog/json-text.ts'
import type { PolicyCatalog } from '../catalog/policies.ts'
import type { Table } from '../catalog/tables.ts'
import type { ObserveRowChanges } from '../events.ts'
import type { Row, RowChange } from '../row-change.ts'
import type { QuestionsForAll } from './for-all.ts'
import { currentRowsQuery, keyArrays, policyQuestion, visibleQuestion, type Key, type Question } from './questions.ts'

/** Who sees what of the changes of one table, among people of one role under row-level security. */
export interface Judgement {
  /** `failed`: a policy could not be evaluated for this person. */
  verdict(claims: string, change: RowChange): 'seen' | 'hidden' | 'failed'
  /** Whether the row was visible before an UPDATE, where the change tells the whole of it. */
  couldSeeOld(claims: string, change: RowChange): boolean
}

export interface Judges {
  readonly gateway: Database
  readonly system: Database
  readonly policies: PolicyCatalog
  readonly forAll: QuestionsForAll
  readonly observe: ObserveRowChanges
  /** Of rows whose policy cannot be evaluated any more: whether everybody learns the key, as on the hosted service. */
  readonly tellsUnseenDeletes: boolean
}

export interface Case {
  readonly table: Table
  readonly role: string
  readonly changes: readonly RowChange[]
  /** As JSON, each once. */
  readonly claims: readonly string[]
  /** Changes whose row was changed again by the same transaction. */
  readonly superseded: ReadonlySet<RowChange>
}

type Seen = (claims: string, change: RowChange) => boolean | null

/**
 * Asked once everybody sees the changes. A row is told to whoever may read it now. Where the row is no longer the version that is told, the policies must
 * let that version through as well: what was changed before it was made public stays private.
 */
export async function judge(judges: Judges, given: Case): Promise<Judgement> {
  const written = given.changes.filter(({ kind }) => kind !== 'DELETE')
  const [now, old] = await Promise.all([askVisible(judges, given, written), askOld(judges, given)])
  const doubtful = await supersededOf(
    judges,
    given,
    written.filter((change) => given.claims.some((claims) => now(claims, change) === true)),
  )
  const then = await askPolicy(judges, given, doubtful, ({ record }) => record)
  const isDoubtful = new Set(doubtful)
  const isSeen: Seen = (claims, change) => {
    if (change.kind === 'DELETE') return old(claims, change)
    const isNow = now(claims, change)
    return isNow === true && isDoubtful.has(change) ? then(claims, change) : isNow
  }
  return {
    verdict(claims, change) {
      const seen = isSeen(claims, change)
      return seen === null ? 'failed' : seen ? 'seen' : 'hidden'
    },
    couldSeeOld: (claims, change) => old(claims, change) === true,
  }
}

async function askVisible(judges: Judges, given: Case, changes: readonly RowChange[]): Promise<Seen> {
  const keyed = changes.flatMap((change) => {
    const key = keyOf(given.table, change.record)
    return key === null ? [] : [{ change, key }]
  })
  if (keyed.length === 0) return () => false
  const keys = keyed.map(({ key }) => key)
  const asked = keyed.map(({ change }) => change)
  const policy = await judges.policies.of(given.table, given.role)
  const shared = await judges.forAll.ask({ ...given, policy, keys })
  return shared === null ? askEach(judges, given, visibleQuestion(given.table, keys), asked) : verdictsOf(shared, asked)
}

function verdictsOf(answers: ReadonlyMap<string, ReadonlySet<number> | null>, changes: readonly RowChange[]): Seen {
  const numbers = new Map(changes.map((change, index) => [change, index + 1]))
  return (one, change) => {
    const answer = answers.get(one) ?? null
    return answer === null ? null : answer.has(numbers.get(change) ?? 0)
  }
}

/** DELETE and UPDATE, on the row as it was. Where too little of it is known, a DELETE is told or not as configured. */
async function askOld(judges: Judges, given: Case): Promise<Seen> {
  const changes = given.changes.filter(({ old, kind, isOldWhole }) => old !== null && (kind === 'DELETE' || isOldWhole))
  if (changes.length === 0) return () => false
  const policy = await judges.policies.of(given.table, given.role)
  const decidable = changes.filter(
    ({ isOldWhole, old }) =>
      isOldWhole || (policy.columns !== null && [...policy.columns].every((name) => old?.has(name))),
  )
  const seen = await askPolicy(judges, given, decidable, ({ old }) => old)
  const isDecidable = new Set(decidable)
  return (claims, change) =>
    isDecidable.has(change) ? seen(claims, change) : change.kind === 'DELETE' && judges.tellsUnseenDeletes
}

async function askPolicy(
  judges: Judges,
  given: Case,
  changes: readonly RowChange[],
  rowOf: (change: RowChange) => Row | null,
): Promise<Seen> {
  if (changes.length === 0) return () => false
  const { condition } = await judges.policies.of(given.table, given.role)
  const rows = changes.map((change) => objectOf(rowOf(change) ?? []))
  return askEach(judges, given, policyQuestion(given.table, condition, rows), changes)
}

/** For one statement; people beyond this are asked about by further ones. */
const LONGEST_QUESTION = '10000'
/** Rows times people in one statement, which takes some tens of microseconds for each. */
const LARGEST_QUESTION = 4_000
const FEWEST_PEOPLE = 20

/** The people in groups, two of which are asked about at a time. Where a group's policies fail, it alone is told nothing. */
async function askEach(
  judges: Judges,
  { table, role, claims }: Case,
  question: Question,
  changes: readonly RowChange[],
): Promise<Seen> {
  const size = Math.max(FEWEST_PEOPLE, Math.ceil(LARGEST_QUESTION / changes.length))
  const groups = Array.from({ length: Math.ceil(claims.length / size) }, (_, index) =>
    claims.slice(index * size, (index + 1) * size),
  )
  const answers = new Map<string, ReadonlySet<number> | null>()
  const askNext = async (): Promise<void> => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      try {
        const found = await askGroup(judges.gateway, role, group, question)
        for (const [index, one] of group.entries()) answers.set(one, found[index] ?? null)
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error
        judges.observe({ kind: 'realtime.changes-unchecked', table: table.sqlName, error })
      }
    }
  }
  await Promise.all([askNext(), askNext()])
  return verdictsOf(answers, changes)
}

/** One plan for all: PostgreSQL would rather plan anew for each person, which takes longer than the answer. */
const ONE_PLAN = { plan_cache_mode: 'force_generic_plan' }

async function askGroup(gateway: Database, role: string, claims: readonly string[], question: Question) {
  const { rows } = await gateway.once(
    { ...systemSession, settings: { statement_timeout: LONGEST_QUESTION, TimeZone: 'UTC', ...ONE_PLAN } },
    {
      name: 'realtime.ask_each',
      text: 'select realtime.ask_each($1, $2::text[], $3, $4)',
      params: [role, claims, question.text, question.arguments],
    },
    'read',
  )
  return rows.map(([answer]) => numbersIn(answer ?? null))
}

/** From `{1,3}`. */
function numbersIn(array: Buffer | null): ReadonlySet<number> | null {
  if (array === null) return null
  const list = array.toString('latin1').slice(1, -1)
  return new Set(list === '' ? [] : list.split(',').map(Number))
}

/** Asked after the rows were found visible: a version that is still there now was there then. */
async function supersededOf({ system }: Judges, given: Case, changes: readonly RowChange[]): Promise<RowChange[]> {
  const open = changes.filter((change) => change.isTransactionWhole && !given.superseded.has(change))
  const versions = await versionsOf(system, given.table, open)
  return changes.filter((change) => versions.get(change) !== change.xid)
}

async function versionsOf(
  system: Database,
  table: Table,
  changes: readonly RowChange[],
): Promise<Map<RowChange, number>> {
  if (changes.length === 0) return new Map()
  const keys = changes.map((change) => keyOf(table, change.record) ?? [])
  const rows = await system.read(systemSession, (tx) =>
    tx.query<{ number: number; version: string }>(currentRowsQuery(table, []), keyArrays(table.key, keys)),
  )
  return new Map(rows.map(({ number, version }) => [changes[number - 1]!, Number(version)]))
}

/** Null where a column of the key is not told. */
export function keyOf(table: Table, row: Row | null): Key | null {
  const values = table.key.map(({ name }) => {
    const json = row?.get(name)
    return json === undefined ? null : textOfJson(json)
  })
  return values.length === 0 || values.includes(null) ? null : (values as string[])
}
