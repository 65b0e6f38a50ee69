/** Recovery codes, a second factor that the original does not offer either so far: off, in its words. */
import type { FastifyRequest } from 'fastify'

import type { Auth } from '../../auth.ts'
import { authErrors, type AuthError } from '../../errors.ts'
import { requirePerson } from '../../requests/caller.ts'

/** The refusal comes after the one for callers who could not ask at all. */
const off = (refusal: () => AuthError) => (auth: Auth) => async (request: FastifyRequest) => {
  await requirePerson(auth, request)
  throw refusal()
}

const none = off(authErrors.factorNotFound)
const neverMade = off(() => authErrors.factorEnrolmentOff('recovery_codes', 'recovery codes'))
const neverTaken = off(() => authErrors.factorVerificationOff('recovery_codes', 'recovery codes'))

export const recoveryCodeEndpoints = [
  ['GET', '/factors/recovery-codes', none],
  ['DELETE', '/factors/recovery-codes', none],
  ['POST', '/factors/recovery-codes', neverMade],
  ['POST', '/factors/recovery-codes/regenerate', neverMade],
  ['POST', '/factors/recovery-codes/verify', neverTaken],
] as const
