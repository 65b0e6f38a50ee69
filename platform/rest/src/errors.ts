/** Everything rest/v1 can refuse, in one table: code, status and words of WIRE §2.7. */

export type ErrorDetails = string | readonly Readonly<Record<string, string>>[] | null

interface RestErrorFields {
  readonly details?: ErrorDetails
  readonly hint?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Instead of the status's own words in the first line of the answer. */
  readonly statusText?: string | null
  readonly cause?: unknown
}

export class RestError extends Error {
  override readonly name = 'RestError'
  readonly code: string
  readonly status: number
  readonly details: ErrorDetails
  readonly hint: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly statusText: string | null

  constructor(code: string, status: number, message: string, fields: RestErrorFields = {}) {
    super(message, { cause: fields.cause })
    this.code = code
    this.status = status
    this.details = fields.details ?? null
    this.hint = fields.hint ?? null
    this.headers = fields.headers ?? {}
    this.statusText = fields.statusText ?? null
  }
}

const perhaps = (words: string | null, tail = '') => (words === null ? null : `Perhaps you meant ${words}${tail}`)

/** What the client asked for and cannot have: PGRST1xx. */
export const requestErrors = {
  unparsable: (message: string, details: string) => new RestError('PGRST100', 400, message, { details }),
  tooComplex: (details: string) => new RestError('PGRST100', 400, 'The request is too complex', { details }),
  urlTooLong: (limit: number) =>
    new RestError('PGRST100', 414, 'The request URL is too long', { details: `At most ${limit} bytes are accepted.` }),
  encoding: (encoding: string) =>
    new RestError('PGRST102', 415, `Content-Encoding not acceptable: ${encoding}`, {
      details: 'Request bodies are read as they are.',
      headers: { 'accept-encoding': 'identity' },
    }),
  pattern: (limit: number) =>
    new RestError('PGRST100', 400, 'The pattern is too long', { details: `At most ${limit} bytes are accepted.` }),
  /** As PostgreSQL refuses a function that a role may not execute. */
  visitorsMatch: () =>
    new RestError('42501', 401, 'permission denied for operators match and imatch', {
      hint: 'Sign in to filter by regular expressions, or use like and ilike.',
      headers: { 'www-authenticate': 'Bearer' },
    }),
  rpcMethod: (method: string) => new RestError('PGRST101', 405, `Cannot use the ${method} method on RPC`),
  body: (message: string) => new RestError('PGRST102', 400, message),
  bodyTooLarge: (details: string) => new RestError('PGRST102', 413, 'The request body is too large', { details }),
  range: (details: string) => new RestError('PGRST103', 416, 'Requested range not satisfiable', { details }),
  beyondEnd: (offset: number, total: number) =>
    new RestError('PGRST103', 416, 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { 'content-range': `*/${total}` },
    }),
  putFilters: () =>
    new RestError('PGRST105', 405, "Filters must include all and only primary key columns with 'eq' operators"),
  schema: (schema: string, exposed: readonly string[]) =>
    new RestError('PGRST106', 406, `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
    }),
  mediaType: (accepted: readonly string[]) =>
    new RestError('PGRST107', 406, `None of these media types are available: ${accepted.join(', ')}`),
  notEmbedded: (name: string) =>
    new RestError('PGRST108', 400, `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  responseHeaders: () =>
    new RestError(
      'PGRST111',
      500,
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    ),
  responseStatus: () => new RestError('PGRST112', 500, 'response.status guc must be a valid status code'),
  putLimit: () => new RestError('PGRST114', 400, 'limit/offset querystring parameters are not allowed for PUT'),
  putKey: () => new RestError('PGRST115', 400, 'Payload values do not match URL in primary key column(s)'),
  notSingular: (rows: number) =>
    new RestError('PGRST116', 406, 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  method: (method: string) => new RestError('PGRST117', 405, `Unsupported HTTP method: ${method}`),
  relatedOrder: (origin: string, target: string) =>
    new RestError('PGRST118', 400, `A related order on '${target}' is not possible`, {
      details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
    }),
  embedOperator: (name: string) =>
    new RestError('PGRST120', 400, `Bad operator on the '${name}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    }),
  raise: (details: string, hint: string) =>
    new RestError('PGRST121', 500, `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, { details, hint }),
  preferences: (invalid: readonly string[]) =>
    new RestError('PGRST122', 400, 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ')}`,
    }),
  aggregates: () => new RestError('PGRST123', 400, 'Use of aggregate functions is not allowed'),
  maxAffected: (rows: number) =>
    new RestError('PGRST124', 400, 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows`,
    }),
  path: () => new RestError('PGRST125', 404, 'Invalid path specified in request URL'),
  rootDisabled: () => new RestError('PGRST126', 404, 'Root endpoint metadata is disabled'),
  notImplemented: (details: string) => new RestError('PGRST127', 400, 'Feature not implemented', { details }),
  maxAffectedCall: () =>
    new RestError(
      'PGRST128',
      400,
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),
  /** pg-safeupdate's refusal, as the hosted service has it switched on. */
  needsFilter: (verb: 'UPDATE' | 'DELETE') => new RestError('21000', 400, `${verb} requires a WHERE clause`),
} satisfies Record<string, (...facts: never[]) => RestError>

interface MissingRelationship {
  readonly origin: string
  readonly target: string
  readonly relationHint: string | null
  readonly schema: string
  readonly suggestion: string | null
}

interface MissingFunction {
  readonly name: string
  readonly given: readonly string[]
  readonly alternative: string | null
  readonly isUnnamedOnly: boolean
  readonly suggestion: string | null
}

function missingFunction({ name, given, alternative, isUnnamedOnly, suggestion }: MissingFunction): RestError {
  const names = given.join(', ')
  const signature = given.length === 0 ? ' without parameters' : `(${names})`
  const searched = given.length === 0 ? ' without parameters' : ` with parameter${given.length > 1 ? 's' : ''} ${names}`
  const extra =
    alternative === null ? '' : `${isUnnamedOnly ? '' : ' or'} with a single unnamed ${alternative} parameter`
  return new RestError(
    'PGRST202',
    404,
    `Could not find the function ${name}${isUnnamedOnly ? '' : signature} in the schema cache`,
    {
      details: `Searched for the function ${name}${isUnnamedOnly ? '' : searched}${extra}, but no matches were found in the schema cache.`,
      hint: perhaps(suggestion === null ? null : `to call the function ${suggestion}`),
    },
  )
}

/** What the schema does not hold, or holds more than once: PGRST2xx. */
export const schemaErrors = {
  noRelationship: ({ origin, target, relationHint, schema, suggestion }: MissingRelationship) =>
    new RestError(
      'PGRST200',
      400,
      `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
      {
        details: `Searched for a foreign key relationship between '${origin}' and '${target}'${
          relationHint === null ? '' : ` using the hint '${relationHint}'`
        } in the schema '${schema}', but no matches were found.`,
        hint: perhaps(suggestion),
      },
    ),
  ambiguousRelationship: (
    origin: string,
    target: string,
    found: readonly Readonly<Record<string, string>>[],
    choices: readonly string[],
  ) =>
    new RestError(
      'PGRST201',
      300,
      `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
      {
        details: found,
        hint: `Try changing '${target}' to one of the following: ${choices
          .map((choice) => `'${choice}'`)
          .join(', ')}. Find the desired relationship in the 'details' key.`,
      },
    ),
  noFunction: missingFunction,
  ambiguousFunction: (signatures: readonly string[]) =>
    new RestError('PGRST203', 300, `Could not choose the best candidate function between: ${signatures.join(', ')}`, {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    }),
  noColumn: (table: string, column: string) =>
    new RestError('PGRST204', 400, `Could not find the '${column}' column of '${table}' in the schema cache`),
  noTable: (schema: string, table: string, suggestion: string | null) =>
    new RestError('PGRST205', 404, `Could not find the table '${schema}.${table}' in the schema cache`, {
      hint: perhaps(suggestion === null ? null : `the table '${schema}.${suggestion}'`),
    }),
} satisfies Record<string, (...facts: never[]) => RestError>

/** The server's own troubles: PGRST0xx. */
export const serverErrors = {
  connection: (cause: unknown) =>
    new RestError('PGRST000', 503, 'Database connection error. Retrying the connection.', { cause }),
  client: (cause: unknown) =>
    new RestError('PGRST001', 503, 'Database client error. Retrying the connection.', { cause }),
  schemaCache: (cause: unknown) =>
    new RestError('PGRST002', 503, 'Could not query the database for the schema cache. Retrying.', { cause }),
  pool: (cause: unknown) =>
    new RestError('PGRST003', 504, 'Timed out acquiring connection from connection pool.', { cause }),
  readOnly: (cause: unknown) =>
    new RestError('PGRST000', 507, 'The database accepts no changes at the moment: its disk is nearly full.', {
      cause,
    }),
  unexpected: (cause: unknown) => new RestError('PGRSTX00', 500, 'Internal server error', { cause }),
} satisfies Record<string, (cause: unknown) => RestError>
