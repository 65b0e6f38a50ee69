/** From an order to a job: kept on the device first, sent until the server has answered, under one key. */
import type { GenerationAccepted, GenerationRequestBody, GenerationResult } from '@product/contract'

import { isOnline, watchNetwork } from '#data/network.ts'
import { DataError } from '#data/rest.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'

import { announce } from './announce.ts'
import { readCreations } from './creation-rows.ts'
import { addCreation, changeCreation, findCreation, removeCreation, showCreation } from './creation-store.ts'
import {
  newCreation,
  withAnswer,
  withProblem,
  withRecord,
  type CreationOrder,
  type OrderedReference,
} from './creation.ts'
import { cancelGeneration, GenerationError, placeOrder, uploadReference } from './generator-api.ts'
import { dropOrder, keepOrder, readOutbox } from './outbox.ts'

/** Between two tries while the network says that it is there, in ms (as realtime, spec §9). */
const pauses = [1000, 2000, 5000, 10_000]

/** Shows the creation at once and answers its key; the rest happens by itself. */
export function startCreation(userId: string, order: CreationOrder): string {
  const key = crypto.randomUUID()
  const creation = newCreation(key, order, Date.now())
  addCreation(isOnline() ? creation : { ...creation, status: 'waiting' })
  showCreation(key)
  void keepOrder(userId, { key, order, orderedAt: creation.orderedAt }).then(() => send(userId, key))
  return key
}

/** Sends what an earlier page left unanswered. */
export async function resumeOutbox(userId: string): Promise<void> {
  for (const { key, order, orderedAt } of await readOutbox(userId)) {
    if (findCreation(key)) continue
    addCreation({ ...newCreation(key, order, orderedAt), status: isOnline() ? 'sending' : 'waiting' })
    void send(userId, key)
  }
}

/** Before it is sent it is simply taken back; afterwards the server is asked to stop. */
export async function cancelCreation(userId: string, key: string): Promise<void> {
  const creation = findCreation(key)
  if (!creation) return
  if (creation.status === 'waiting') {
    removeCreation(key)
    await dropOrder(userId, key)
    return
  }
  changeCreation(key, (current) => ({ ...current, isCanceling: true }))
  if (creation.id !== null) await stop(key, creation.id)
}

async function send(userId: string, key: string): Promise<void> {
  for (let tries = 0; findCreation(key); tries += 1) {
    await online(key)
    const creation = findCreation(key)
    if (!creation) return
    changeCreation(key, (current) => ({ ...current, status: 'sending' }))
    try {
      const references = await uploadAll(userId, creation.order.references)
      const order = { ...creation.order, references }
      // The same key must bring the same words: what is sent again is what was sent.
      await keepOrder(userId, { key, order, orderedAt: creation.orderedAt })
      changeCreation(key, (current) => ({ ...current, order }))
      const answer = await placeOrder(key, requestOf(userId, order))
      await dropOrder(userId, key)
      await receive(key, answer)
      return
    } catch (error) {
      const problem = problemFrom(error)
      // Another order of the same person came just before: this one's turn is a moment later.
      const isEarly = problem.code === 'throttled' && tries < pauses.length
      if (problem.code !== 'network' && !isEarly) {
        await dropOrder(userId, key)
        changeCreation(key, (current) => withProblem(current, problem))
        announce(key)
        return
      }
      await pause(isEarly ? (problem.retryAfter ?? 2) * 1000 : (pauses[Math.min(tries, pauses.length - 1)] ?? 0))
    }
  }
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
    reference_settings: references.map(({ role, influence }) => ({ role, influence })),
    count: order.count,
    seed: order.seed,
    source: order.source,
    remix_of: order.remixOf,
  }
}

function problemFrom(error: unknown) {
  if (error instanceof GenerationError) return error.problem
  const isNetwork = error instanceof DataError && error.isRetryable
  return {
    code: isNetwork ? ('network' as const) : null,
    message: error instanceof Error ? error.message : String(error),
  }
}

/** Resolves when the network is there; until then the creation waits, and may be taken back. */
async function online(key: string): Promise<void> {
  if (isOnline()) return
  changeCreation(key, (current) => ({ ...current, status: 'waiting' }))
  await new Promise<void>((resolve) => {
    const stop = watchNetwork(() => {
      if (!isOnline()) return
      stop()
      resolve()
    })
  })
}

/** Ends early when the network comes back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = watchNetwork(end)
  })
}
