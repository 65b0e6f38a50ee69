/** Plain reads of rest/v1 by fetch: what the first screens need before, or instead of, the official client. */
import { readStoredSession } from './auth/stored-session.ts'
import { requestHeaders, type Config } from './config.ts'
import type { Question } from './question.ts'
import { readWithinMs, timedFetch } from './reach/timed-fetch.ts'

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

/**
 * One whose token has ended is renewed first. One that the server refuses is renewed, once; when it cannot be, it ends and
 * everybody is told.
 */
export async function withValidSession<Result>(request: () => Promise<Result>): Promise<Result> {
  if (readStoredSession().kind === 'expired') {
    const { renewExpired } = await import('./auth/renew-session.ts')
    if (!(await renewExpired())) throw new DataError('Failed to fetch', { status: 0 })
  }
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

/** The request itself; the session is not renewed where it is refused. */
export async function fetchRest(
  config: Config,
  { table, params, body }: Question<unknown>,
  {
    method = body ? 'POST' : 'GET',
    prefer,
    signal,
    withinMs = readWithinMs,
    ...more
  }: {
    method?: string
    prefer?: string
    signal?: AbortSignal | undefined
    withinMs?: number
    keepalive?: boolean
  } = {},
): Promise<Response> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value != null) search.set(name, String(value))
  const stored = readStoredSession()
  const token = stored.kind === 'fresh' ? stored.session.access_token : undefined
  const address = `${config.supabaseUrl}/rest/v1/${table}?${search}`
  const headers = {
    ...requestHeaders(config, token),
    ...(body && { 'content-type': 'application/json' }),
    ...(prefer && { prefer }),
  }
  const request = { method, headers, body: body ? JSON.stringify(body) : null, signal, ...more }
  const response = await timedFetch(address, request, withinMs).catch((cause: unknown) => {
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
