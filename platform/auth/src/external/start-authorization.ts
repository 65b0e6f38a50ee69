/** The way to an external provider, for a sign-in or for one more identity. */
import { randomBytes } from 'node:crypto'

import { systemSession } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { limitByNetwork, type Auth } from '../auth.ts'
import { parseChallenge } from '../codes/pkce.ts'
import { authErrors } from '../errors.ts'
import { chooseRedirect } from '../redirects/redirect.ts'
import { digest, insertState, STATE_LIFE_SECONDS } from '../store/oauth-states.ts'
import { requireProvider } from './find-provider.ts'
import type { ExternalProvider } from './provider.ts'

const MAX_QUERY_LENGTH = 4096

/** What a client may not tell the provider in our name. */
const RESERVED = new Set([
  'provider', 'redirect_to', 'scopes', 'scope', 'code_challenge', 'code_challenge_method', 'skip_http_redirect',
  'flow_type', 'client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'state', 'nonce',
  'request', 'request_uri', 'apikey',
]) // prettier-ignore

/**
 * `linkingUserId`: whoever adds the identity to their account, null for a sign-in. Without a challenge a cookie ties the
 * answer to this browser (decision 0009).
 * @throws {AuthError} `validation_failed` for a provider that is unknown or off
 */
export async function startAuthorization(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
  linkingUserId: string | null,
): Promise<URL> {
  const query = readQuery(request)
  const provider = await requireProvider(auth, query['provider'] ?? '')
  const challenge = parseChallenge(query)
  await limitByNetwork(auth, 'authorize', request)
  const [state, nonce, verifier, browser] = [secret(), secret(), secret(), secret()] as const
  const url = await reach(provider, { state, nonce, verifier }, query)
  const isBound = challenge === null
  await auth.database.write(systemSession, (tx) =>
    insertState(tx, state, {
      provider: provider.name,
      nonce,
      verifier,
      redirectTo: chooseRedirect(redirectWish(request, query), auth.config),
      challenge,
      linkingUserId,
      browserHash: isBound ? digest(browser) : null,
    }),
  )
  if (isBound) reply.header('set-cookie', browserCookie(auth, provider, { state, browser }))
  return url
}

function readQuery(request: FastifyRequest): Readonly<Record<string, string>> {
  const entries = Object.entries(request.query as Record<string, unknown>)
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (texts.reduce((length, [name, value]) => length + name.length + value.length, 0) > MAX_QUERY_LENGTH) {
    throw authErrors.invalid('The request is too long')
  }
  return Object.fromEntries(texts)
}

function redirectWish(request: FastifyRequest, query: Readonly<Record<string, string>>): unknown {
  return query['redirect_to'] ?? request.headers['redirect_to'] ?? request.headers.referer
}

async function reach(
  provider: ExternalProvider,
  attempt: Parameters<ExternalProvider['startUrl']>[0],
  query: Readonly<Record<string, string>>,
): Promise<URL> {
  const extra = Object.fromEntries(Object.entries(query).filter(([name]) => !RESERVED.has(name)))
  const scopes = (query['scopes'] ?? '').replaceAll(',', ' ')
  try {
    return await provider.startUrl(attempt, { scopes, extra })
  } catch (cause) {
    throw authErrors.providerUnreachable(cause)
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

/** One cookie per sign-in, so that two tabs do not take each other's. */
export function browserCookieName(state: string): string {
  return `auth-flow-${digest(state).slice(0, 12)}`
}

/** NOTE: the form of a provider that answers by POST comes from another site, which only `SameSite=None` lets through. */
function browserCookie(
  { config }: Auth,
  provider: ExternalProvider,
  { state, browser }: { readonly state: string; readonly browser: string },
): string {
  const { protocol, pathname } = new URL(config.apiUrl)
  const sameSite = provider.answersByPost ? 'SameSite=None' : 'SameSite=Lax'
  return [
    `${browserCookieName(state)}=${browser}`,
    `Path=${pathname.replace(/\/$/, '')}/callback`,
    `Max-Age=${STATE_LIFE_SECONDS}`,
    'HttpOnly',
    sameSite,
    ...(protocol === 'https:' || provider.answersByPost ? ['Secure'] : []),
  ].join('; ')
}
