import { systemSession } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { limitByNetwork, type Auth } from '../../auth.ts'
import { parseChallenge, pkceFields } from '../../codes/pkce.ts'
import { authErrors } from '../../errors.ts'
import { chooseRedirect } from '../../redirects/redirect.ts'
import { optionalText, readBody, requireStorable } from '../../requests/read-body.ts'
import { freshIdentityProvider } from '../../sso/metadata-source.ts'
import { createRequestId } from '../../sso/service-provider.ts'
import { insertRelayState } from '../../store/relay-states.ts'
import { findSsoProvider, type SsoProviderName, type SsoProviderRow } from '../../store/sso-providers.ts'
import { isUuid } from '../../tokens/uuid.ts'

const bodySchema = v.object({
  provider_id: optionalText,
  domain: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: v.nullish(v.boolean(), false),
  ...pkceFields,
})

type Body = v.InferOutput<typeof bodySchema>

/** POST /sso: the way to the identity provider of a company, named by itself or by its domain. */
export function beginSso(auth: Auth) {
  const { saml } = auth
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (saml === null) throw authErrors.samlOff()
    const body = readBody(request, bodySchema)
    const name = parseName(body)
    const challenge = parseChallenge(body)
    await limitByNetwork(auth, 'sso', request)
    const row = await find(auth, name)
    const provider = await freshIdentityProvider(auth, row)
    const requestId = createRequestId()
    const redirectTo = chooseRedirect(body.redirect_to ?? request.headers.referer, auth.config)
    const state = { providerId: row.id, requestId, redirectTo, challenge }
    const relayState = await auth.database.write(systemSession, (tx) => insertRelayState(tx, state))
    const url = await saml.requestUrl({ provider, requestId, relayState, nameIdFormat: row.saml.name_id_format })
    reply.header('cache-control', 'no-store')
    return body.skip_http_redirect ? reply.send({ url }) : reply.redirect(url, 303)
  }
}

function parseName({ provider_id: id, domain }: Body): SsoProviderName {
  if (id && domain) throw authErrors.invalid('Only one of provider_id or domain supported')
  if (domain) {
    requireStorable({ domain })
    return { by: 'domain', domain }
  }
  if (!id) throw authErrors.invalid('A provider_id or domain needs to be provided')
  if (!isUuid(id)) throw authErrors.ssoProviderUnknown('No such SSO provider')
  return { by: 'id', id }
}

async function find(auth: Auth, name: SsoProviderName): Promise<SsoProviderRow> {
  const row = await auth.database.read(systemSession, (tx) => findSsoProvider(tx, name))
  if (row === null) {
    throw authErrors.ssoProviderUnknown(
      name.by === 'domain' ? 'No SSO provider assigned for this domain' : 'No such SSO provider',
    )
  }
  if (row.disabled === true) throw authErrors.ssoProviderOff()
  return row
}
