import { systemSession } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { clientOf, limitByNetwork, type Auth } from '../../auth.ts'
import { verifierMatches } from '../../codes/pkce.ts'
import { authErrors } from '../../errors.ts'
import { enterAccount } from '../../external/enter-account.ts'
import { providerTokens } from '../../external/provider.ts'
import { optionalText, readBody } from '../../requests/read-body.ts'
import { deleteFlow, lockFlow, type FlowState } from '../../store/flow-state.ts'
import { endSessionAt, insertSession } from '../../store/sessions.ts'
import { findUserById } from '../../store/users.ts'
import type { OpenSession } from '../../tokens/access-token.ts'
import { sendSession } from '../../tokens/send-session.ts'

const bodySchema = v.object({ auth_code: optionalText, code_verifier: optionalText })

interface Exchanged {
  readonly open: OpenSession
  readonly flow: FlowState
}

/** POST /token?grant_type=pkce: the code of a redirect and the verifier that stayed behind become a session. */
export function grantByPkce(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { auth_code: code, code_verifier: verifier } = readBody(request, bodySchema)
    if (!code || !verifier)
      throw authErrors.invalid('invalid request: both auth code and code verifier should be non-empty')
    await limitByNetwork(auth, 'verify', request)
    const { open, flow: ended } = await auth.database.write(systemSession, async (tx): Promise<Exchanged> => {
      const flow = await lockFlow(tx, code)
      if (flow === null) throw authErrors.flowNotFound()
      if (flow.isExpired) throw authErrors.flowExpired()
      if (!verifierMatches(verifier, flow.challenge)) throw authErrors.badVerifier()
      await deleteFlow(tx, flow.id)
      if (flow.pending !== null) {
        await enterAccount(tx, auth, flow.pending, { linkingUserId: flow.userId, emailOptional: true })
      }
      const session = await insertSession(tx, { userId: flow.userId, method: flow.method, client: clientOf(request) })
      if (flow.sessionEndsAt !== null) await endSessionAt(tx, session.session.id, flow.sessionEndsAt)
      const found = await findUserById(tx, flow.userId)
      if (found === null) throw authErrors.flowNotFound()
      return { open: { ...session, user: found.user }, flow }
    })
    auth.observe({ kind: 'auth.signed-in', userId: open.user.id, method: open.session.amr[0]!.method as 'otp' })
    return sendSession(auth, reply, open, providerTokens(ended.providerToken, ended.providerRefreshToken))
  }
}
