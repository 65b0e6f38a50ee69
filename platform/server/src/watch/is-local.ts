import type { FastifyRequest } from 'fastify'

const loopback = /^(?:127\.|::1$|::ffff:127\.)/

/** Of this machine itself: what a proxy passed on is not, whatever address it comes from. */
export function isLocal({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): boolean {
  const wasForwarded = headers['forwarded'] !== undefined || headers['x-forwarded-for'] !== undefined
  return !wasForwarded && loopback.test(raw.socket.remoteAddress ?? '')
}
