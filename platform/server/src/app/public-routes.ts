/** What everybody may ask the server itself: the settings a client needs, and which release runs. */

import { requestOrigin } from '@platform/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Config } from '../settings/config.ts'
import { digest } from './assets.ts'
import { newsFor, type Release } from './release.ts'

export interface PublicSettings {
  readonly supabaseUrl: string
  readonly mediaUrl?: string
  readonly anonKey: string
  readonly version: string
  readonly appEnv: Config['appEnv']
  readonly codeDigits?: number
  /** `applicationServerKey` of a browser that wants to be told by push. */
  readonly vapidPublicKey: string
}

export interface PublicOptions {
  /** What people are told of; its build is null where the app is not built. */
  readonly told: () => { readonly release: Release; readonly build: string | null }
  readonly appEnv: Config['appEnv']
  readonly anonKey: string
  readonly publicUrl: string | null
  /** Where public pictures are fetched, when not from the server itself. */
  readonly mediaUrl: string | null
  /** Used when a request does not say how it reached us. */
  readonly fallbackUrl: string
  /** How long one-time codes are, where the operator decided. */
  readonly codeDigits?: number | undefined
  readonly vapidPublicKey: string
  /** Whom somebody tells who found a way in: a `mailto:` or `https:` address. */
  readonly securityContact?: string | null | undefined
}

/** How long what security.txt says may be believed; it is written anew for each who asks. */
const believedForMs = 90 * 86_400_000

/** Without a PUBLIC_URL the services are where the asker found this server: the same build serves a phone on the LAN. */
export function publicSettings(origin: string, release: Release, options: PublicOptions): PublicSettings {
  const { publicUrl, mediaUrl, anonKey, appEnv, codeDigits, vapidPublicKey } = options
  const settings = { supabaseUrl: publicUrl ?? origin, anonKey, appEnv, version: release.version, vapidPublicKey }
  return { ...settings, ...(codeDigits !== undefined && { codeDigits }), ...(mediaUrl !== null && { mediaUrl }) }
}

export function addPublicRoutes(fastify: FastifyInstance, options: PublicOptions): void {
  fastify.get('/api/config', (request, reply) => {
    const origin = requestOrigin(request) ?? options.fallbackUrl
    return sendFresh(request, reply, publicSettings(origin, options.told().release, options))
  })
  fastify.get<{ Querystring: { current?: unknown } }>('/api/version', (request, reply) => {
    const { build, release } = options.told()
    if (build !== null) reply.header('x-build', build)
    // Whoever stands between may answer all open pages for a few seconds.
    reply.header('cdn-cache-control', 'max-age=5')
    return sendFresh(request, reply, newsFor(release, request.query.current), build)
  })
  const { securityContact: contact, publicUrl, fallbackUrl } = options
  if (!contact) return
  fastify.get('/.well-known/security.txt', (request, reply) => {
    const origin = publicUrl ?? requestOrigin(request) ?? fallbackUrl
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(securityText(contact, origin))
  })
}

/** RFC 9116 */
function securityText(contact: string, origin: string): string {
  const expires = new Date(Date.now() + believedForMs).toISOString()
  return `Contact: ${contact}\nExpires: ${expires}\nCanonical: ${origin}/.well-known/security.txt\n`
}

/** Caches may keep it, but must ask every time. */
function sendFresh(
  request: FastifyRequest,
  reply: FastifyReply,
  body: object,
  build: string | null = null,
): FastifyReply {
  const text = JSON.stringify(body)
  const tag = `"${digest(`${text}${build ?? ''}`)}"`
  reply.header('cache-control', 'no-cache').header('etag', tag)
  if (request.headers['if-none-match']?.replace('W/', '') === tag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}
