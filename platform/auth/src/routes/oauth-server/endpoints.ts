/** Being an authorization server for others (OAuth 2.1, WIRE §1.8): its endpoints, behind one switch. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { requireAdmin, requirePerson } from '../../requests/caller.ts'
import { askForConsent } from './authorize.ts'
import {
  changeClient,
  createClient,
  listClients,
  readClient,
  registerClient,
  removeClient,
  renewSecret,
} from './clients.ts'
import { decide, listOwnGrants, revokeGrant, showAuthorization } from './consent.ts'
import { openIdMetadata, readUserInfo, serverMetadata } from './discovery.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
type Require = (auth: Auth, request: FastifyRequest) => Promise<unknown>

/** NOTE: where it is off, the refusal comes after the one for callers who could not ask at all. */
const behind = (require: Require, endpoint: (auth: Auth) => Handler) => (auth: Auth) => {
  const handle = endpoint(auth)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await require(auth, request)
    requireServer(auth)
    return handle(request, reply)
  }
}

export function requireServer({ config }: Auth): void {
  if (!config.oauthServer.enabled) throw authErrors.featureOff('OAuth server is disabled')
}

const anybody: Require = async () => {}

export const oauthServerEndpoints = [
  ['GET', '/.well-known/oauth-authorization-server', behind(anybody, serverMetadata)],
  ['GET', '/.well-known/openid-configuration', behind(anybody, openIdMetadata)],
  ['POST', '/oauth/clients/register', behind(anybody, registerClient)],
  ['GET', '/oauth/authorize', behind(anybody, askForConsent)],
  ['GET', '/oauth/userinfo', behind(anybody, readUserInfo)],
  ['GET', '/oauth/authorizations/:authorization', behind(requirePerson, showAuthorization)],
  ['POST', '/oauth/authorizations/:authorization/consent', behind(requirePerson, decide)],
  ['GET', '/user/oauth/grants', behind(requirePerson, listOwnGrants)],
  ['DELETE', '/user/oauth/grants', behind(requirePerson, revokeGrant)],
  ['GET', '/admin/oauth/clients', behind(requireAdmin, listClients)],
  ['POST', '/admin/oauth/clients', behind(requireAdmin, createClient)],
  ['GET', '/admin/oauth/clients/:client', behind(requireAdmin, readClient)],
  ['PUT', '/admin/oauth/clients/:client', behind(requireAdmin, changeClient)],
  ['DELETE', '/admin/oauth/clients/:client', behind(requireAdmin, removeClient)],
  ['POST', '/admin/oauth/clients/:client/regenerate_secret', behind(requireAdmin, renewSecret)],
] as const
