import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

// Long enough for every tracing system, and nothing that could forge a log line or a header.
const sane = /^[\w.:-]{8,128}$/

/** The caller's `x-request-id` where it is harmless, else a new one. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && sane.test(given) ? given : randomUUID()
}
