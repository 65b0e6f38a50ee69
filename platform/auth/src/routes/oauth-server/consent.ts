import { systemSession, type WriteTransaction } from '@platform/database'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { withAnswer } from '../../oauth-server/redirect-uris.ts'
import { covers, joinScopes } from '../../oauth-server/scopes.ts'
import { requirePerson } from '../../requests/caller.ts'
import { optionalText, readBody } from '../../requests/read-body.ts'
import {
  approveAuthorization,
  claimAuthorization,
  denyAuthorization,
  findConsent,
  saveConsent,
  type AuthorizationRow,
} from '../../store/oauth-authorizations.ts'
import { findOAuthClient, type OAuthClientRow } from '../../store/oauth-clients.ts'
import type { UserRow } from '../../store/users.ts'

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

export function presentAsking({
  id,
  client_name,
  client_uri,
  logo_uri,
}: Pick<OAuthClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'>) {
  return { id, name: client_name, uri: client_uri ?? '', logo_uri: logo_uri ?? '' }
}
