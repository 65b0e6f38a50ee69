import type { FastifyRequest } from 'fastify'

const saneHost = /^(?:[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** The origin that the caller used to reach us, so that one address works on this machine and on a phone beside it. */
export function requestOrigin(request: FastifyRequest): string | null {
  const { host, protocol } = request
  return saneHost.test(host) ? `${protocol}://${host.toLowerCase()}` : null
}
