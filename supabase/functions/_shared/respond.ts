/** Answers that every function gives in the same form. */
import { corsHeaders } from '@supabase/supabase-js/cors'

import type { FunctionErrorCode } from './contract/src/index.ts'

/** What our own clients send and read beyond the official one. */
const cors = {
  ...corsHeaders,
  'Access-Control-Allow-Headers': `${corsHeaders['Access-Control-Allow-Headers']}, x-user-id, idempotency-key, prefer`,
  'Access-Control-Expose-Headers': 'retry-after',
}

/** A refusal with a stable code; `message` is the specification's sentence where it has one. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError'
  readonly status: number
  readonly code: FunctionErrorCode
  readonly field: string | undefined
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined
  /** The rule that blocked it, and the words that it is about. */
  readonly block: { readonly rule: string; readonly terms: readonly string[] } | undefined

  constructor(
    status: number,
    code: FunctionErrorCode,
    message: string,
    options: { field?: string; retryAfter?: number; block?: FunctionError['block']; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = status
    this.code = code
    this.field = options.field
    this.retryAfter = options.retryAfter
    this.block = options.block
  }
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...cors, ...headers } })
}

/** Runs `work` for POST requests and turns what it throws into an answer; a preflight is answered at once. */
export async function answerPost(request: Request, work: (request: Request) => Promise<Response>): Promise<Response> {
  return answer(request, async () => {
    if (request.method !== 'POST') throw new FunctionError(405, 'method_not_allowed', 'Only POST is served here')
    return work(request)
  })
}

/** The same for requests of any method. */
export async function answer(request: Request, work: (request: Request) => Promise<Response>): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response('ok', { headers: cors })
  try {
    return await work(request)
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error
    const { code, message, field, retryAfter, block } = error
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    // NOTE: what is undefined is left out.
    return json({ code, message, field, ...block, retry_after: retryAfter }, error.status, headers)
  }
}

export async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch (cause) {
    throw new FunctionError(400, 'bad_request', 'The body is not JSON', { cause })
  }
}
