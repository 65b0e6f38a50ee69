/** What a request for pictures says in its body and its headers. */
import { GenerationRequest } from '../contract/src/index.ts'
import { parseRequest } from '../parse-request.ts'
import { FunctionError } from '../respond.ts'

/** @throws {FunctionError} 400 */
export function parseGenerationRequest(body: unknown): GenerationRequest {
  return parseRequest(GenerationRequest, body, 'images')
}

const keyForm = /^[\x21-\x7e]{1,200}$/

/** Null without the header. @throws {FunctionError} for one that cannot be a key */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key === null || (keyForm.test(key) && !key.startsWith('auto:'))) return key
  throw new FunctionError(400, 'bad_request', 'Idempotency-Key: 1 to 200 visible characters', {
    field: 'Idempotency-Key',
  })
}

/** RFC 7240. */
export function wantsAsync(request: Request): boolean {
  const preferences = request.headers.get('prefer')?.split(',') ?? []
  return preferences.some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference))
}
