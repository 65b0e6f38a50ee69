/** Codes that functions answer with, in a body `{ code, message }`; the app turns each into a sentence. */
import * as v from 'valibot'

export const functionErrorCodes = [
  'not_authenticated',
  'not_allowed',
  'method_not_allowed',
  'bad_request',
  'prompt_required',
  'prompt_too_long',
  'too_many_references',
  'reference_not_found',
  'reference_not_ours',
  'reference_type',
  'reference_too_large',
  'engine_failed',
  'engine_busy',
  'storage_failed',
] as const
export type FunctionErrorCode = (typeof functionErrorCodes)[number]

/** `field` names the wrong field of the request where there is one. */
export const FunctionErrorBody = v.object({
  code: v.picklist(functionErrorCodes),
  message: v.string(),
  field: v.optional(v.string()),
})
export type FunctionErrorBody = v.InferOutput<typeof FunctionErrorBody>
