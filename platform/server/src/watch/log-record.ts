/** From an observation to what a log may hold. */

import type { LogLevel } from '../settings/process-settings.ts'
import type { Observation } from './events.ts'

export interface LogRecord {
  readonly level: Exclude<LogLevel, 'silent'>
  readonly fields: Readonly<Record<string, unknown>>
}

const troubles =
  /[.-](?:lost|refused|shed|unready|limited|violated|reused|failed|low|retried|ended|awaited|newer|unheard|dropped)$/
const quietRoutes = new Set(['/healthz', '/livez', '/readyz', '/metrics'])

export function toLogRecord(observation: Observation): LogRecord {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(observation)) {
    if (name === 'kind' || value === undefined) continue
    fields[name] = tell(name, value)
  }
  return { level: levelOf(observation), fields }
}

function tell(name: string, value: unknown): unknown {
  if (name === 'ms' && typeof value === 'number') return Math.round(value * 10) / 10
  if (name === 'error') return describeError(value)
  return typeof value === 'string' ? mask(value) : value
}

export function levelOf(observation: Observation): LogRecord['level'] {
  const { kind } = observation
  if ('error' in observation || kind === 'server.crashed') return 'error'
  // NOTE: every request is told once, by http.answered; what its wire adds is for those who look closer.
  if (kind.endsWith('.answered') && kind !== 'http.answered') return 'debug'
  if (kind === 'http.answered') return levelOfAnswer(observation)
  if (kind === 'server.memory-returned') return 'debug'
  return troubles.test(kind) ? 'warn' : 'info'
}

function levelOfAnswer({ status, route }: Observation): LogRecord['level'] {
  if (typeof status === 'number' && status >= 500) return 'warn'
  return typeof route === 'string' && quietRoutes.has(route) ? 'debug' : 'info'
}

export interface ErrorDescription {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: ErrorDescription
}

/** Name, message, code, stack and causes; never other fields, which may hold rows, requests or keys. */
function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: mask(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: mask(error.message),
    ...(typeof code === 'string' && { code }),
    ...(error.stack !== undefined && { stack: mask(error.stack) }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  }
}

// Fast path: nearly every text is a route, a method or an id, and holds nothing to mask.
const suspicious = /@|eyJ|sb_/
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const jwt = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g
const opaqueKey = /sb_(?:secret|publishable)_[\w-]+/g
const password = /:\/\/[^\s:/@]+:[^\s@]+@/g

/** What texts of others (a driver's message, a stack) must not carry into a log. */
export function mask(text: string): string {
  if (!suspicious.test(text)) return text
  return text
    .replace(password, '://***:***@')
    .replace(jwt, '***')
    .replace(opaqueKey, '***')
    .replace(email, (address) => `${address[0]}***@***`)
}
