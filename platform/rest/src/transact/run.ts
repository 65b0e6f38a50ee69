/** Plan → Answer: the only stage that touches the database. */
import type { Database, RawResult, ReadTransaction, Session, Statement, WriteTransaction } from '@platform/database'

import { requestErrors } from '../errors.ts'
import type { Plan } from '../plan/plan.ts'
import { answerColumns, type Statements } from '../sql/statement.ts'

export interface Answer {
  readonly total: number | null
  /** Whether the total is the planner's guess. */
  readonly isEstimated: boolean
  /** Rows of the page, or rows that a mutation touched. */
  readonly rows: number
  readonly body: Buffer | null
  readonly headers: string | null
  readonly status: string | null
  readonly inserted: number | null
  readonly location: string | null
}

/** @param before runs first in the same transaction: the operator's own check of every request */
export async function runPlan(database: Database, session: Session, plan: Plan, statements: Prepared): Promise<Answer> {
  const { main, estimate, before } = statements
  if (plan.access === 'write' && (before !== null || needsDecision(plan))) {
    return decide(database, session, plan, statements)
  }
  if (before === null && estimate === null) {
    return readAnswer(await database.once(session, main, plan.access), plan)
  }
  return database.read(session, async (tx) => {
    if (before !== null) await tx.raw(before)
    const answer = await ask(tx, main, plan)
    return estimate === null || isCounted(answer, plan) ? answer : withEstimate(answer, await tx.raw(estimate))
  })
}

export interface Prepared extends Statements {
  readonly before: Statement | null
}

const ask = async (tx: ReadTransaction, statement: Statement, plan: Plan) => readAnswer(await tx.raw(statement), plan)

/** Whether the result decides if the change stays. A single inserted object can only be one row or none. */
function needsDecision({ source, isSingular, maxAffected, rollsBack }: Plan): boolean {
  if (rollsBack || maxAffected !== null) return true
  return isSingular && !(source?.kind === 'insert' && !source.isArray)
}

/** Ends a transaction whose answer is wanted and whose change is not. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'
  readonly answer: Answer

  constructor(answer: Answer) {
    super('Rolled back as asked')
    this.answer = answer
  }
}

async function decide(database: Database, session: Session, plan: Plan, { main, before }: Prepared): Promise<Answer> {
  const work = async (tx: WriteTransaction) => {
    if (before !== null) await tx.raw(before)
    const answer = await ask(tx, main, plan)
    assertRows(plan, answer)
    if (!plan.rollsBack) return answer
    await tx.execute('set constraints all immediate')
    throw new RolledBack(answer)
  }
  try {
    return await database.write(session, work)
  } catch (error) {
    if (error instanceof RolledBack) return error.answer
    throw error
  }
}

export function assertRows({ isSingular, maxAffected, source }: Plan, { rows }: Answer): void {
  if (isSingular && rows !== 1) throw requestErrors.notSingular(rows)
  if (source !== null && maxAffected !== null && rows > maxAffected) throw requestErrors.maxAffected(rows)
}

function readAnswer({ rows }: RawResult, { explain }: Plan): Answer {
  const [row = []] = rows
  if (explain !== null) {
    const lines = rows.map(([line]) => line?.toString() ?? '')
    return { ...emptyAnswer, body: Buffer.from(lines.join('\n')) }
  }
  const text = (at: number) => row[at]?.toString() ?? null
  const number = (at: number) => (row[at] == null ? null : Number(row[at].toString()))
  return {
    total: number(answerColumns.total),
    isEstimated: false,
    rows: number(answerColumns.rows) ?? 0,
    body: row[answerColumns.body] ?? null,
    headers: text(answerColumns.headers),
    status: text(answerColumns.status),
    inserted: number(answerColumns.inserted),
    location: text(answerColumns.location),
  }
}

const emptyAnswer: Answer = {
  total: null,
  isEstimated: false,
  rows: 0,
  body: null,
  headers: null,
  status: null,
  inserted: null,
  location: null,
}

/** Whether the rows were counted one by one, and none is left out. */
const isCounted = ({ total }: Answer, { countsUpTo }: Plan) =>
  total !== null && countsUpTo !== null && total <= countsUpTo

/** Beyond what was counted the planner is believed. */
function withEstimate(answer: Answer, { rows }: RawResult): Answer {
  const explained = JSON.parse(rows[0]?.[0]?.toString() ?? '[]') as { Plan?: { 'Plan Rows'?: number } }[]
  const guess = explained[0]?.Plan?.['Plan Rows'] ?? 0
  return { ...answer, total: Math.max(answer.total ?? 0, guess), isEstimated: true }
}
