/** Answers that every function gives in the same form. */
import { corsHeaders } from '@supabase/supabase-js/cors'

import type { FunctionErrorCode } from './contract/src/index.ts'

/** A refusal with a stable code; `message` is the specification's sentence where it has one. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError'
  readonly status: number
  readonly code: FunctionErrorCode
  readonly field: string | undefined

  constructor(
    status: number,
    code: FunctionErrorCode,
    message: string,
    options: { field?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = status
    this.code = code
    this.field = options.field
  }
}

export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: corsHeaders })
}

/** Runs `work` for POST requests and turns what it throws into an answer; a preflight is answered at once. */
export async function answerPost(request: Request, work: (request: Request) => Promise<Response>): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response('ok', { headers: corsHeaders })
  try {
    if (request.method !== 'POST') throw new FunctionError(405, 'method_not_allowed', 'Only POST is served here')
    return await work(request)
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error
    const { code, message, field } = error
    return json(field === undefined ? { code, message } : { code, message, field }, error.status)
  }
}

export async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch (cause) {
    throw new FunctionError(400, 'bad_request', 'The body is not JSON', { cause })
  }
}
