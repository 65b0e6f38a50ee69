import type { IncomingMessage } from 'node:http'

import { all, compile } from '@fastify/proxy-addr'

/** Proxies whose `X-Forwarded-*` headers count: addresses and networks, or the number of hops; false for none. */
export type TrustProxy = readonly string[] | number | false

/** Where a request comes from, for those that never become a request of the framework: websockets. */
export function addressReader(trust: TrustProxy): (request: IncomingMessage) => string {
  if (trust === false) return ({ socket }) => socket.remoteAddress ?? ''
  const trusts = typeof trust === 'number' ? (_: string, hop: number) => hop < trust : compile([...trust])
  // Nearest first, up to the first one that is not trusted.
  return (request) => all(request, trusts).at(-1) ?? ''
}

/**
 * The part of an address that one customer owns: an IPv4 address, or the /64 of an IPv6 one (RFC 6177). A connection that
 * is gone before its request is looked at has no address any more: nothing.
 */
export function clientNetwork(ip: string | undefined): string {
  if (ip === undefined) return ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped !== null) return mapped[1]!
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
