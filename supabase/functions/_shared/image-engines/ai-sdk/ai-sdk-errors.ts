/** From whatever the AI SDK throws to an EngineError that holds no prompt, no key and no header (THREATS F-14). */
import { APICallError, LoadAPIKeyError, NoImageGeneratedError, RetryError } from 'ai'

import { EngineError } from '../image-engine.ts'

export function toEngineError(label: string, error: unknown): EngineError {
  // NOTE: `instanceof` knows neither the SDK's errors (each provider brings its own copy) nor what they wrap.
  if (error instanceof EngineError) return error
  if (RetryError.isInstance(error)) return toEngineError(label, error.lastError)
  if (NoImageGeneratedError.isInstance(error))
    return new EngineError('empty_result', `${label} answered without a picture`)
  if (LoadAPIKeyError.isInstance(error))
    return new EngineError('engine_failed', `${label} has no key`, { isOperatorsFault: true })
  if (APICallError.isInstance(error)) return fromCall(label, error)
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof EngineError) return cause
  return new EngineError('engine_failed', `${label} gave no whole answer`, { upstream: nameOf(error) })
}

/**
 * What is the person's own fault has been told apart before (`ai-sdk-refusals.ts`). Any other refusal is of something that
 * the operator has chosen, or that we have put in wrong words: an option, a size, a key, a model's name.
 */
function fromCall(label: string, error: APICallError): EngineError {
  const { statusCode: status } = error
  if (status === undefined || status < 400)
    return new EngineError('engine_failed', `${label} gave no whole answer`, { upstream: networkCodeOf(error) })
  const { code, field } = complaintOf(error.data)
  const upstream = [status, code, field].filter((word) => word !== null).join(' ')
  const message = `${label} answered ${upstream}`
  if (busy.has(status) && !isAccountEmpty(code)) {
    const retryAfterMs = retryAfterOf(error.responseHeaders)
    return new EngineError('engine_busy', message, { upstream, ...(retryAfterMs === null ? {} : { retryAfterMs }) })
  }
  const isTransient = !isAccountEmpty(code) && (status >= 500 || passing.has(status))
  return new EngineError('engine_failed', message, { upstream, isOperatorsFault: !isTransient })
}

const busy: ReadonlySet<number> = new Set([429, 503, 529])
const passing: ReadonlySet<number> = new Set([408, 409, 425])

/** Some answer an empty account like a full queue. */
function isAccountEmpty(code: string | null): boolean {
  return /quota|billing|insufficient|exhausted_balance|spend_limit/i.test(code ?? '')
}

/**
 * Their own short word, in whichever of the usual places, and the field that it is about: each if it is one, for sentences
 * may repeat what was sent.
 */
function complaintOf(data: unknown): { code: string | null; field: string | null } {
  const { error, detail } = fieldsOf(data)
  const { code, status, type, param } = fieldsOf(error)
  const [first] = Array.isArray(detail) ? (detail as unknown[]) : []
  const { type: kind, loc } = fieldsOf(first)
  const place = Array.isArray(loc) ? loc.join('.') : null
  return { code: [code, status, type, kind].find(isWord) ?? null, field: [param, place].find(isWord) ?? null }
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.-]{1,60}$/.test(value)
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
