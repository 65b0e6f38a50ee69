import { systemSession, type WriteTransaction } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { clientOf, limitByNetwork, type Auth } from '../../auth.ts'
import { verifierMatches } from '../../codes/pkce.ts'
import { AuthError, authErrors } from '../../errors.ts'
import {
  giveSessionTo,
  lockAuthorizationByCode,
  markCodeUsed,
  type AuthorizationRow,
} from '../../store/oauth-authorizations.ts'
import type { OAuthClientRow } from '../../store/oauth-clients.ts'
import { deleteSessions, insertSession, REFRESH_TOKEN_LENGTH, type Client } from '../../store/sessions.ts'
import { findUserById } from '../../store/users.ts'
import { tokenResponse, type OpenSession } from '../../tokens/access-token.ts'
import { renewSession } from '../token/refresh.ts'
import { requireServer } from './endpoints.ts'
import { authenticateClient } from './rules/authenticate-client.ts'
import { claimsOfPerson } from './rules/person-claims.ts'

type Form = Readonly<Record<string, unknown>>

interface Granted {
  readonly open: OpenSession
  readonly scope: string
  readonly nonce: string | null
}

/** POST /oauth/token (OAuth 2.1 §3.2), as a form or as JSON. */
export function issueTokens(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    requireServer(auth)
    await limitByNetwork(auth, 'refresh', request)
    const form = (request.body ?? {}) as Form
    const client = await authenticateClient(auth, request, form)
    const grant = form['grant_type']
    if (grant !== 'authorization_code' && grant !== 'refresh_token') throw authErrors.grantUnsupported()
    if (!client.grant_types.includes(grant)) throw authErrors.clientUnauthorized()
    const call = { client, form, from: clientOf(request) }
    const granted = await (grant === 'authorization_code' ? byCode(auth, call) : byRefreshToken(auth, call))
    return reply
      .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
      .send(await answerOf(auth, client, granted))
  }
}

interface Call {
  readonly client: OAuthClientRow
  readonly form: Form
  readonly from: Client
}

/** NOTE: a refusal is decided inside and thrown outside, or the end of a stolen session would be rolled back. */
async function byCode(auth: Auth, { client, form, from }: Call): Promise<Granted> {
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = form
  if (typeof code !== 'string' || typeof verifier !== 'string')
    throw authErrors.oauthRequest('code and code_verifier are required')
  const granted = await auth.database.write(systemSession, async (tx): Promise<Granted | null> => {
    const asked = await lockAuthorizationByCode(tx, code)
    if (asked === null || asked.client_id !== client.id) return null
    if (asked.status === 'used') {
      await endSession(tx, asked)
      return null
    }
    const isGood = asked.status === 'approved' && !asked.isExpired && asked.redirect_uri === redirectUri
    if (!isGood || asked.user_id === null || !verifierMatches(verifier, asked.code_challenge)) return null
    return openFor(tx, { asked, userId: asked.user_id, from })
  })
  if (granted === null) throw authErrors.grantInvalid('Invalid authorization code')
  auth.observe({ kind: 'auth.signed-in', userId: granted.open.user.id, method: 'oauth_provider/authorization_code' })
  return granted
}

/** A code that comes twice was stolen by one of the two: what it opened ends (OAuth 2.1 §4.1.3). */
async function endSession(
  tx: WriteTransaction,
  { user_id: userId, session_id: sessionId }: AuthorizationRow,
): Promise<void> {
  if (userId !== null && sessionId !== null) await deleteSessions(tx, { userId, sessionId }, 'local')
}

async function openFor(
  tx: WriteTransaction,
  { asked, userId, from }: { readonly asked: AuthorizationRow; readonly userId: string; readonly from: Client },
): Promise<Granted | null> {
  const found = await findUserById(tx, userId)
  if (found === null || isBanned(found.user.banned_until)) return null
  const session = await insertSession(tx, { userId, method: 'oauth_provider/authorization_code', client: from })
  await giveSessionTo(tx, session.session.id, { clientId: asked.client_id, scope: asked.scope })
  await markCodeUsed(tx, asked.authorization_id, session.session.id)
  const owned = { ...session.session, clientId: asked.client_id, scopes: asked.scope }
  return { open: { ...session, session: owned, user: found.user }, scope: asked.scope, nonce: asked.nonce }
}

const isBanned = (until: string | null) => until !== null && Date.parse(until) > Date.now()

async function byRefreshToken(auth: Auth, { client, form, from }: Call): Promise<Granted> {
  const presented = form['refresh_token']
  if (typeof presented !== 'string' || presented.length !== REFRESH_TOKEN_LENGTH)
    throw authErrors.grantInvalid('Invalid refresh token')
  const open = await renewSession(auth, { presented, from, clientId: client.id }).catch((error: unknown) => {
    throw error instanceof AuthError && error.status === 400 ? authErrors.grantInvalid(error.message) : error
  })
  return { open, scope: open.session.scopes ?? '', nonce: null }
}

async function answerOf(auth: Auth, client: OAuthClientRow, { open, scope, nonce }: Granted): Promise<object> {
  const { access_token, expires_in, refresh_token } = await tokenResponse(open, auth)
  return {
    access_token,
    token_type: 'bearer',
    expires_in,
    ...(client.grant_types.includes('refresh_token') && { refresh_token }),
    scope,
    ...(scope.split(' ').includes('openid') && { id_token: await idTokenOf(auth, client, { open, scope, nonce }) }),
  }
}

/** OpenID Connect Core §2. */
function idTokenOf({ keys, config }: Auth, client: OAuthClientRow, { open, scope, nonce }: Granted): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return keys.sign({
    iss: config.apiUrl,
    sub: open.user.id,
    aud: client.id,
    iat: now,
    exp: now + config.accessTokenSeconds,
    auth_time: open.session.amr.at(-1)?.timestamp ?? now,
    ...(nonce !== null && { nonce }),
    ...claimsOfPerson(open.user, scope),
  })
}
