import { systemSession, type WriteTransaction } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { clientOf, limitByNetwork, spareNetwork, type Auth } from '../../auth.ts'
import { AuthError, authErrors } from '../../errors.ts'
import { checkAssertion, Refusal, requestOptions, userHandleOf } from '../../factors/webauthn/ceremonies.ts'
import { relyingPartyOf } from '../../factors/webauthn/relying-party.ts'
import { readAssertion, type AssertionResponse } from '../../factors/webauthn/responses.ts'
import {
  insertPasskeyChallenge,
  lockPasskey,
  noteClonedPasskey,
  savePasskeyUse,
  takePasskeyChallenge,
} from '../../store/passkeys.ts'
import { insertSession, type Client } from '../../store/sessions.ts'
import { findUserById, lockUser, type UserRow } from '../../store/users.ts'
import type { OpenSession } from '../../tokens/access-token.ts'
import { sendSession } from '../../tokens/send-session.ts'
import { readPasskeyAnswer } from './passkey-endpoint.ts'

/** A passkey replaces the password: a found key alone must not sign in. */
const userVerification = 'required'

const anybody = { type: 'authentication', userId: null, sessionId: null } as const

/** POST /passkeys/authentication/options: the browser asks which of its keys to use, so nobody says who they are. */
export function askForPasskey(auth: Auth) {
  return async (request: FastifyRequest) => {
    await limitByNetwork(auth, 'factors', request)
    const seconds = auth.config.webauthn.challengeSeconds
    const options = await requestOptions(relyingPartyOf(auth.config), { allowed: [], userVerification, seconds })
    const { id, expiresAt } = await auth.database.write(systemSession, (tx) =>
      insertPasskeyChallenge(tx, anybody, { challenge: options.challenge, seconds }),
    )
    return { challenge_id: id, options, expires_at: expiresAt }
  }
}

/** POST /passkeys/authentication/verify: a session of aal1, like one by password. */
export function signInByPasskey(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { challengeId, credential } = readPasskeyAnswer(request)
    await limitByNetwork(auth, 'signIn', request)
    try {
      const open = await authenticate(auth, { challengeId, credential, client: clientOf(request) })
      await spareNetwork(auth, 'signIn', { ip: request.ip, userId: open.user.id })
      auth.observe({ kind: 'auth.signed-in', userId: open.user.id, method: 'passkey' })
      return await sendSession(auth, reply, open)
    } catch (error) {
      if (error instanceof AuthError) auth.observe({ kind: 'auth.sign-in-refused', code: error.code })
      throw error
    }
  }
}

interface Answer {
  readonly challengeId: string
  readonly credential: unknown
  readonly client: Client
}

/** NOTE: the challenge is used up before its answer is looked at, and stays so whatever that says. */
async function authenticate(auth: Auth, { challengeId, credential, client }: Answer): Promise<OpenSession> {
  const asked = await auth.database.write(systemSession, (tx) => takePasskeyChallenge(tx, anybody, challengeId))
  if (asked === null) throw authErrors.passkeyChallengeNotFound()
  if (asked.isExpired) throw authErrors.passkeyChallengeExpired()
  const response = readAssertion(credential)
  if (response === null) throw authErrors.passkeyRefused('Invalid credential response')
  const { challenge } = asked
  const outcome = await auth.database.write(systemSession, async (tx) => {
    const user = await identify(tx, auth, { response, challenge })
    if (user instanceof Refusal) return user
    requireGoodStanding(auth, user)
    const opened = await insertSession(tx, { userId: user.id, method: 'passkey', client })
    return { ...opened, user: (await findUserById(tx, user.id))!.user }
  })
  if (!(outcome instanceof Refusal)) return outcome
  auth.observe({ kind: 'auth.credential-refused', reason: outcome.reason })
  throw authErrors.passkeyRefused('Credential verification failed')
}

/** Whose key has answered; what it says about itself is kept. */
async function identify(
  tx: WriteTransaction,
  auth: Auth,
  { response, challenge }: { readonly response: AssertionResponse; readonly challenge: string },
): Promise<UserRow | Refusal> {
  const passkey = await lockPasskey(tx, response.id)
  if (passkey === null) return new Refusal('an unknown key')
  const found = await lockUser(tx, passkey.userId)
  if (found === null) return new Refusal('the key of a removed account')
  if (response.response.userHandle !== userHandleOf(found.user.id)) return new Refusal('the key of another account')
  const expected = { challenge, userVerification, credential: passkey.key } as const
  const use = await checkAssertion(relyingPartyOf(auth.config), response, expected)
  if (use instanceof Refusal) return use
  if (use.isRolledBack) {
    await noteClonedPasskey(tx, passkey.id)
    return new Refusal('a counter that went backwards')
  }
  await savePasskeyUse(tx, passkey.id, use)
  return found.user
}

/** NOTE: told only to whoever holds the key. */
function requireGoodStanding({ config }: Auth, user: UserRow): void {
  if (user.banned_until !== null && Date.parse(user.banned_until) > Date.now()) throw authErrors.banned()
  if (user.email !== null && user.email_confirmed_at === null && !config.email.autoconfirm) {
    throw authErrors.emailNotConfirmed()
  }
  if (user.phone !== null && user.phone_confirmed_at === null && !config.phone.autoconfirm) {
    throw authErrors.phoneNotConfirmed()
  }
}
