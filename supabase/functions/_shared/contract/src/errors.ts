/** Codes that functions answer with, in a body `{ code, message }`; the app turns each into a sentence. */
import * as v from 'valibot'

export const functionErrorCodes = [
  'not_authenticated',
  'not_allowed',
  'not_found',
  'method_not_allowed',
  'bad_request',
  'prompt_required',
  'prompt_too_long',
  'too_many_references',
  'reference_not_found',
  'reference_type',
  'reference_too_large',
  'url_not_allowed',
  'insufficient_credits',
  'too_many_running',
  'daily_limit',
  'remix_not_allowed',
  'remix_source_gone',
  'throttled',
  'blocked',
  'subject_unknown',
  'trial_limit',
  'idempotency_mismatch',
  'invalid_request',
  'engine_failed',
  'engine_busy',
  'engine_timeout',
  'empty_result',
  'storage_failed',
  'crashed',
  'expired',
  'canceled',
  'out_of_order',
  'already_running',
  'invalid_workflow',
  'invalid_inputs',
  'offer_unknown',
  'provider_unknown',
  'operator_unknown',
  'operator_down',
  'number_invalid',
  'price_changed',
  'spend_limit',
  'spend_cap',
  'topup_size',
  'too_many_open',
  'payment_unknown',
  'payment_state',
  'account_suspended',
  'gift_nobody',
  'gift_to_oneself',
] as const
export type FunctionErrorCode = (typeof functionErrorCodes)[number]

/** `field` names the wrong field of the request where there is one; the others say more about some codes. */
export const FunctionErrorBody = v.object({
  code: v.picklist(functionErrorCodes),
  message: v.string(),
  field: v.optional(v.string()),
  /** `blocked`: the rule that decided, and the words of the request that it is about. */
  rule: v.optional(v.string()),
  terms: v.optional(v.array(v.string())),
  /** `throttled`, `too_many_running`, `engine_busy`: seconds, as in Retry-After, which pages of other origins cannot read. */
  retry_after: v.optional(v.number()),
})
export type FunctionErrorBody = v.InferOutput<typeof FunctionErrorBody>
