/** Every row of one moment, out of one PostgreSQL and into another of any version: for servers whose files are not ours. */
import type pg from 'pg'

import type { Login } from '../driver/login.ts'
import { copyIn, copyOut } from './copy.ts'
import { openSession } from './session.ts'
import { readSequences, readTables, type Sequence, type Table } from './tables.ts'

/** Everything of one moment; `tables` is read once, each table to its end before the next. */
export interface RowsOut extends AsyncDisposable {
  readonly sequences: readonly Sequence[]
  tables(): AsyncIterable<TableOut>
}

export interface TableOut extends Table {
  readonly data: AsyncIterable<Uint8Array>
  /** Known when the data has been read. */
  readonly count: () => number
}

export interface TableIn extends Table {
  readonly data: AsyncIterable<Uint8Array>
}

/** The rows cannot be put into this database. */
export class RowsError extends Error {
  override readonly name = 'RowsError'
}

export async function openRows(login: Login): Promise<RowsOut> {
  const client = await openSession(login)
  try {
    await client.query('begin isolation level repeatable read, read only')
    const [tables, sequences] = [await readTables(client), await readSequences(client)]
    return {
      sequences,
      tables: () => copyTables(client, tables),
      [Symbol.asyncDispose]: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function* copyTables(client: pg.Client, tables: readonly Table[]): AsyncIterable<TableOut> {
  for (const table of tables) {
    const copy = copyOut(client, `copy (select ${table.columns} from ${table.name}) to stdout`)
    yield { ...table, data: copy.stream, count: () => copy.count }
    await copy.done
  }
}

/**
 * Puts rows in place of all that the tables hold, in one transaction: all of it or nothing. `isComplete` is asked at
 * the end. Answers how many rows each table got.
 * @throws {RowsError} where the tables are others, or the login may not
 */
export async function loadRows(
  login: Login,
  tables: AsyncIterable<TableIn>,
  sequences: readonly Sequence[],
): Promise<ReadonlyMap<string, number>> {
  const client = await openSession(login)
  try {
    await client.query('begin')
    await silenceTriggers(client)
    const known = new Map((await readTables(client)).map((table) => [table.name, table]))
    await client.query(`truncate ${[...known.keys()].join(', ')}`)
    const counts = new Map<string, number>()
    for await (const table of tables) {
      if (known.get(table.name)?.columns !== table.columns) {
        throw new RowsError(`${table.name} has other columns here, or is not there: start the release that made this`)
      }
      counts.set(table.name, await copyIn(client, `copy ${table.name} (${table.columns}) from stdin`, table.data))
    }
    for (const { name, value, isCalled } of sequences) {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled])
    }
    await client.query('commit')
    await client.query('analyze')
    return counts
  } finally {
    await client.end()
  }
}

/** What triggers did has been done, and rows come in no order that foreign keys could follow. */
async function silenceTriggers(client: pg.Client): Promise<void> {
  await client.query('set local session_replication_role = replica').catch((error: Error) => {
    throw new RowsError(
      `The user of DATABASE_URL may not load rows as they are (${error.message}). ` +
        'Let its superuser say: grant set on parameter session_replication_role to that user',
      { cause: error },
    )
  })
}
