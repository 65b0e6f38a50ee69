/** Being an authorization server for others (OAuth 2.1): not offered, and said so as the original says it. */
import type { FastifyRequest } from 'fastify'

import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { requireAdmin, requireCaller } from '../requests/caller.ts'

type Require = (auth: Auth, request: FastifyRequest) => Promise<unknown>

/** The refusal comes after the one for callers who could not ask at all. */
const off = (require: Require) => (auth: Auth) => async (request: FastifyRequest) => {
  await require(auth, request)
  throw authErrors.featureOff('OAuth server is disabled')
}

const nobody: Require = async () => {}

export const oauthServerEndpoints = [
  ['GET', '/.well-known/oauth-authorization-server', off(nobody)],
  ['POST', '/oauth/clients/register', off(nobody)],
  ['POST', '/oauth/token', off(nobody)],
  ['GET', '/oauth/authorize', off(nobody)],
  ['GET', '/oauth/authorizations/:authorization', off(requireCaller)],
  ['POST', '/oauth/authorizations/:authorization/consent', off(requireCaller)],
  ['GET', '/user/oauth/grants', off(requireCaller)],
  ['DELETE', '/user/oauth/grants', off(requireCaller)],
  ['GET', '/admin/oauth/clients', off(requireAdmin)],
  ['POST', '/admin/oauth/clients', off(requireAdmin)],
  ['GET', '/admin/oauth/clients/:client', off(requireAdmin)],
  ['PUT', '/admin/oauth/clients/:client', off(requireAdmin)],
  ['DELETE', '/admin/oauth/clients/:client', off(requireAdmin)],
  ['POST', '/admin/oauth/clients/:client/regenerate_secret', off(requireAdmin)],
] as const
