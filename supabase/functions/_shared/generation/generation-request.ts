/** From the body of a request to a checked order, or the one field that is wrong. */
import * as v from 'valibot'

import { GenerationRequest, type FunctionErrorCode } from '../contract/src/index.ts'
import { FunctionError } from '../respond.ts'

export function parseGenerationRequest(body: unknown): GenerationRequest {
  const parsed = v.safeParse(GenerationRequest, body)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const field = v.getDotPath(issue) ?? undefined
  const code = codeFor(field, issue.type)
  throw new FunctionError(
    400,
    code,
    messages[code] ?? `${field ?? 'body'}: ${issue.message}`,
    field === undefined ? {} : { field },
  )
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

/** The specification's own words where it has some (spec §5). */
const messages: Partial<Record<FunctionErrorCode, string>> = {
  prompt_required: 'Veuillez saisir une description pour votre image',
  prompt_too_long: 'La description ne peut pas dépasser 2000 caractères',
  too_many_references: '3 images maximum',
}

function codeFor(field: string | undefined, type: string): FunctionErrorCode {
  if (field === 'prompt' && type === 'max_length') return 'prompt_too_long'
  if (field === 'prompt' && type !== 'check') return 'prompt_required'
  if (field === 'images' && type === 'max_length') return 'too_many_references'
  return 'bad_request'
}
