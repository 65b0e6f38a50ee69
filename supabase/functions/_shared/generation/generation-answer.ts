/** From a generation that is over to the answer of spec §7, or to the refusal that it ended in. */
import type { SupabaseClient } from '@supabase/supabase-js'

import type { FunctionErrorCode } from '../contract/src/index.ts'
import { FunctionError } from '../respond.ts'
import { failed } from './job-outcome.ts'
import type { Generation } from './wait-for-generation.ts'

/**
 * `caller` reads the balance with their own rights.
 *
 * @throws {FunctionError} where there is no picture
 */
export async function answerOf(generation: Generation, caller: SupabaseClient): Promise<Record<string, unknown>> {
  const { id, images, metadata, engine, mode, prompt, references, cost_charged: cost } = generation
  const [first] = images
  if (first === undefined) throw refusalOf(generation)
  const balance = await caller.from('my_balance').select('available').maybeSingle<{ available: number }>()
  return {
    images: images.map(({ url }) => url),
    metadata: {
      ...metadata,
      generation_id: id,
      engine,
      mode,
      prompt,
      width: first.width,
      height: first.height,
      seed: first.seed,
      seeds: images.map(({ seed }) => seed),
      thumbhash: first.thumbhash,
      thumbhashes: images.map(({ thumbhash }) => thumbhash),
      // What no engine has spoken of has no receipt.
      references: references.filter(({ used }) => used !== null),
      credits: { cost, balance: balance.data?.available ?? null },
    },
  }
}

const statuses: Partial<Record<FunctionErrorCode, number>> = {
  reference_type: 415,
  reference_too_large: 413,
  reference_not_found: 400,
  invalid_request: 400,
  blocked: 422,
  canceled: 409,
  engine_failed: 502,
  empty_result: 502,
  engine_timeout: 504,
  expired: 504,
}

function refusalOf({ error_code: given, blocked_rule: rule, blocked_terms: terms }: Generation): FunctionError {
  const code = given ?? 'engine_failed'
  return new FunctionError(statuses[code] ?? 503, code, code === 'canceled' ? 'Génération annulée' : failed, {
    ...(code.startsWith('reference_') && { field: 'images' }),
    ...(rule !== null && { block: { rule, terms: terms ?? [] } }),
  })
}
