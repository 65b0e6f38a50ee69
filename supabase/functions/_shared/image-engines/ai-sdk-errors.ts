/** From whatever the AI SDK throws to an EngineError that holds no prompt, no key and no header (THREATS F-14). */
import { APICallError, LoadAPIKeyError, NoImageGeneratedError, RetryError } from 'ai'

import { EngineError } from './image-engine.ts'

export function toEngineError(label: string, error: unknown): EngineError {
  // NOTE: `instanceof` knows neither the SDK's errors (each provider brings its own copy) nor what they wrap.
  if (error instanceof EngineError) return error
  if (RetryError.isInstance(error)) return toEngineError(label, error.lastError)
  if (NoImageGeneratedError.isInstance(error))
    return new EngineError('empty_result', `${label} answered without a picture`)
  if (LoadAPIKeyError.isInstance(error))
    return new EngineError('engine_failed', `${label} has no key`, { isRetryable: false })
  if (APICallError.isInstance(error)) return fromCall(label, error)
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof EngineError) return cause
  return new EngineError('engine_failed', `${label} gave no whole answer`, { upstream: nameOf(error) })
}

function fromCall(label: string, error: APICallError): EngineError {
  const { statusCode: status } = error
  if (status === undefined || status < 400)
    return new EngineError('engine_failed', `${label} gave no whole answer`, { upstream: networkCodeOf(error) })
  const code = codeOf(error.data)
  const upstream = code === null ? String(status) : `${status} ${code}`
  const message = `${label} answered ${upstream}`
  if (isOperatorsMatter(status, code, error.message))
    return new EngineError('engine_failed', message, { upstream, isRetryable: false })
  if (busy.has(status)) {
    const retryAfterMs = retryAfterOf(error.responseHeaders)
    return new EngineError('engine_busy', message, { upstream, ...(retryAfterMs === null ? {} : { retryAfterMs }) })
  }
  const isTheirs = status >= 500 || passing.has(status)
  return new EngineError(isTheirs ? 'engine_failed' : 'invalid_request', message, { upstream })
}

const busy: ReadonlySet<number> = new Set([429, 503, 529])
const passing: ReadonlySet<number> = new Set([408, 409, 425])
const denied: ReadonlySet<number> = new Set([401, 402, 403, 404])

/**
 * No money, a wrong key or model: no attempt mends it, and it is not the person's fault, so that the next engine may do
 * better. Some answer an empty account like a full queue, and a wrong key like a wrong request.
 */
function isOperatorsMatter(status: number, code: string | null, message: string): boolean {
  return (
    denied.has(status) || /quota|billing|insufficient|exhausted_balance/i.test(code ?? '') || /api.?key/i.test(message)
  )
}

/** Their own short word, in whichever of the usual places, if it is one: sentences may repeat what was sent. */
function codeOf(data: unknown): string | null {
  const error = fieldsOf(fieldsOf(data)['error'])
  const found = [error['code'], error['status'], error['type']].find(
    (word) => typeof word === 'string' && /^[\w.-]{1,60}$/.test(word),
  )
  return typeof found === 'string' ? found : null
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function retryAfterOf(headers: Readonly<Record<string, string>> | undefined): number | null {
  const ms = Number(headers?.['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(ms) && ms >= 0) return ms
  const text = headers?.['retry-after'] ?? ''
  const seconds = Number(text || Number.NaN)
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

function networkCodeOf(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = fieldsOf(cause)['code']
    if (typeof code === 'string' && /^\w{1,60}$/.test(code)) return code
  }
  return 'cut'
}

function nameOf(error: unknown): string {
  return error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'unknown'
}
