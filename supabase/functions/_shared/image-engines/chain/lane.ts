/** One engine with what protects it, and us from it: turns, time, attempts, and a circuit breaker. */
import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  DelegateBackoff,
  circuitBreaker,
  handleWhen,
  retry,
  type IRetryBackoffContext,
} from 'cockatiel'

import type { Observe } from '../../observe.ts'
import type { EngineEvent } from '../engine-events.ts'
import type { ChainSettings } from '../engine-settings.ts'
import { EngineError, type ImageContext, type ImageEngine, type ImageOrder } from '../image-engine.ts'
import { makeWith, type MadePicture } from '../pictures/made-picture.ts'
import { createTurns, TurnsFullError } from '../turns.ts'

export type LaneSettings = Omit<ChainSettings, 'engines'>

export interface Lane {
  readonly name: string
  /** @throws {EngineError}, or the reason of an aborted signal */
  make(order: ImageOrder, context: ImageContext): Promise<MadePicture>
}

export function createLane(engine: ImageEngine, settings: LaneSettings, observe: Observe<EngineEvent>): Lane {
  const { name } = engine
  const breaker = createBreaker(engine, settings, observe)
  const turns = createTurns(engine.concurrency ?? settings.concurrency, settings.queue)
  const shed = (order: ImageOrder, error: unknown) => {
    const isOpen = error instanceof BrokenCircuitError
    if (!isOpen && !(error instanceof TurnsFullError)) return error
    observe({ kind: 'engine.shed', engine: name, job: order.jobId, why: isOpen ? 'breaker-open' : 'queue-full' })
    return new EngineError('engine_busy', `${name} takes no more orders for now`, {
      isRetryable: false,
      retryAfterMs: isOpen ? settings.breakerMs : 5000,
    })
  }

  async function attempt(order: ImageOrder, context: ImageContext, number: number): Promise<MadePicture> {
    const startedAt = performance.now()
    const facts = { engine: name, job: order.jobId, attempt: number }
    try {
      const made = await inTime(engine, order, { context, timeoutMs: settings.timeoutMs })
      observe({ kind: 'engine.made', ...facts, ms: since(startedAt), bytes: made.file.byteLength })
      return made
    } catch (cause) {
      context.signal.throwIfAborted()
      const error = cause instanceof EngineError ? cause : unexpected(name, cause)
      const { problem, fault, upstream } = error
      observe({ kind: 'engine.failed', ...facts, ms: since(startedAt), problem, fault, upstream })
      throw error
    }
  }

  async function make(order: ImageOrder, context: ImageContext): Promise<MadePicture> {
    // NOTE: a later attempt takes up what an earlier one has begun upstream: nobody pays twice for one picture.
    let upstreamId = context.upstreamId
    const saveUpstreamId = (id: string) => {
      upstreamId = id
      return context.saveUpstreamId(id)
    }
    const again = createRetry(settings, (number, waitMs) =>
      observe({ kind: 'engine.retried', engine: name, job: order.jobId, attempt: number, waitMs }),
    )
    const work = again.execute(async ({ attempt: retries }) => {
      context.signal.throwIfAborted()
      try {
        const one = () => attempt(order, { ...context, upstreamId, saveUpstreamId }, retries + 1)
        // NOTE: a turn comes first: what waited while the breaker opened is refused, not sent.
        return await turns.take(context.signal, () => breaker.execute(one, context.signal))
      } catch (error) {
        context.signal.throwIfAborted()
        // What ended with nothing ends so again.
        if (error instanceof EngineError && error.problem === 'empty_result') upstreamId = null
        throw shed(order, error)
      }
    }, context.signal)
    return unlessAborted(work, context.signal)
  }

  return { name, make }
}

function createRetry(
  { attempts, firstWaitMs, longestWaitMs }: LaneSettings,
  onRetry: (attempt: number, waitMs: number) => void,
): ReturnType<typeof retry> {
  const isWorthIt = (error: unknown) =>
    error instanceof EngineError && error.isRetryable && (error.retryAfterMs ?? 0) <= longestWaitMs
  const backoff = new DelegateBackoff(({ attempt, result }: IRetryBackoffContext<unknown>) => {
    const error = 'error' in result ? result.error : null
    const asked = error instanceof EngineError ? (error.retryAfterMs ?? 0) : 0
    // Full jitter, and never before the engine's own word.
    return asked + Math.random() * Math.min(longestWaitMs, firstWaitMs * 2 ** attempt)
  })
  const policy = retry(handleWhen(isWorthIt), { maxAttempts: attempts - 1, backoff })
  policy.onRetry(({ attempt, delay }) => onRetry(attempt + 1, Math.round(delay)))
  return policy
}

/** The engine that works on this machine has nobody to spare: it is never taken out. */
function createBreaker(engine: ImageEngine, settings: LaneSettings, observe: Observe<EngineEvent>) {
  const threshold = engine.name === 'builtin' ? Number.POSITIVE_INFINITY : settings.breakerFailures
  const policy = circuitBreaker(
    handleWhen((error) => error instanceof EngineError && !error.isOrdersFault),
    { halfOpenAfter: settings.breakerMs, breaker: new ConsecutiveBreaker(threshold) },
  )
  const states = { [CircuitState.Open]: 'open', [CircuitState.HalfOpen]: 'half-open', [CircuitState.Closed]: 'closed' }
  policy.onStateChange((state) => {
    if (state === CircuitState.Isolated) return
    observe({ kind: 'engine.breaker', engine: engine.name, state: states[state] as 'open' | 'half-open' | 'closed' })
  })
  return policy
}

async function inTime(
  engine: ImageEngine,
  order: ImageOrder,
  { context, timeoutMs }: { context: ImageContext; timeoutMs: number },
): Promise<MadePicture> {
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new EngineError('engine_timeout', `${engine.name} took longer than ${timeoutMs / 1000} s`)),
    timeoutMs,
  )
  const signal = AbortSignal.any([context.signal, late.signal])
  // NOTE: an engine that is left may go on for a while, when another one has its say.
  const onProgress: ImageContext['onProgress'] = (progress) => {
    if (!signal.aborted) context.onProgress(progress)
  }
  try {
    return await unlessAborted(makeWith(engine, order, { ...context, signal, onProgress }), signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects as soon as the signal aborts, whether or not the work listens to it. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // NOTE: the loser of the race may still fail; its failure has nowhere to go.
  work.catch(() => {})
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function unexpected(name: string, cause: unknown): EngineError {
  return new EngineError('engine_failed', `${name} failed in a way of its own`, { cause, isRetryable: false })
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt)
}
