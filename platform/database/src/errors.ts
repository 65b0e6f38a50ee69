/** What PostgreSQL said, in its own words: `code` is the SQLSTATE. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: string
  readonly detail: string | null
  readonly hint: string | null
  readonly schema: string | null
  readonly table: string | null
  readonly column: string | null
  readonly constraint: string | null

  constructor(fields: DatabaseErrorFields, cause?: unknown) {
    super(fields.message, { cause })
    this.code = fields.code
    this.detail = fields.detail ?? null
    this.hint = fields.hint ?? null
    this.schema = fields.schema ?? null
    this.table = fields.table ?? null
    this.column = fields.column ?? null
    this.constraint = fields.constraint ?? null
  }
}

export interface DatabaseErrorFields {
  readonly message: string
  readonly code: string
  readonly detail?: string | null
  readonly hint?: string | null
  readonly schema?: string | null
  readonly table?: string | null
  readonly column?: string | null
  readonly constraint?: string | null
}

/** No answer from PostgreSQL: refused, lost, or no free connection in time. Callers answer 503 or 504. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
  readonly reason: 'connection' | 'timeout' | 'pool' | 'read-only'

  constructor(reason: DatabaseUnavailableError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
