/** Plain reads of rest/v1 by fetch: what the first screens need before, or instead of, the official client. */
import { readStoredSession } from './auth/stored-session.ts'
import { readConfig, type Config } from './config.ts'

interface DataErrorFacts {
  status: number
  code?: string | undefined
  hint?: string | null | undefined
  details?: string | null | undefined
  cause?: unknown
}

/** What the wire or the network answered; `status` 0 means that no answer came. */
export class DataError extends Error {
  readonly status: number
  readonly code: string | undefined
  /** The stable name of a refusal of ours (`too_many_follows`), and what it says beside it. */
  readonly hint: string | undefined
  readonly details: string | undefined

  constructor(message: string, { status, code, hint, details, cause }: DataErrorFacts) {
    super(message, { cause })
    this.name = 'DataError'
    this.status = status
    this.code = code
    this.hint = hint ?? undefined
    this.details = details ?? undefined
  }

  /** Worth another try: the network, or a server that is briefly away (spec §8). */
  get isRetryable(): boolean {
    return this.status === 0 || [502, 503, 504].includes(this.status)
  }
}

export interface RestQuery {
  /** PostgREST query parameters: `{ select: 'id,username', id: 'eq.42', limit: 1 }`. */
  params: Record<string, string | number>
  /** Arguments of a function (`rpc/feed_page`), which is then called by POST. */
  body?: Record<string, unknown> | undefined
  signal?: AbortSignal | undefined
}

export async function restGet<Row>(table: string, query: RestQuery): Promise<Row[]> {
  const config = await readConfig()
  return withValidSession(() => restGetWith<Row>(config, table, query))
}

/** The same with settings in hand and the session as it is stored; starts the request at once. */
export async function restGetWith<Row>(config: Config, table: string, query: RestQuery): Promise<Row[]> {
  const response = await send(config, table, query)
  return (await response.json()) as Row[]
}

/** A function's single answer. */
export async function restRpc<Answer>(
  name: string,
  body: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Answer> {
  const config = await readConfig()
  const response = await withValidSession(() => send(config, `rpc/${name}`, { params: {}, body, signal }))
  return (await response.json()) as Answer
}

/** How many rows the query has. */
export async function restCount(table: string, query: RestQuery): Promise<number> {
  const config = await readConfig()
  const response = await withValidSession(() => send(config, table, query, { method: 'HEAD', prefer: 'count=exact' }))
  // Content-Range: 0-24/3573458, RFC 9110
  return Number(response.headers.get('content-range')?.split('/')[1] ?? 0)
}

/** A stored session that the server refuses is renewed, once; when it cannot be, it ends and everybody is told. */
export async function withValidSession<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    const isRefused = error instanceof DataError && error.status === 401 && readStoredSession().kind === 'fresh'
    if (!isRefused) throw error
    const { renewSession } = await import('./auth/renew-session.ts')
    if (!(await renewSession())) throw error
    return request()
  }
}

/** The request itself, for what is neither read nor called; not renewed where the session is refused. */
export async function send(
  config: Config,
  table: string,
  { params, body, signal }: RestQuery,
  { method = body ? 'POST' : 'GET', prefer }: { method?: string; prefer?: string } = {},
): Promise<Response> {
  const search = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)]))
  const stored = readStoredSession()
  const bearer = stored.kind === 'fresh' ? stored.session.access_token : config.anonKey
  const response = await fetch(`${config.supabaseUrl}/rest/v1/${table}?${search}`, {
    method,
    headers: {
      apikey: config.anonKey,
      authorization: `Bearer ${bearer}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(prefer && { prefer }),
    },
    body: body ? JSON.stringify(body) : null,
    signal: signal ?? null,
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new DataError('Failed to fetch', { status: 0, cause })
  })
  if (!response.ok) throw await readError(response)
  return response
}

interface WireError {
  message?: string
  code?: string
  hint?: string | null
  details?: string | null
}

async function readError(response: Response): Promise<DataError> {
  const { message, ...facts } = (await response.json().catch(() => ({}))) as WireError
  return new DataError(message ?? response.statusText, { ...facts, status: response.status })
}

/** Turns the official client's `{ data, error }` into a value or a DataError. */
export function unwrap<Data>(result: { data: Data; error: WireError | null; status?: number }): NonNullable<Data> {
  const { error, status = 0 } = result
  if (error) {
    const { message = '', code, hint, details } = error
    throw new DataError(message, { status, code, hint, details })
  }
  return result.data as NonNullable<Data>
}
