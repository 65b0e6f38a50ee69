import pg from 'pg'

import { DatabaseError, DatabaseUnavailableError } from '../errors.ts'

/** SQLSTATEs by which a server says that it cannot serve now, rather than that the statement is wrong. */
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03'])

/** From whatever `pg` or the socket raised to one of the package's two errors. */
export function toFailure(error: unknown): DatabaseError | DatabaseUnavailableError {
  if (error instanceof DatabaseError || error instanceof DatabaseUnavailableError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof pg.DatabaseError && error.code !== undefined) {
    const { code } = error
    if (UNAVAILABLE.has(code) || code.startsWith('08') || code.startsWith('28')) {
      return new DatabaseUnavailableError('connection', message, error)
    }
    return new DatabaseError(
      {
        message,
        code,
        detail: error.detail ?? null,
        hint: error.hint ?? null,
        schema: error.schema ?? null,
        table: error.table ?? null,
        column: error.column ?? null,
        constraint: error.constraint ?? null,
      },
      error,
    )
  }
  return new DatabaseUnavailableError('connection', `PostgreSQL cannot be reached: ${message}`, error)
}
