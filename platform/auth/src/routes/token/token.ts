import type { FastifyReply, FastifyRequest } from 'fastify'

import { limitByNetwork, type Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { forPeople } from '../../requests/for-people.ts'
import { grantByIdToken } from './id-token.ts'
import { grantByPassword } from './password.ts'
import { grantByPkce } from './pkce.ts'
import { grantByRefreshToken } from './refresh.ts'
import { grantByWallet } from './web3.ts'

/** POST /token?grant_type=… */
export function token(auth: Auth) {
  const grants = new Map([
    ['password', forPeople(grantByPassword)(auth)],
    ['refresh_token', grantByRefreshToken(auth)],
    ['pkce', grantByPkce(auth)],
    ['id_token', forPeople(grantByIdToken)(auth)],
    ['web3', forPeople(grantByWallet)(auth)],
  ])
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { grant_type: name } = request.query as { grant_type?: unknown }
    const grant = typeof name === 'string' ? grants.get(name) : undefined
    if (grant === undefined) {
      await limitByNetwork(auth, 'refresh', request)
      throw authErrors.unsupportedGrant()
    }
    return grant(request, reply)
  }
}
