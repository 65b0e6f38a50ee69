import pg from 'pg'

import type { Access, Parameter, RawResult, Session, Statement, WriteTransaction } from '../database.ts'
import { DatabaseError } from '../errors.ts'
import type { BatchResult } from './batch.ts'
import type { Connection } from './connection.ts'
import { preambleOf } from './preamble.ts'

export interface TransactionOptions {
  readonly session: Session
  readonly access: Access
  readonly statementTimeout: number
  readonly patience: number
}

/** BEGIN and the settings in one round trip, `work`, COMMIT; ROLLBACK when `work` throws. */
export async function runTransaction<T>(
  connection: Connection,
  options: TransactionOptions,
  work: (tx: WriteTransaction) => Promise<T>,
): Promise<T> {
  const { session, access, statementTimeout, patience } = options
  const role = session.role
  const tx = new OpenTransaction((statement, describe) => connection.run({ role, statement, describe, patience }))
  let result: T
  try {
    const opening = access === 'read' ? 'begin read only' : 'begin'
    await connection.run({ opening, preamble: preambleOf(session, 'write', statementTimeout), role, patience })
    result = await work(tx)
    await tx.end()
  } catch (error) {
    await tx.end()
    await connection.run({ opening: 'rollback', role, patience }).catch((failure: Error) => connection.destroy(failure))
    throw error
  }
  const { tag } = await connection.run({ opening: 'commit', role, patience })
  // PostgreSQL answers a commit of an aborted transaction with a rollback, not with an error.
  if (tag === 'ROLLBACK') {
    throw new DatabaseError({ code: '25P02', message: 'The transaction was rolled back: a statement in it had failed' })
  }
  return result
}

type Run = (statement: Statement, describe: boolean) => Promise<BatchResult>

/** One statement at a time, in the order asked, and none after the end. */
class OpenTransaction implements WriteTransaction {
  readonly #run: Run
  #last: Promise<unknown> = Promise.resolve()
  #ended = false

  constructor(run: Run) {
    this.#run = run
  }

  async query<Row extends object>(text: string, params: readonly Parameter[] = []): Promise<Row[]> {
    return toObjects<Row>(await this.#inOrder({ text, params }, true))
  }

  async raw(statement: Statement): Promise<RawResult> {
    return this.#inOrder(statement, false)
  }

  async execute(text: string, params: readonly Parameter[] = []): Promise<number> {
    return (await this.#inOrder({ text, params }, false)).rowCount
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#last
  }

  #inOrder(statement: Statement, describe: boolean): Promise<BatchResult> {
    if (this.#ended) return Promise.reject(new Error('The transaction has ended'))
    const answer = this.#last.then(() => this.#run(statement, describe))
    this.#last = answer.catch(() => {})
    return answer
  }
}

export function toObjects<Row extends object>({ rows, columns }: BatchResult): Row[] {
  const readers = columns.map(({ name, dataTypeID }) => ({ name, parse: parserFor(dataTypeID, 'text') }))
  return rows.map((row) => {
    const object: Record<string, unknown> = {}
    for (const [index, { name, parse }] of readers.entries()) {
      const bytes = row[index] ?? null
      object[name] = bytes === null ? null : parse(bytes.toString())
    }
    return object as Row
  })
}

const parserFor = pg.types.getTypeParser as (type: number, format: 'text') => (text: string) => unknown
