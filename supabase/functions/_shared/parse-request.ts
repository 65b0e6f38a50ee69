/** From the body of a request to what it asks for, checked, or the one field that is wrong. */
import * as v from 'valibot'

import type { FunctionErrorCode } from './contract/src/index.ts'
import { FunctionError } from './respond.ts'

/**
 * @param references the field of the pictures that an image starts from
 * @throws {FunctionError} 400
 */
export function parseRequest<Output>(
  schema: v.GenericSchema<unknown, Output>,
  body: unknown,
  references = 'references',
): Output {
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const field = v.getDotPath(issue) ?? undefined
  const code = codeFor(field === references ? 'references' : field, issue.type)
  const message = messages[code] ?? `${field ?? 'body'}: ${issue.message}`
  throw new FunctionError(400, code, message, field === undefined ? {} : { field })
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
  if (field === 'references' && type === 'max_length') return 'too_many_references'
  return 'bad_request'
}
