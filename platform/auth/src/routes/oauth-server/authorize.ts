import { systemSession } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { limitByNetwork, type Auth } from '../../auth.ts'
import { parseChallenge } from '../../codes/pkce.ts'
import { AuthError, authErrors } from '../../errors.ts'
import { insertAuthorization, type AuthorizationRow } from '../../store/oauth-authorizations.ts'
import { findOAuthClient } from '../../store/oauth-clients.ts'
import { isUuid } from '../../tokens/uuid.ts'
import { matchesRedirectUri, withAnswer } from './rules/redirect-uris.ts'
import { parseScope } from './rules/scopes.ts'

const MAX_TEXT = 1024

type Query = Readonly<Record<string, unknown>>

/**
 * GET /oauth/authorize: keeps what a client asks for and sends the browser to the site's page of consent. What is wrong
 * with the client or its address is told here; anything else, to the client (OAuth 2.1 §4.1.2.1).
 */
export function askForConsent(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await limitByNetwork(auth, 'authorize', request)
    const query = request.query as Query
    const { client, redirectUri } = await requireClient(auth, query)
    const answer = (told: Record<string, string | null>) =>
      reply.redirect(withAnswer(redirectUri, { ...told, state: textOf(query, 'state') }), 302)
    reply.header('cache-control', 'no-store')
    const asked = readAsked(query)
    if (asked.error !== null) return answer({ error: asked.error, error_description: asked.description })
    const id = await auth.database.write(systemSession, (tx) =>
      insertAuthorization(tx, { ...asked.wish, client_id: client.id, redirect_uri: redirectUri }),
    )
    const page = new URL(auth.config.oauthServer.authorizationPath, auth.config.siteUrl)
    page.searchParams.set('authorization_id', id)
    return reply.redirect(page.href, 302)
  }
}

async function requireClient(auth: Auth, query: Query) {
  const clientId = textOf(query, 'client_id')
  if (clientId === null) throw authErrors.invalid('client_id is required')
  if (!isUuid(clientId)) throw authErrors.oauthClientUnknown()
  const client = await auth.database.read(systemSession, (tx) => findOAuthClient(tx, clientId))
  if (client === null) throw authErrors.oauthClientUnknown()
  const redirectUri = textOf(query, 'redirect_uri')
  if (redirectUri === null) throw authErrors.invalid('redirect_uri is required')
  const isKnown = client.redirect_uris.some((registered) => matchesRedirectUri(registered, redirectUri))
  if (!isKnown) throw authErrors.invalid('redirect_uri is not one of those that the client registered')
  return { client, redirectUri }
}

type Asked =
  | { readonly error: null; readonly wish: Pick<AuthorizationRow, 'scope' | 'state' | 'nonce' | 'code_challenge'> }
  | { readonly error: string; readonly description: string }

/** Pure. */
function readAsked(query: Query): Asked {
  const state = textOf(query, 'state')
  const nonce = textOf(query, 'nonce')
  if ([state, nonce].some((text) => text !== null && text.length > MAX_TEXT))
    return wrong('state and nonce hold 1024 characters at most')
  if (textOf(query, 'response_type') !== 'code') {
    return { error: 'unsupported_response_type', description: 'response_type must be code' }
  }
  const scope = parseScope(textOf(query, 'scope') ?? '')
  if (scope === null) return { error: 'invalid_scope', description: 'scope holds a name that is not known' }
  const challenge = challengeOf(query)
  if (challenge instanceof AuthError) return wrong(challenge.message)
  if (challenge === null) return wrong('code_challenge is required')
  return { error: null, wish: { scope, state, nonce, code_challenge: challenge } }
}

const wrong = (description: string) => ({ error: 'invalid_request', description })

function challengeOf(query: Query): string | AuthError | null {
  try {
    return parseChallenge({
      code_challenge: textOf(query, 'code_challenge'),
      code_challenge_method: textOf(query, 'code_challenge_method'),
    })
  } catch (error) {
    if (error instanceof AuthError) return error
    throw error
  }
}

function textOf(query: Query, name: string): string | null {
  const value = query[name]
  return typeof value === 'string' && value !== '' ? value : null
}
