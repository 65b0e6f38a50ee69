/** One call of a sending service: its JSON answer, or a SendFailure. Nothing is tried twice: it may have been sent. */
import { SendFailure } from './send-failure.ts'

export interface ServiceCall {
  readonly service: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: URLSearchParams | string
  readonly timeoutMs?: number | undefined
}

export interface ServiceAnswer {
  readonly status: number
  readonly retryAfter: number | undefined
  /** Empty where the answer is no JSON object. */
  readonly body: Readonly<Record<string, unknown>>
}

const TIMEOUT_MS = 10_000
const TOO_MANY_REQUESTS = 429

/** @throws {SendFailure} `unavailable` for silence, a broken answer and 5xx, `busy` for 429 */
export async function askService(call: ServiceCall): Promise<ServiceAnswer> {
  const { service, url, headers, body, timeoutMs = TIMEOUT_MS } = call
  const answer = await ask(url, { headers, body, signal: AbortSignal.timeout(timeoutMs) }).catch((cause: unknown) => {
    throw new SendFailure({ reason: 'unavailable', message: `${service} cannot be reached` }, cause)
  })
  const { status, retryAfter } = answer
  if (status === TOO_MANY_REQUESTS) {
    const wait = retryAfter === undefined ? {} : { retryAfter }
    throw new SendFailure({ reason: 'busy', message: `${service} takes no more for now`, ...wait })
  }
  if (status >= 500) throw new SendFailure({ reason: 'unavailable', message: `${service} answered ${status}` })
  return answer
}

async function ask(url: string, init: RequestInit): Promise<ServiceAnswer> {
  const response = await fetch(url, { ...init, method: 'POST', redirect: 'error' })
  const wait = Number(response.headers.get('retry-after') ?? NaN)
  return {
    status: response.status,
    retryAfter: Number.isFinite(wait) && wait > 0 ? Math.ceil(wait) : undefined,
    body: toObject(await response.text(), response.ok),
  }
}

function toObject(text: string, isNeeded: boolean): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>
  } catch (error) {
    // NOTE: a refusal is one in any form; only a success must say what it did.
    if (isNeeded) throw error
  }
  if (isNeeded) throw new Error('The answer is no JSON object')
  return {}
}

/** The first of a service's words that is one, for the operator. */
export function firstWord(...words: readonly unknown[]): string {
  const word = words.find((each) => (typeof each === 'string' && each !== '') || typeof each === 'number')
  return typeof word === 'string' ? word : JSON.stringify(word ?? null)
}
