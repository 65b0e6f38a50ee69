/** What realtime/v1 answers by HTTP when it does not answer 202 (WIRE §4.5). */

import { DatabaseUnavailableError } from '@platform/database'
import type { Observe } from '@platform/http'
import type { FastifyInstance } from 'fastify'

import type { RealtimeEvent } from '../events.ts'

export class BroadcastError extends Error {
  override readonly name = 'BroadcastError'
  readonly status: number
  /** By field, where the body has several. */
  readonly fields: object | null

  constructor(status: number, message: string, fields: object | null = null) {
    super(message)
    this.status = status
    this.fields = fields
  }

  static ofFields(fields: object): BroadcastError {
    return new BroadcastError(422, 'The body is not what it must be', fields)
  }
}

export function renderErrors(fastify: FastifyInstance, observe: Observe<RealtimeEvent>): void {
  fastify.setErrorHandler((thrown, _request, reply) => {
    const { status, message, fields } = toBroadcastError(thrown)
    if (status >= 500) observe({ kind: 'realtime.failed', task: 'broadcast', error: thrown })
    if (status === 429 || status === 503) reply.header('retry-after', '1')
    const words = status === 415 ? { error: message } : { message }
    return reply.code(status).send(fields === null ? words : { errors: fields })
  })
  fastify.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }))
}

function toBroadcastError(thrown: unknown): BroadcastError {
  if (thrown instanceof BroadcastError) return thrown
  if (thrown instanceof DatabaseUnavailableError) return new BroadcastError(503, 'The database does not answer')
  const { statusCode, message } = thrown as { statusCode?: unknown; message?: unknown }
  if (statusCode === 415) return new BroadcastError(415, 'Unsupported Media Type')
  const isRefusal = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return isRefusal ? new BroadcastError(statusCode, String(message)) : new BroadcastError(500, 'Internal error')
}
