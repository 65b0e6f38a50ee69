/** What the endpoints of passkeys share. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { presentTime } from '../../accounts/present-user.ts'
import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { requirePerson, type Caller } from '../../requests/caller.ts'
import { optionalText, readBody } from '../../requests/read-body.ts'
import type { PasskeyRow } from '../../store/passkeys.ts'
import { isUuid } from '../../tokens/uuid.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Not there at all where the operator has switched passkeys off. */
export function passkeyEndpoint(endpoint: (auth: Auth) => Handler): (auth: Auth) => Handler {
  return (auth) => {
    if (auth.config.passkeys.enabled) return endpoint(auth)
    return () => Promise.reject(authErrors.passkeysOff())
  }
}

/** A passkey is a way in: whoever has a second factor adds and removes one only after it (THREATS A-19). */
export async function requireOwner(auth: Auth, request: FastifyRequest): Promise<Caller> {
  const caller = await requirePerson(auth, request)
  const { user, session } = caller
  if (session.aal === 'aal1' && user.factors.some(({ status }) => status === 'verified')) {
    throw authErrors.insufficientAal(403, 'AAL2 session is required to manage passkeys when MFA is enabled')
  }
  return caller
}

/** The `:passkey` of a path. @throws {AuthError} 404, as for one of somebody else */
export function passkeyIdOf(request: FastifyRequest): string {
  const { passkey } = request.params as { passkey: string }
  if (!isUuid(passkey)) throw passkeyNotFound()
  return passkey
}

export const passkeyNotFound = () => authErrors.notFoundInvalid('Passkey not found')

const answerSchema = v.object({ challenge_id: optionalText, credential: v.optional(v.unknown()) })

/** @throws {AuthError} `validation_failed` */
export function readPasskeyAnswer(request: FastifyRequest): {
  readonly challengeId: string
  readonly credential: unknown
} {
  const { challenge_id: challengeId, credential } = readBody(request, answerSchema)
  if (!challengeId) throw authErrors.invalid('challenge_id is required')
  if (!credential) throw authErrors.invalid('credential is required')
  if (!isUuid(challengeId)) throw authErrors.invalid('challenge_id must be a valid UUID')
  return { challengeId, credential }
}

export function presentPasskey(row: PasskeyRow) {
  return {
    id: row.id,
    ...(row.friendly_name === '' ? {} : { friendly_name: row.friendly_name }),
    created_at: presentTime(row.created_at),
    ...(row.last_used_at === null ? {} : { last_used_at: presentTime(row.last_used_at) }),
  }
}
