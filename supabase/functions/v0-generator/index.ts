/**
 * v0-generator (spec §7): a description becomes pictures that are stored and recorded as the caller's.
 *
 * `POST` waits for them, as the specification says, or with `Prefer: respond-async` answers 202 at once; so it does where
 * they take longer than an answer may. `jobs/{id}` tells how one is doing, `jobs/{id}/cancel` and `jobs/{id}/retry` do
 * what they say.
 */
import { callerOf, type Caller } from '../_shared/clients.ts'
import { answerOf } from '../_shared/generation/generation-answer.ts'
import { readGenerationSettings } from '../_shared/generation/generation-settings.ts'
import { orderGeneration, type OrderedGeneration } from '../_shared/generation/order-generation.ts'
import { unloading } from '../_shared/generation/own-worker.ts'
import { waitForGeneration } from '../_shared/generation/wait-for-generation.ts'
import { FunctionError, answer, json, readJson } from '../_shared/respond.ts'
import { cancelJob, readJob, reorder } from './jobs.ts'
import { idempotencyKeyOf, parseGenerationRequest, wantsAsync } from './request.ts'

const route = /^\/v0-generator(?:\/jobs\/(?<id>[\da-f-]{36})(?:\/(?<action>cancel|retry))?)?\/?$/i

async function serve(request: Request): Promise<Response> {
  const { id = null, action = null } = route.exec(new URL(request.url).pathname)?.groups ?? notFound()
  const method = id !== null && action === null ? 'GET' : 'POST'
  if (request.method !== method) throw new FunctionError(405, 'method_not_allowed', `Only ${method} is served here`)
  const caller = await callerOf(request)
  if (caller === null)
    throw new FunctionError(401, 'not_authenticated', 'User must be authenticated to generate images')
  if (id === null) return generate(request, caller)
  if (action === null) return json(await readJob(caller, id))
  if (action === 'cancel') return json(await cancelJob(caller, id))
  return accept(await reorder(caller, id, idempotencyKeyOf(request)))
}

async function generate(request: Request, caller: Caller): Promise<Response> {
  const order = parseGenerationRequest(await readJson(request))
  if (order.userId !== null && order.userId !== caller.userId)
    throw new FunctionError(403, 'not_allowed', 'Non autorisé', { field: 'userId' })
  const idempotencyKey = idempotencyKeyOf(request)
  const ordered = await orderGeneration(caller, order, idempotencyKey === null ? {} : { idempotencyKey })
  if (wantsAsync(request)) return accept(ordered, { 'Preference-Applied': 'respond-async' })

  const tooLate = AbortSignal.timeout(readGenerationSettings().waitMs)
  const signal = AbortSignal.any([request.signal, tooLate, unloading()])
  try {
    const generation = await waitForGeneration(ordered.generationId, signal)
    return json(await answerOf(generation, caller.client))
  } catch (error) {
    if (!signal.aborted) throw error
    return accept(ordered)
  }
}

function accept(ordered: OrderedGeneration, headers: Readonly<Record<string, string>> = {}): Response {
  const { generationId: generation_id, status, position, etaSeconds: eta_seconds, cost } = ordered
  return json({ generation_id, status, position, eta_seconds, cost }, 202, headers)
}

function notFound(): never {
  throw new FunctionError(404, 'not_found', 'There is nothing here')
}

export default { fetch: (request: Request) => answer(request, serve) }
