import { systemSession, type WriteTransaction } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { OpenSession } from '../../access-token.ts'
import { clientOf, limitByNetwork, type Auth } from '../../auth.ts'
import { isUuid, requirePerson, type Caller } from '../../caller.ts'
import { authErrors, type AuthError } from '../../errors.ts'
import { optionalText, readBody } from '../../read-body.ts'
import { sendSession } from '../../send-session.ts'
import { acceptFactor, countWrongFactorCode, findChallenge, lockFactor } from '../../store/factors.ts'
import { deleteLowerSessions, liftSession, type Client } from '../../store/sessions.ts'
import { findUserById, lockUser } from '../../store/users.ts'
import { matchTotp } from '../../totp.ts'
import { factorIdOf } from './factor-id.ts'

const bodySchema = v.object({ challenge_id: optionalText, code: optionalText })

interface Answer {
  readonly factorId: string
  readonly challengeId: string
  readonly code: string
}

/** POST /factors/:id/verify: the session that answers a challenge rises to aal2, and those below it end. */
export function verifyFactor(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await requirePerson(auth, request)
    const factorId = factorIdOf(request)
    const { challenge_id: challengeId, code } = readBody(request, bodySchema)
    if (!isUuid(challengeId)) throw authErrors.invalid('challenge_id must be an UUID')
    if (!code) throw authErrors.invalid('code is required')
    if (!auth.config.factors.totp.verify) throw authErrors.factorVerificationOff('totp', 'TOTP')
    await limitByNetwork(auth, 'factors', request)
    const open = await answerChallenge(auth, caller, { factorId, challengeId, code }, clientOf(request))
    auth.observe({ kind: 'auth.factor-verified', userId: caller.user.id, factorId })
    return sendSession(auth, reply, open)
  }
}

/** NOTE: a wrong code is counted inside and thrown outside, or its count would be rolled back. */
async function answerChallenge(auth: Auth, caller: Caller, answer: Answer, client: Client): Promise<OpenSession> {
  const { factorId } = answer
  const userId = caller.user.id
  const outcome = await auth.database.write(systemSession, async (tx): Promise<OpenSession | AuthError> => {
    await lockUser(tx, userId)
    const step = await checkCode(tx, auth, { userId, ip: client.ip }, answer)
    if (step === null) {
      await countWrongFactorCode(tx, factorId, auth.config.factors)
      return authErrors.wrongTotp()
    }
    await acceptFactor(tx, { userId, factorId }, { step, challengeId: answer.challengeId })
    const lifted = await liftSession(tx, { sessionId: caller.session.id, factorId, method: 'totp' }, client)
    if (lifted === null) throw authErrors.sessionGone()
    await deleteLowerSessions(tx, userId, caller.session.id)
    return { ...lifted, user: (await findUserById(tx, userId))!.user }
  })
  if (!(outcome instanceof Error)) return outcome
  auth.observe({ kind: 'auth.factor-refused', userId, factorId })
  throw outcome
}

/** The time step of a right code that was never accepted before; null for any other code. */
async function checkCode(
  tx: WriteTransaction,
  auth: Auth,
  { userId, ip }: { readonly userId: string; readonly ip: string },
  { factorId, challengeId, code }: Answer,
): Promise<number | null> {
  const found = await lockFactor(tx, { userId, factorId })
  if (found === null || found.secret === null) throw authErrors.factorNotFound()
  const seconds = auth.config.factors.challengeSeconds
  const challenge = await findChallenge(tx, { id: challengeId, factorId, ip, seconds })
  if (challenge === null) throw authErrors.challengeNotFound()
  if (challenge.isExpired || challenge.isUsed) throw authErrors.challengeExpired(challengeId)
  if (!challenge.isSameNetwork) throw authErrors.challengeElsewhere()
  if (found.lockedSeconds > 0) throw authErrors.tooManyRequests(found.lockedSeconds)
  const step = matchTotp(code, found.secret, Date.now())
  return step === null || step <= (found.lastUsedStep ?? 0) ? null : step
}
