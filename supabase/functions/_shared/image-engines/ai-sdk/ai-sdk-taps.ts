/** What each provider says between the lines: refusals, ids of work that goes on without us, progress. */
import type { Estimate } from '../estimated-progress.ts'
import { EngineError, type ImageContext } from '../image-engine.ts'
import type { AiProviderName } from './ai-sdk-models.ts'
import { listeners, refusal } from './ai-sdk-refusals.ts'
import type { Tap } from './ai-sdk-wire.ts'

export interface TapWish {
  readonly context: ImageContext
  readonly estimate: Estimate
  readonly baseUrl: string | null
}

export function tapFor(name: AiProviderName, wish: TapWish): Tap {
  if (name === 'replicate') return tapReplicate(wish)
  if (name === 'black-forest-labs') return tapBlackForestLabs(wish)
  return { heard: listeners[name] }
}

const refusedByReplicate = /nsfw|flagged as sensitive|safety|content policy|\bE005\b/i

/** Its predictions go on without us: they are found again by their id, and must be canceled by it. */
function tapReplicate({ context, estimate, baseUrl }: TapWish): Tap {
  const base = (baseUrl ?? 'https://api.replicate.com/v1').replace(/\/+$/, '')
  let id: string | null = null
  let credentials = new Headers()
  const urlOf = (prediction: string) => `${base}/predictions/${encodeURIComponent(prediction)}`
  return {
    async heard({ body }) {
      const { id: told, status, error } = body
      if (typeof told === 'string' && told !== id) {
        id = told
        await context.saveUpstreamId(told)
      }
      if (status === 'processing') estimate.begin()
      if (status !== 'failed' && status !== 'canceled') return
      if (typeof error === 'string' && refusedByReplicate.test(error)) throw refusal('replicate', 'failed')
      throw new EngineError('engine_failed', 'Replicate could not make the picture', { upstream: status })
    },
    async resume(headers) {
      credentials = pick(headers, ['authorization'])
      const known = id ?? context.upstreamId
      return known === null
        ? null
        : answerOf(urlOf(known), credentials, context.signal, /^(?:starting|processing|succeeded)$/)
    },
    async cancel() {
      if (id === null) return
      await fetch(`${urlOf(id)}/cancel`, { method: 'POST', headers: credentials, signal: AbortSignal.timeout(5000) })
    },
  }
}

/** Its refusals are states of a task, which the SDK takes for "not yet" until its time is over. */
function tapBlackForestLabs({ context, estimate, baseUrl }: TapWish): Tap {
  return {
    async heard({ method, body }) {
      const { status, polling_url: pollingUrl, progress } = body
      if (method === 'POST' && typeof pollingUrl === 'string' && pollingUrl !== context.upstreamId)
        await context.saveUpstreamId(pollingUrl)
      if (status === 'Request Moderated' || status === 'Content Moderated') throw refusal('black-forest-labs', status)
      if (status === 'Task not found' || status === 'Error' || status === 'Failed')
        throw new EngineError('engine_failed', 'Black Forest Labs could not make the picture', { upstream: status })
      if (typeof progress === 'number') estimate.tell(Math.min(0.95, progress))
    },
    async resume(headers) {
      const known = context.upstreamId
      if (known === null || !isTheirs(known, baseUrl)) return null
      const task = await answerOf(known, pick(headers, ['x-key']), context.signal, /^(?:Pending|Ready)$/)
      return task && Response.json({ id: new URL(known).searchParams.get('id') ?? 'resumed', polling_url: known })
    },
  }
}

/** Tasks are polled on sister hosts of the one that took them. */
function isTheirs(url: string, baseUrl: string | null): boolean {
  if (!URL.canParse(url)) return false
  const { origin, protocol, hostname } = new URL(url)
  if (baseUrl !== null && origin === new URL(baseUrl).origin) return true
  return protocol === 'https:' && /(?:^|\.)bfl\.ai$/.test(hostname)
}

/** The state of work begun earlier, or null where it is gone, has failed, or nobody can tell. */
async function answerOf(url: string, headers: Headers, signal: AbortSignal, good: RegExp): Promise<Response | null> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) })
    if (!response.ok) return null
    const body = (await response.json()) as { status?: unknown }
    return typeof body.status === 'string' && good.test(body.status) ? Response.json(body) : null
  } catch {
    signal.throwIfAborted()
    return null
  }
}

function pick(headers: Headers, names: readonly string[]): Headers {
  const picked = new Headers()
  for (const name of names) if (headers.has(name)) picked.set(name, headers.get(name)!)
  return picked
}
