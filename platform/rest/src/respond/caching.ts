/** Whether caches on the way may keep an answer: a person's never, a visitor's where the operator says so. */
import type { Identity } from '@platform/http'
import type { FastifyRequest } from 'fastify'

import type { RestConfig } from '../config.ts'

interface Outcome {
  readonly status: number
  readonly config: RestConfig
}

/** The value of `Cache-Control`; null leaves it out. */
export function cachingFor(request: FastifyRequest, identity: Identity, { status, config }: Outcome): string | null {
  if (identity.role !== config.anonRole) return 'private, no-store'
  const { seconds, reads } = config.heldForVisitors
  // A token of the visitors' role may name somebody all the same.
  const isWhole = status === 200 && request.method === 'GET' && identity.claims['sub'] === undefined
  if (seconds === 0 || !isWhole || !reads.includes(readOf(request))) return null
  // Browsers ask again: whoever reloads wants to see what is new.
  return `public, max-age=0, s-maxage=${seconds}`
}

/** `posts` of `/rest/v1/posts?…` */
function readOf({ raw, server }: FastifyRequest): string {
  const path = raw.url?.slice(server.prefix.length + 1) ?? ''
  const end = path.indexOf('?')
  return end < 0 ? path : path.slice(0, end)
}
