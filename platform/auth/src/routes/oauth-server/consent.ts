import { systemSession, type WriteTransaction } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { presentTime } from '../../accounts/present-user.ts'
import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { requirePerson } from '../../requests/caller.ts'
import { optionalText, readBody } from '../../requests/read-body.ts'
import {
  approveAuthorization,
  claimAuthorization,
  denyAuthorization,
  findConsent,
  listGrants,
  revokeConsent,
  saveConsent,
  type AuthorizationRow,
} from '../../store/oauth-authorizations.ts'
import { findOAuthClient, type OAuthClientRow } from '../../store/oauth-clients.ts'
import type { UserRow } from '../../store/users.ts'
import { isUuid } from '../../tokens/uuid.ts'
import { withAnswer } from './rules/redirect-uris.ts'
import { covers, joinScopes } from './rules/scopes.ts'

/** GET /oauth/authorizations/:authorization: what the page of consent shows, or where to go where all of it was granted before. */
export function showAuthorization(auth: Auth) {
  return async (request: FastifyRequest) => {
    const { user } = await requirePerson(auth, request)
    return auth.database.write(systemSession, async (tx) => {
      const asked = await requirePending(tx, request, user)
      const granted = await findConsent(tx, user.id, asked.client_id)
      if (granted !== null && covers(granted, asked.scope)) return approve(tx, asked)
      const client = await findOAuthClient(tx, asked.client_id)
      return {
        authorization_id: asked.authorization_id,
        redirect_uri: asked.redirect_uri,
        client: presentAsking(client!),
        user: { id: user.id, email: user.email ?? '' },
        scope: asked.scope,
      }
    })
  }
}

const bodySchema = v.object({ action: optionalText })

/** POST /oauth/authorizations/:authorization/consent {action: approve | deny} */
export function decide(auth: Auth) {
  return async (request: FastifyRequest) => {
    const { action } = readBody(request, bodySchema)
    if (action !== 'approve' && action !== 'deny') throw authErrors.invalid("action must be 'approve' or 'deny'")
    const { user } = await requirePerson(auth, request)
    return auth.database.write(systemSession, async (tx) => {
      const asked = await requirePending(tx, request, user)
      if (action === 'deny') {
        await denyAuthorization(tx, asked.authorization_id)
        return answer(asked, { error: 'access_denied', error_description: 'User denied the request' })
      }
      const granted = await findConsent(tx, user.id, asked.client_id)
      const scopes = granted === null ? asked.scope : joinScopes(granted, asked.scope)
      await saveConsent(tx, { userId: user.id, clientId: asked.client_id, scopes })
      return approve(tx, asked)
    })
  }
}

async function requirePending(tx: WriteTransaction, request: FastifyRequest, user: UserRow): Promise<AuthorizationRow> {
  const { authorization } = request.params as { authorization: string }
  const asked = await claimAuthorization(tx, authorization, user.id)
  if (asked === null || asked.isExpired) throw authErrors.authorizationUnknown()
  if (asked.status !== 'pending') throw authErrors.authorizationAnswered()
  return asked
}

async function approve(tx: WriteTransaction, asked: AuthorizationRow) {
  return answer(asked, { code: await approveAuthorization(tx, asked.authorization_id) })
}

function answer({ redirect_uri: uri, state }: AuthorizationRow, told: Readonly<Record<string, string>>) {
  return { redirect_url: withAnswer(uri, { ...told, state }) }
}

/** GET /user/oauth/grants */
export function listOwnGrants(auth: Auth) {
  return async (request: FastifyRequest) => {
    const { user } = await requirePerson(auth, request)
    const grants = await auth.database.read(systemSession, (tx) => listGrants(tx, user.id))
    return grants.map(({ client, scopes, granted_at: at }) => ({
      client: presentAsking(client),
      scopes: scopes.split(' '),
      granted_at: presentTime(at),
    }))
  }
}

/** DELETE /user/oauth/grants?client_id= */
export function revokeGrant(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { user } = await requirePerson(auth, request)
    const { client_id: clientId } = request.query as { client_id?: unknown }
    if (clientId === undefined || clientId === '') throw authErrors.invalid('client_id query parameter is required')
    if (!isUuid(clientId)) throw authErrors.invalid('client_id must be a UUID')
    const isGone = await auth.database.write(systemSession, (tx) => revokeConsent(tx, user.id, clientId))
    if (!isGone) throw authErrors.consentUnknown()
    return reply.code(204).send()
  }
}

function presentAsking({
  id,
  client_name,
  client_uri,
  logo_uri,
}: Pick<OAuthClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'>) {
  return { id, name: client_name, uri: client_uri ?? '', logo_uri: logo_uri ?? '' }
}
