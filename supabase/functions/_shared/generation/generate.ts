/** From the body of a request for pictures to its answer (spec §7), whichever function was asked. */
import type { Caller } from '../clients.ts'
import { FunctionError, json } from '../respond.ts'
import { answerOf } from './generation-answer.ts'
import { idempotencyKeyOf, parseGenerationRequest, wantsAsync } from './generation-request.ts'
import { readGenerationSettings } from './generation-settings.ts'
import { orderGeneration, type OrderedGeneration } from './order-generation.ts'
import { unloading } from './own-worker.ts'
import { waitForGeneration } from './wait-for-generation.ts'

/**
 * Waits for the pictures, or answers 202 at once where `Prefer: respond-async` asks for it, or where they take longer
 * than an answer may.
 *
 * @throws {FunctionError}
 */
export async function generate(
  request: Request,
  { caller, body }: { readonly caller: Caller; readonly body: unknown },
): Promise<Response> {
  const order = parseGenerationRequest(body)
  if (order.userId !== null && order.userId !== caller.userId)
    throw new FunctionError(403, 'not_allowed', 'Non autorisé', { field: 'userId' })
  const idempotencyKey = idempotencyKeyOf(request)
  const ordered = await orderGeneration(caller, order, idempotencyKey === null ? {} : { idempotencyKey })
  if (wantsAsync(request)) return accepted(ordered, { 'Preference-Applied': 'respond-async' })

  const tooLate = AbortSignal.timeout(readGenerationSettings().waitMs)
  const signal = AbortSignal.any([request.signal, tooLate, unloading()])
  try {
    const generation = await waitForGeneration(ordered.generationId, signal)
    return json(await answerOf(generation, caller.client))
  } catch (error) {
    if (!signal.aborted) throw error
    return accepted(ordered)
  }
}

export function accepted(ordered: OrderedGeneration, headers: Readonly<Record<string, string>> = {}): Response {
  const { generationId: generation_id, status, position, etaSeconds: eta_seconds, cost } = ordered
  return json({ generation_id, status, position, eta_seconds, cost }, 202, headers)
}
