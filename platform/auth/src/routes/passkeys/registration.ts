import { systemSession } from '@platform/database'
import type { FastifyRequest } from 'fastify'

import { limitByNetwork, type Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { authenticatorName } from '../../factors/webauthn/authenticator-names.ts'
import { checkCreation, creationOptions, Refusal } from '../../factors/webauthn/ceremonies.ts'
import { keyOwner } from '../../factors/webauthn/key-owner.ts'
import { relyingPartyOf } from '../../factors/webauthn/relying-party.ts'
import { readRegistration } from '../../factors/webauthn/responses.ts'
import type { Caller } from '../../requests/caller.ts'
import type { Credential } from '../../store/credential.ts'
import {
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeyKeys,
  takePasskeyChallenge,
  type PasskeyRow,
} from '../../store/passkeys.ts'
import { lockUser } from '../../store/users.ts'
import { presentPasskey, readPasskeyAnswer, requireOwner } from './passkey-endpoint.ts'

/** A passkey replaces the password: a found key alone must not sign in. */
const userVerification = 'required'

const challengeOwner = ({ user, session }: Caller) =>
  ({ type: 'registration', userId: user.id, sessionId: session.id }) as const

/** POST /passkeys/registration/options */
export function beginPasskey(auth: Auth) {
  return async (request: FastifyRequest) => {
    const caller = await requireOwner(auth, request)
    requireOwnAccount(caller)
    await limitByNetwork(auth, 'factors', request)
    const existing = await auth.database.read(systemSession, (tx) => listPasskeyKeys(tx, caller.user.id))
    if (existing.length >= auth.config.passkeys.max) throw authErrors.tooManyPasskeys()
    const seconds = auth.config.webauthn.challengeSeconds
    const creation = {
      owner: keyOwner(caller.user),
      existing,
      isDiscoverable: true,
      userVerification,
      seconds,
    } as const
    const options = await creationOptions(relyingPartyOf(auth.config), creation)
    const { id, expiresAt } = await auth.database.write(systemSession, (tx) =>
      insertPasskeyChallenge(tx, challengeOwner(caller), { challenge: options.challenge, seconds }),
    )
    return { challenge_id: id, options, expires_at: expiresAt }
  }
}

function requireOwnAccount({ user }: Caller): void {
  if (user.is_sso_user) throw authErrors.ssoWithoutPasskeys()
}

/** POST /passkeys/registration/verify */
export function addPasskey(auth: Auth) {
  return async (request: FastifyRequest) => {
    const caller = await requireOwner(auth, request)
    requireOwnAccount(caller)
    const { challengeId, credential } = readPasskeyAnswer(request)
    await limitByNetwork(auth, 'factors', request)
    const key = await checkAnswer(auth, { caller, challengeId, credential })
    const passkey = await save(auth, caller, key)
    auth.observe({ kind: 'auth.passkey-added', userId: caller.user.id, passkeyId: passkey.id })
    return presentPasskey(passkey)
  }
}

/** NOTE: the challenge is used up before its answer is looked at, and stays so whatever that says. */
async function checkAnswer(
  auth: Auth,
  {
    caller,
    challengeId,
    credential,
  }: { readonly caller: Caller; readonly challengeId: string; readonly credential: unknown },
): Promise<Credential> {
  const asked = await auth.database.write(systemSession, (tx) =>
    takePasskeyChallenge(tx, challengeOwner(caller), challengeId),
  )
  if (asked === null) throw authErrors.passkeyChallengeNotFound()
  if (asked.isExpired) throw authErrors.passkeyChallengeExpired()
  const response = readRegistration(credential)
  if (response === null) throw authErrors.passkeyRefused('Invalid credential response')
  const { challenge } = asked
  const key = await checkCreation(relyingPartyOf(auth.config), response, { challenge, userVerification })
  if (!(key instanceof Refusal)) return key
  auth.observe({ kind: 'auth.credential-refused', reason: key.reason })
  throw authErrors.passkeyRefused('Credential verification failed')
}

function save(auth: Auth, { user }: Caller, key: Credential): Promise<PasskeyRow> {
  return auth.database.write(systemSession, async (tx) => {
    await lockUser(tx, user.id)
    const { length } = await listPasskeyKeys(tx, user.id)
    if (length >= auth.config.passkeys.max) throw authErrors.tooManyPasskeys()
    const passkey = await insertPasskey(tx, { userId: user.id, name: authenticatorName(key.aaguid), key })
    if (passkey === null) throw authErrors.credentialExists()
    return passkey
  })
}
