import { systemSession, type WriteTransaction } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { clientOf, limitByNetwork, type Auth } from '../../auth.ts'
import { authErrors, type AuthError } from '../../errors.ts'
import { matchTotp } from '../../factors/totp.ts'
import { rejectFactorAttempt } from '../../hooks/attempts.ts'
import { requirePerson, type Caller } from '../../requests/caller.ts'
import { optionalText, readBody } from '../../requests/read-body.ts'
import {
  acceptFactor,
  countWrongAnswer,
  findChallenge,
  isCodeOf,
  lockFactor,
  saveStep,
  useChallenge,
  type ChallengeRow,
  type FactorProof,
} from '../../store/factors.ts'
import { deleteLowerSessions, liftSession, type Client, type FactorMethod } from '../../store/sessions.ts'
import { findUserById, lockUser } from '../../store/users.ts'
import type { OpenSession } from '../../tokens/access-token.ts'
import { sendSession } from '../../tokens/send-session.ts'
import { isUuid } from '../../tokens/uuid.ts'
import { factorIdOf } from './factor-id.ts'
import { requireFactorSwitch } from './factor-switch.ts'
import { checkKeyAnswer, keyAnswerSchema, readKeyAnswer, type KeyAnswer } from './security-key.ts'

const bodySchema = v.object({ challenge_id: optionalText, code: optionalText, webauthn: v.nullish(keyAnswerSchema) })

interface Attempt {
  readonly factorId: string
  readonly challengeId: string
  readonly body: v.InferOutput<typeof bodySchema>
}

const METHODS = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const satisfies Record<
  string,
  FactorMethod
>

/** POST /factors/:id/verify: the session that answers a challenge rises to aal2, and those below it end. */
export function verifyFactor(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await requirePerson(auth, request)
    const factorId = factorIdOf(request)
    const body = readBody(request, bodySchema)
    const challengeId = body.challenge_id
    if (!isUuid(challengeId)) throw authErrors.invalid('challenge_id must be an UUID')
    await limitByNetwork(auth, 'factors', request)
    const open = await answerChallenge(auth, caller, { factorId, challengeId, body }, clientOf(request))
    auth.observe({ kind: 'auth.factor-verified', userId: caller.user.id, factorId })
    return sendSession(auth, reply, open)
  }
}

/** NOTE: a wrong answer is counted inside and thrown outside, or its count would be rolled back. */
async function answerChallenge(auth: Auth, caller: Caller, attempt: Attempt, client: Client): Promise<OpenSession> {
  const { factorId, challengeId } = attempt
  const userId = caller.user.id
  const outcome = await auth.database.write(systemSession, async (tx): Promise<OpenSession | AuthError> => {
    await lockUser(tx, userId)
    const found = await lockFactor(tx, { userId, factorId })
    if (found === null) throw authErrors.factorNotFound()
    const refusal = await judge(tx, auth, { found, attempt, ip: client.ip })
    if (refusal !== null) await countWrongAnswer(tx, factorId, auth.config.factors)
    const attempted = { userId, factorId, factorType: found.factor.factor_type, isValid: refusal === null }
    const verdict = (await rejectFactorAttempt(tx, auth, attempted)) ?? refusal
    if (verdict !== null) return verdict
    await useChallenge(tx, challengeId)
    await acceptFactor(tx, { userId, factorId })
    const method = METHODS[found.factor.factor_type]
    const lifted = await liftSession(tx, { sessionId: caller.session.id, factorId, method }, client)
    if (lifted === null) throw authErrors.sessionGone()
    await deleteLowerSessions(tx, userId, caller.session.id)
    return { ...lifted, user: (await findUserById(tx, userId))!.user }
  })
  if (!(outcome instanceof Error)) return outcome
  auth.observe({ kind: 'auth.factor-refused', userId, factorId })
  throw outcome
}

interface Case {
  readonly found: FactorProof
  readonly attempt: Attempt
  readonly ip: string
}

/** Null for a right answer, else its refusal. @throws {AuthError} when there is nothing to judge */
async function judge(tx: WriteTransaction, auth: Auth, { found, attempt, ip }: Case): Promise<AuthError | null> {
  const { factor } = found
  requireFactorSwitch(auth, factor.factor_type, 'verify')
  const answer = factor.factor_type === 'webauthn' ? readKeyAnswer(attempt.body.webauthn) : readCode(attempt.body)
  const challenge = await requireChallenge(tx, auth, { attempt, ip })
  if (found.lockedSeconds > 0) throw authErrors.tooManyRequests(found.lockedSeconds)
  if (typeof answer !== 'string') return judgeKey(tx, auth, { found, challenge, answer })
  if (factor.factor_type === 'phone') return isCodeOf(challenge, answer) ? null : authErrors.wrongPhoneCode()
  return judgeTotp(tx, found, answer)
}

function readCode({ code }: Attempt['body']): string {
  if (!code) throw authErrors.invalid('Code needs to be non-empty')
  return code
}

async function requireChallenge(
  tx: WriteTransaction,
  auth: Auth,
  { attempt, ip }: Pick<Case, 'attempt' | 'ip'>,
): Promise<ChallengeRow> {
  const { factorId, challengeId: id } = attempt
  const challenge = await findChallenge(tx, { id, factorId, ip, seconds: auth.config.factors.challengeSeconds })
  if (challenge === null) throw authErrors.challengeNotFound()
  if (challenge.isExpired || challenge.isUsed) throw authErrors.challengeExpired(id)
  if (!challenge.isSameNetwork) throw authErrors.challengeElsewhere()
  return challenge
}

/** A code counts once, and none older after it. */
async function judgeTotp(tx: WriteTransaction, found: FactorProof, code: string): Promise<AuthError | null> {
  const step = found.secret === null ? null : matchTotp(code, found.secret, Date.now())
  if (step === null || step <= (found.lastUsedStep ?? 0)) return authErrors.wrongTotp()
  await saveStep(tx, found.factor.id, step)
  return null
}

/** NOTE: used up by a wrong answer too: nobody retypes a key, so a second one is a forger's. */
async function judgeKey(
  tx: WriteTransaction,
  auth: Auth,
  {
    found,
    challenge,
    answer,
  }: { readonly found: FactorProof; readonly challenge: ChallengeRow; readonly answer: KeyAnswer },
): Promise<AuthError | null> {
  await useChallenge(tx, challenge.id)
  if (challenge.key === null) throw authErrors.challengeNotFound()
  return checkKeyAnswer(tx, auth, { found, asked: challenge.key, answer })
}
