/** From a checked order to a job in the queue, with its price held. */
import { createHash } from 'node:crypto'

import { serviceClient, type Caller } from '../clients.ts'
import type { FunctionErrorCode, GenerationRequest, GenerationStatus } from '../contract/src/index.ts'
import { EngineError, type Block } from '../image-engines/image-engine.ts'
import { reviewPrompt } from '../image-engines/moderation/moderation.ts'
import { FunctionError } from '../respond.ts'
import { RpcError, callRpc } from '../rpc.ts'
import { checkDailyLimit } from './daily-limit.ts'
import { readGenerationSettings } from './generation-settings.ts'
import { failed } from './job-outcome.ts'
import { startWorker } from './own-worker.ts'
import { acceptedLack } from './plan-order.ts'
import { storeReferences } from './reference-store.ts'

export interface OrderOptions {
  /** The client's name for this order; without one, the same order within two seconds is the same. */
  readonly idempotencyKey?: string
  /** Work that the server itself steps through, such as a workflow: it is not throttled, and nobody can be asked. */
  readonly isUnattended?: boolean
  /** When what it says of photographs was said, if not now: taken back since, it stays taken back. */
  readonly saidAt?: string
}

export interface OrderedGeneration {
  readonly generationId: string
  /** False for an order that was there already under its key: it costs nothing more. */
  readonly isNew: boolean
  readonly status: GenerationStatus
  readonly position: number | null
  readonly etaSeconds: number | null
  /** Credits, of which what is not delivered is given back. */
  readonly cost: number
}

interface Receipt {
  readonly generation_id: string
  readonly is_new: boolean
  readonly status: GenerationStatus
  readonly position: number | null
  readonly eta_seconds: number | null
  readonly cost: number
}

declare module '../rpc.ts' {
  interface RpcAnswers {
    enqueue_generation: Receipt
  }
}

/**
 * Reviews the prompt, stores the references, holds the price and has this process work on it. What `order` says about
 * its user is not read: the caller is who they proved to be.
 *
 * @throws {FunctionError} `blocked`, `insufficient_credits`, `too_many_running`, `throttled`, `idempotency_mismatch`,
 * `daily_limit`, `subject_unknown`, `trial_limit`, `remix_not_allowed`, `remix_source_gone`, `reference_not_found`,
 * `account_suspended`, and what references are refused for
 */
export async function orderGeneration(
  caller: Caller,
  order: GenerationRequest,
  options: OrderOptions = {},
): Promise<OrderedGeneration> {
  const service = serviceClient()
  const { userId } = caller
  const { isUnattended = false } = options
  const { minGapMs, maxActive, dailyLimit, trialsPerDay, engine } = readGenerationSettings()
  const row = rowOf(order, { engine, minGapMs, idempotencyKey: options.idempotencyKey })
  const known =
    options.idempotencyKey === undefined ? null : await findKnown(caller, options.idempotencyKey, row.request_hash)
  if (known !== null) return known
  const block = await review(order)
  if (block !== null) {
    const refused = { ...row, references: [] }
    const params = { p_user: userId, p_order: refused, p_rule: block.rule, p_terms: block.terms }
    await callRpc(service, 'record_blocked_generation', params).catch(toRefusal)
    throw new FunctionError(422, 'blocked', failed, { block, field: 'prompt' })
  }
  const accepted = acceptedLack(order, { engine, isUnattended })
  await checkDailyLimit(service, { count: order.count, limit: dailyLimit })
  const stored = await storeReferences(order.references, { userId, client: caller.client, service })
  const params = {
    p_user: userId,
    p_order: { ...row, accepted, said_at: options.saidAt, references: stored },
    p_min_gap_ms: isUnattended ? 0 : minGapMs,
    p_max_active: maxActive,
    p_max_trials: trialsPerDay,
  }
  const receipt = await callRpc(service, 'enqueue_generation', params).catch(toRefusal)
  startWorker()
  const { generation_id: generationId, is_new: isNew, status, position, eta_seconds: etaSeconds, cost } = receipt
  return { generationId, isNew, status, position, etaSeconds, cost }
}

