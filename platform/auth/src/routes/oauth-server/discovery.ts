/** What clients read: how this server is spoken to, and who a person is. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import type { Auth } from '../../auth.ts'
import { requireAnyCaller } from '../../requests/caller.ts'
import { claimsOfPerson } from './rules/person-claims.ts'
import { SCOPES } from './rules/scopes.ts'

/**
 * Mounted at the root: where a client looks that knows the issuer alone (RFC 8414 §3.1 puts the issuer's path behind the
 * well-known one). Nothing is there while the server is off.
 */
export const authorizationServerAtRoot: FastifyPluginAsync<Pick<Auth, 'config'>> = async (fastify, { config }) => {
  if (!config.oauthServer.enabled) return
  const { pathname } = new URL(config.apiUrl)
  fastify.get(`/.well-known/oauth-authorization-server${pathname}`, serverMetadata({ config }))
  fastify.get(`/.well-known/openid-configuration${pathname}`, openIdMetadata({ config }))
}

/** GET /.well-known/oauth-authorization-server (RFC 8414) */
export function serverMetadata(auth: Pick<Auth, 'config'>) {
  return async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'public, max-age=600').send(metadataOf(auth))
}

/** GET /.well-known/openid-configuration (OpenID Connect Discovery 1.0) */
export function openIdMetadata(auth: Pick<Auth, 'config'>) {
  return async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'public, max-age=600').send({
      ...metadataOf(auth),
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256', 'RS256', 'HS256'],
      claims_supported: [
        'sub',
        'iss',
        'aud',
        'exp',
        'iat',
        'auth_time',
        'nonce',
        'email',
        'email_verified',
        'phone_number',
        'phone_number_verified',
        'name',
        'picture',
      ],
    })
}

/** GET /oauth/userinfo (OpenID Connect Core §5.3): what the client's scopes let it know; all of it for the product's own sessions. */
export function readUserInfo(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { user, session } = await requireAnyCaller(auth, request)
    const scope = session.clientId === null ? SCOPES.join(' ') : (session.scopes ?? '')
    return reply.header('cache-control', 'no-store').send({ sub: user.id, ...claimsOfPerson(user, scope) })
  }
}

function metadataOf({ config }: Pick<Auth, 'config'>): object {
  const { apiUrl, oauthServer } = config
  return {
    issuer: apiUrl,
    authorization_endpoint: `${apiUrl}/oauth/authorize`,
    token_endpoint: `${apiUrl}/oauth/token`,
    userinfo_endpoint: `${apiUrl}/oauth/userinfo`,
    jwks_uri: `${apiUrl}/.well-known/jwks.json`,
    ...(oauthServer.dynamicRegistration && { registration_endpoint: `${apiUrl}/oauth/clients/register` }),
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
  }
}
