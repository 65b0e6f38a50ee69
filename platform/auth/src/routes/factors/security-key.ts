/** Security keys as second factors: what a browser is asked for, and whether its answer holds. */
import { systemSession, type WriteTransaction } from '@platform/database'
import * as v from 'valibot'

import type { Auth } from '../../auth.ts'
import { authErrors, type AuthError } from '../../errors.ts'
import {
  checkAssertion,
  checkCreation,
  creationOptions,
  Refusal,
  requestOptions,
} from '../../factors/webauthn/ceremonies.ts'
import { keyOwner } from '../../factors/webauthn/key-owner.ts'
import { relyingPartyOf } from '../../factors/webauthn/relying-party.ts'
import {
  readAssertion,
  readRegistration,
  type AssertionResponse,
  type RegistrationResponse,
} from '../../factors/webauthn/responses.ts'
import { fromFactorCredential } from '../../store/credential.ts'
import {
  listFactorKeys,
  noteClonedKey,
  saveKeyUse,
  saveNewKey,
  type FactorProof,
  type KeyChallenge,
} from '../../store/factors.ts'
import type { FactorRow, UserRow } from '../../store/users.ts'

/** A password has come before: holding the key is proof enough beside it. */
const userVerification = 'preferred'

/** What goes to the browser, and the `key` that stays here. An unverified factor gets its key, another is asked for it. */
export async function askForKey(auth: Auth, user: UserRow, factor: FactorRow) {
  const party = relyingPartyOf(auth.config)
  const seconds = auth.config.factors.challengeSeconds
  const kept = await auth.database.read(systemSession, (tx) => listFactorKeys(tx, user.id))
  if (factor.status === 'verified') {
    const allowed = kept.filter(({ factorId }) => factorId === factor.id).map(({ key }) => key)
    return ask('request', await requestOptions(party, { allowed, userVerification, seconds }))
  }
  const existing = kept.map(({ key }) => key)
  const creation = { owner: keyOwner(user), existing, isDiscoverable: false, userVerification, seconds } as const
  return ask('create', await creationOptions(party, creation))
}

function ask<Options extends { readonly challenge: string }>(type: KeyChallenge['type'], publicKey: Options) {
  const key: KeyChallenge = { type, challenge: publicKey.challenge }
  return { type, credential_options: { publicKey }, key }
}

export const keyAnswerSchema = v.object({
  type: v.optional(v.unknown()),
  credential_response: v.optional(v.unknown()),
})

export type KeyAnswer =
  | { readonly type: 'create'; readonly response: RegistrationResponse }
  | { readonly type: 'request'; readonly response: AssertionResponse }

/** @throws {AuthError} `validation_failed` */
export function readKeyAnswer(body: v.InferOutput<typeof keyAnswerSchema> | null | undefined): KeyAnswer {
  if (!body) throw authErrors.invalid('WebAuthn config required')
  const { type, credential_response: credential } = body
  if (type !== 'create' && type !== 'request') throw authErrors.invalid('WebAuthn type must be create or request')
  if (!credential) throw authErrors.invalid('credential_response required')
  return type === 'create'
    ? { type, response: orInvalid(readRegistration(credential)) }
    : { type, response: orInvalid(readAssertion(credential)) }
}

function orInvalid<Response>(response: Response | null): Response {
  if (response === null) throw authErrors.invalid('Invalid credential_response')
  return response
}

/**
 * Keeps what a right answer says of its key; the refusal of any other. NOTE: a factor that has its key gets no other one,
 * whatever it was asked for before: a password alone would replace it.
 */
export async function checkKeyAnswer(
  tx: WriteTransaction,
  auth: Auth,
  { found, asked, answer }: { readonly found: FactorProof; readonly asked: KeyChallenge; readonly answer: KeyAnswer },
): Promise<AuthError | null> {
  const due = found.factor.status === 'verified' ? 'request' : 'create'
  if (asked.type !== due || answer.type !== due) return authErrors.wrongSecurityKey()
  const { challenge } = asked
  const expected = { challenge, userVerification } as const
  return answer.type === 'create'
    ? checkNewKey(tx, auth, { factorId: found.factor.id, response: answer.response, expected })
    : checkKnownKey(tx, auth, { found, response: answer.response, expected })
}

interface Checked<Response> {
  readonly response: Response
  readonly expected: { readonly challenge: string; readonly userVerification: typeof userVerification }
}

async function checkNewKey(
  tx: WriteTransaction,
  auth: Auth,
  { factorId, response, expected }: Checked<RegistrationResponse> & { readonly factorId: string },
): Promise<AuthError | null> {
  const key = await checkCreation(relyingPartyOf(auth.config), response, expected)
  if (key instanceof Refusal) return refuse(auth, key.reason)
  return (await saveNewKey(tx, factorId, key)) ? null : authErrors.credentialExists()
}

async function checkKnownKey(
  tx: WriteTransaction,
  auth: Auth,
  { found, response, expected }: Checked<AssertionResponse> & { readonly found: FactorProof },
): Promise<AuthError | null> {
  const { factor } = found
  const credential = found.credential && fromFactorCredential(found.credential, factor.web_authn_aaguid)
  if (credential?.id !== response.id) return refuse(auth, 'another key than the factor’s')
  const use = await checkAssertion(relyingPartyOf(auth.config), response, { ...expected, credential })
  if (use instanceof Refusal) return refuse(auth, use.reason)
  if (use.isRolledBack) {
    await noteClonedKey(tx, factor.id)
    return refuse(auth, 'a counter that went backwards')
  }
  await saveKeyUse(tx, factor.id, use)
  return null
}

function refuse(auth: Auth, reason: string): AuthError {
  auth.observe({ kind: 'auth.credential-refused', reason })
  return authErrors.wrongSecurityKey()
}
