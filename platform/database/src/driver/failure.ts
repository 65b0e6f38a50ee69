import pg from 'pg'

import { DatabaseError, DatabaseUnavailableError } from '../errors.ts'

/** SQLSTATEs by which a server says that it cannot serve now, rather than that the statement is wrong. */
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03'])
/** Connection exceptions, and logins that the server refuses. */
const UNAVAILABLE_CLASSES = new Set(['08', '28'])

/** From whatever `pg` or the socket raised to one of the package's two errors. */
export function toFailure(error: unknown): DatabaseError | DatabaseUnavailableError {
  if (error instanceof DatabaseError || error instanceof DatabaseUnavailableError) return error
  if (error instanceof pg.DatabaseError && error.code !== undefined) return toStatedFailure(error, error.code)
  const message = error instanceof Error ? error.message : String(error)
  return new DatabaseUnavailableError('connection', `PostgreSQL cannot be reached: ${message}`, error)
}

function toStatedFailure(error: pg.DatabaseError, code: string): DatabaseError | DatabaseUnavailableError {
  const { message, detail, hint, schema, table, column, constraint } = error
  if (UNAVAILABLE.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2))) {
    return new DatabaseUnavailableError('connection', message, error)
  }
  const about = { schema: schema ?? null, table: table ?? null, column: column ?? null, constraint: constraint ?? null }
  return new DatabaseError({ message, code, detail: detail ?? null, hint: hint ?? null, ...about }, error)
}