interface RowOptions {
  readonly engine: string
  readonly minGapMs: number
  readonly idempotencyKey: string | undefined
}

/** The order as the table has it, but for its references. */
function rowOf(order: GenerationRequest, { engine, minGapMs, idempotencyKey }: RowOptions) {
  const { references, userId: _, seed, count, remix_of: parentPostId, translation, ...rest } = order
  const asked = { ...rest, references, seed, count, parentPostId }
  const hash = hashOf(translation === null ? asked : { ...asked, translation })
  return {
    ...rest,
    idempotency_key: idempotencyKey ?? `auto:${hashOf([hash, Math.floor(Date.now() / minGapMsOf(minGapMs))])}`,
    request_hash: hash,
    seed: seed ?? crypto.getRandomValues(new Uint32Array(1))[0],
    n_images: count,
    translation: translation?.text ?? null,
    translated_from: translation?.from ?? null,
    parent_post_id: parentPostId,
    engine,
  }
}

interface KnownOrder {
  readonly id: string
  readonly request_hash: string | null
  readonly status: GenerationStatus
  readonly cost_quoted: number
}

/** Asked for again, an order is neither reviewed anew nor needs the references that it had. */
async function findKnown({ userId, client }: Caller, key: string, hash: string): Promise<OrderedGeneration | null> {
  const known = await client
    .from('generations')
    .select('id,request_hash,status,cost_quoted')
    .match({ user_id: userId, idempotency_key: key })
    .neq('status', 'blocked')
    .maybeSingle<KnownOrder>()
  if (known.error) throw new FunctionError(503, 'storage_failed', failed, { cause: known.error, retryAfter: 2 })
  if (known.data === null) return null
  const { id: generationId, request_hash: knownHash, status, cost_quoted: cost } = known.data
  if (knownHash !== hash) throw refuse('idempotency_mismatch')
  const now = await callRpc(client, 'generation_progress', { generation_id: generationId })
  return { generationId, isNew: false, status, position: now.position, etaSeconds: now.eta_seconds, cost }
}

/** What is painted and what is shown beside it. */
async function review({ prompt, translation, negative_prompt: negative }: GenerationRequest): Promise<Block | null> {
  try {
    return await reviewPrompt(translation ? `${prompt}\n${translation.text}` : prompt, negative)
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    throw new FunctionError(503, 'engine_busy', failed, { cause: error, retryAfter: 5 })
  }
}

const refusals: Readonly<Record<string, readonly [status: number, code: FunctionErrorCode, message: string]>> = {
  insufficient_credits: [402, 'insufficient_credits', 'Crédits insuffisants'],
  too_many_running: [429, 'too_many_running', 'Trop de générations en cours'],
  trial_limit: [429, 'trial_limit', 'Essais gratuits du jour utilisés'],
  throttled: [429, 'throttled', 'Patientez un instant avant une nouvelle génération'],
  remix_not_allowed: [403, 'remix_not_allowed', 'The author does not allow this image to be remixed'],
  remix_source_gone: [404, 'remix_source_gone', 'The image to remix is no longer there'],
  reference_not_found: [400, 'reference_not_found', 'A reference is no longer there'],
  reference_blocked: [422, 'blocked', 'This image may not be used'],
  idempotency_mismatch: [422, 'idempotency_mismatch', 'This Idempotency-Key stands for another request'],
  account_suspended: [403, 'account_suspended', 'Ce compte est suspendu'],
  generation_suspended: [403, 'account_suspended', 'Ce compte ne peut pas créer d’images en ce moment'],
}

function toRefusal(error: unknown): never {
  throw error instanceof RpcError ? refuse(error.hint ?? '', error) : error
}

function refuse(hint: string, cause?: RpcError): FunctionError {
  const [status, code, message] = refusals[hint] ?? [503, 'storage_failed', failed]
  const retryAfter = status === 429 ? Number(cause?.details) : status === 503 ? 2 : undefined
  return new FunctionError(status, code, message, { cause, ...(retryAfter !== undefined && { retryAfter }) })
}

/** Where starting is not throttled, two orders of one second are two only if they differ. */
function minGapMsOf(minGapMs: number): number {
  return Math.max(minGapMs, 1000)
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
