import type { IncomingMessage } from 'node:http'

import type { FastifyInstance } from 'fastify'

export interface BodyPace {
  /** A body that is complete by then is never questioned. */
  readonly graceMs: number
  /** Afterwards it must have come at this rate on average. */
  readonly bytesPerSecond: number
  readonly checkMs: number
}

/**
 * Ends requests whose body trickles in (RELIABILITY §9): node:http has one limit for all bodies, which must leave
 * room for a large upload over a slow line.
 */
export function addSlowBodyGuard(fastify: FastifyInstance, pace: BodyPace): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request.raw)) watch(request.raw, pace)
    done()
  })
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

function watch(message: IncomingMessage, pace: BodyPace): void {
  const { socket } = message
  const startedAt = performance.now()
  const bytesBefore = socket.bytesRead
  let timer = setTimeout(check, pace.graceMs).unref()
  message.once('close', () => clearTimeout(timer))

  function check(): void {
    if (message.complete) return
    const seconds = (performance.now() - startedAt) / 1_000
    const isTooSlow = socket.bytesRead - bytesBefore < seconds * pace.bytesPerSecond
    if (isTooSlow) socket.destroy()
    else timer = setTimeout(check, pace.checkMs).unref()
  }
}
