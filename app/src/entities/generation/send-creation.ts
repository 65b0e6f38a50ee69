/** From an order to a job: kept on the device first, sent until the server has answered, under one key. */
import type { GenerationAccepted, GenerationRequestBody, GenerationResult } from '@product/contract'

import { isOnline } from '#data/network.ts'
import { orderedId } from '#data/outbox/ordered-id.ts'
import type { Attempt, Outbox, Outcome } from '#data/outbox/outbox.ts'
import { DataError } from '#data/rest.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { errorLine } from '#i18n/errors.i18n.ts'

import { announce, announceExpired } from './announce.ts'
import { readCreations } from './creation-rows.ts'
import { addCreation, changeCreation, findCreation, removeCreation, showCreation } from './creation-store.ts'
import {
  newCreation,
  withAnswer,
  withProblem,
  withRecord,
  type CreationOrder,
  type CreationProblem,
  type OrderedReference,
} from './creation.ts'
import { cancelGeneration, GenerationError, placeOrder, uploadReference } from './generator-api.ts'
import { isExpired, ordersOf, type WaitingOrder } from './outbox.ts'

/** How often an order that came too soon after another waits for its turn. */
const mostEarly = 4

/** Shows the creation at once and answers its key; the rest happens by itself. */
export function startCreation(userId: string, order: CreationOrder): string {
  const key = orderedId()
  const creation = newCreation(key, order, Date.now())
  addCreation(isOnline() ? creation : { ...creation, status: 'waiting' })
  showCreation(key)
  outboxOf(userId).add({ id: key, order, orderedAt: creation.orderedAt })
  return key
}

/** Sends what an earlier page left unanswered. */
export async function resumeOutbox(userId: string): Promise<void> {
  const orders = outboxOf(userId)
  await orders.reload()
  for (const waiting of orders.waiting) {
    const { id: key, order, orderedAt } = waiting
    if (findCreation(key) || isExpired(waiting)) continue
    addCreation({ ...newCreation(key, order, orderedAt), status: isOnline() ? 'sending' : 'waiting' })
    orders.add(waiting)
  }
  if (orders.waiting.some(isExpired)) announceExpired()
}

/** Before it is sent it is simply taken back; afterwards the server is asked to stop. */
export async function cancelCreation(userId: string, key: string): Promise<void> {
  const creation = findCreation(key)
  if (!creation) return
  if (creation.status === 'waiting') return takeBack(userId, key)
  changeCreation(key, (current) => ({ ...current, isCanceling: true }))
  if (creation.id !== null) await stop(key, creation.id)
}

async function takeBack(userId: string, key: string): Promise<void> {
  removeCreation(key)
  await outboxOf(userId).discard(key)
}

/** One that waited for too long is ordered as of now. */
function orderAnew(userId: string, key: string): void {
  const orders = outboxOf(userId)
  const waiting = orders.find(key)
  if (!waiting) return
  const orderedAt = isExpired(waiting) ? Date.now() : waiting.orderedAt
  if (!findCreation(key)) addCreation({ ...newCreation(key, waiting.order, orderedAt), status: 'waiting' })
  orders.renew({ ...waiting, orderedAt })
}

function outboxOf(userId: string): Outbox<WaitingOrder> {
  return ordersOf(userId, {
    send: (waiting, attempt) => send(userId, waiting, attempt),
    onCancel: (key) => void takeBack(userId, key),
    onRetry: (key) => orderAnew(userId, key),
    onAway: (key) => changeCreation(key, (current) => ({ ...current, status: 'waiting' })),
  })
}

async function send(userId: string, waiting: WaitingOrder, attempt: Attempt<WaitingOrder>): Promise<Outcome> {
  const { id: key } = waiting
  await attempt.handed()
  for (let early = 0; findCreation(key) && !attempt.isDiscarded(); early += 1) {
    if (!isOnline()) return putOff(key)
    changeCreation(key, (current) => ({ ...current, status: 'sending' }))
    try {
      const references = await uploadAll(userId, waiting.order.references)
      const order = { ...waiting.order, references }
      // The same key must bring the same words: what is sent again is what was sent.
      attempt.show({ ...waiting, order })
      attempt.persist({ ...waiting, order })
      await attempt.handed()
      changeCreation(key, (current) => ({ ...current, order }))
      await receive(key, await placeOrder(key, requestOf(userId, order)))
      return 'settled'
    } catch (error) {
      const problem = problemFrom(error)
      if (problem.code === 'network') return putOff(key)
      // Another order of the same person came just before: this one's turn is a moment later.
      if (problem.code !== 'throttled' || early >= mostEarly) {
        changeCreation(key, (current) => withProblem(current, problem))
        announce(key)
        return 'settled'
      }
      const seconds = problem.retryAfter ?? 2
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }
  return 'held'
}

/** Until the network is there; as long as it is away, the order may be taken back. */
function putOff(key: string): Outcome {
  changeCreation(key, (current) => ({ ...current, status: isOnline() ? 'sending' : 'waiting' }))
  return 'later'
}

async function receive(key: string, answer: GenerationAccepted | GenerationResult): Promise<void> {
  if ('generation_id' in answer) {
    changeCreation(key, (current) => withAnswer(current, answer))
    refreshCredits()
    if (findCreation(key)?.isCanceling) await stop(key, answer.generation_id)
    return
  }
  const [recorded] = await readCreations([answer.metadata.generation_id])
  if (recorded) changeCreation(key, (current) => withRecord(current, recorded))
  announce(key)
}

async function stop(key: string, id: string): Promise<void> {
  await cancelGeneration(id).catch(() => changeCreation(key, (current) => ({ ...current, isCanceling: false })))
  const [recorded] = await readCreations([id]).catch(() => [])
  if (recorded) changeCreation(key, (current) => withRecord(current, recorded))
}

async function uploadAll(userId: string, references: readonly OrderedReference[]): Promise<OrderedReference[]> {
  return Promise.all(
    references.map(async (reference) => {
      if (reference.url !== null || reference.file === null) return reference
      return { ...reference, url: await uploadReference(userId, reference.file) }
    }),
  )
}

function requestOf(userId: string, order: CreationOrder): GenerationRequestBody {
  const references = order.references.filter(({ url }) => url !== null)
  const images = references.map(({ url }) => url ?? '')
  return {
    prompt: order.prompt,
    mode: order.mode,
    width: order.width,
    height: order.height,
    negative_prompt: order.negativePrompt,
    userId,
    image: images[0] ?? null,
    images,
    reference_settings: references.map(({ role, influence, shows }) => ({ role, influence, shows })),
    count: order.count,
    seed: order.seed,
    source: order.source,
    remix_of: order.remixOf,
    accepts: order.accepts ?? null,
    translation: order.translation ?? null,
  }
}

function problemFrom(error: unknown): CreationProblem {
  if (error instanceof GenerationError) return error.problem
  const message = errorLine(error)
  if (!(error instanceof DataError)) return { code: 'unknown', message }
  return { code: error.isRetryable ? 'network' : 'upload', message }
}
