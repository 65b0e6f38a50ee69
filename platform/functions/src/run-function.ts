/** One call of a function: its turn, its time, and what becomes of its failures. */
import type { FunctionsConfig } from './config.ts'
import type { BackgroundWork } from './edge-runtime.ts'
import { RelayError, relayErrors } from './errors.ts'
import { ownResponse, type LoadedFunction } from './load-function.ts'

interface Call {
  readonly name: string
  readonly handler: LoadedFunction
  readonly toRequest: (signal: AbortSignal) => Request
  /** Aborts when the caller has left. */
  readonly callerGone: AbortSignal
}

export type RunFunction = (call: Call) => Promise<Response>

/** The answer throws RelayError, and the call's own `callerGone` reason when nobody waits any more. */
export function createRunner(config: FunctionsConfig, background: BackgroundWork): RunFunction {
  let running = 0

  return async function runFunction(call) {
    if (running >= config.concurrency) throw relayErrors.overLimit()
    running += 1
    try {
      return await runInTime(call, config, background)
    } finally {
      running -= 1
    }
  }
}

/** NOTE: in Node a Request that is collected takes the events of its signal with it, so it stays as long as its caller. */
const requests = new WeakMap<AbortSignal, Request>()

async function runInTime(call: Call, config: FunctionsConfig, background: BackgroundWork): Promise<Response> {
  const controller = new AbortController()
  const { promise: cutShort, reject } = Promise.withResolvers<never>()
  // NOTE: where no request can be made nothing races; that its caller leaves must not become an unhandled rejection.
  cutShort.catch(() => {})
  const stop = (reason: unknown) => {
    reject(reason)
    controller.abort(reason)
  }
  const timer = setTimeout(() => stop(relayErrors.timedOut(config.timeoutMs / 1000)), config.timeoutMs)
  const leave = () => stop(call.callerGone.reason)
  // NOTE: stays on after the answer has begun, so that a function that streams learns that nobody reads any more.
  call.callerGone.addEventListener('abort', leave, { once: true })
  try {
    const answer = begin(call, controller.signal, background)
    // NOTE: the loser of the race may still fail; its failure has nowhere to go.
    answer.catch(() => {})
    return await Promise.race([answer, cutShort])
  } finally {
    clearTimeout(timer)
  }
}

function begin(call: Call, signal: AbortSignal, background: BackgroundWork): Promise<Response> {
  const request = call.toRequest(signal)
  requests.set(call.callerGone, request)
  return background.run(call.name, () => invoke(call.handler, request))
}

async function invoke(handler: LoadedFunction, request: Request): Promise<Response> {
  let response: unknown
  try {
    response = await handler.fetch(request)
  } catch (cause) {
    throw findRelayError(cause) ?? relayErrors.crashed(cause)
  }
  if (response instanceof ownResponse()) return response
  throw relayErrors.answeredNothing(new Error('The function answered with something that is not a Response'))
}

/** A body that proved too long fails inside the function that reads it; the caller is told the real reason. */
function findRelayError(error: unknown): RelayError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof RelayError) return cause
  }
  return null
}
