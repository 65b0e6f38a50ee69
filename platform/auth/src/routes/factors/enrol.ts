import { systemSession } from '@platform/database'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { Auth } from '../../auth.ts'
import { requirePerson, type Caller } from '../../caller.ts'
import { authErrors } from '../../errors.ts'
import { optionalText, readBody, requireStorable } from '../../read-body.ts'
import { deleteStaleFactors, insertTotpFactor } from '../../store/factors.ts'
import { findUserById, lockUser } from '../../store/users.ts'
import { enrolTotp } from '../../totp.ts'

const MAX_NAME_LENGTH = 255

const bodySchema = v.object({
  factor_type: optionalText,
  friendly_name: optionalText,
  issuer: optionalText,
})

/** POST /factors: a secret for an authenticator app, which counts once its first code has been verified. */
export function enrolFactor(auth: Auth) {
  return async (request: FastifyRequest) => {
    const caller = await requirePerson(auth, request)
    const body = readBody(request, bodySchema)
    requireTotp(auth, body.factor_type)
    const friendlyName = body.friendly_name ?? ''
    const issuer = body.issuer || new URL(auth.config.siteUrl).host
    if (Math.max(friendlyName.length, issuer.length) > MAX_NAME_LENGTH) throw authErrors.invalid('The name is too long')
    requireStorable({ friendlyName, issuer })
    const { user } = caller
    const totp = enrolTotp({ issuer, account: user.email ?? user.phone ?? user.id })
    const id = await save(auth, caller, { friendlyName, secret: totp.secret })
    return {
      id,
      type: 'totp',
      friendly_name: friendlyName,
      totp: { qr_code: totp.qrCode, secret: totp.secret, uri: totp.uri },
    }
  }
}

function requireTotp({ config }: Auth, type: string | null | undefined): void {
  if (type === 'phone') throw authErrors.factorEnrolmentOff('phone', 'Phone')
  if (type === 'webauthn') throw authErrors.factorEnrolmentOff('webauthn', 'WebAuthn')
  if (type !== 'totp') throw authErrors.invalid('factor_type needs to be totp, phone, or webauthn')
  if (!config.factors.totp.enroll) throw authErrors.factorEnrolmentOff('totp', 'TOTP')
}

/** NOTE: decided under a lock on the person, or two requests at once would each find the last free place. */
function save(
  auth: Auth,
  { user, session }: Caller,
  factor: { readonly friendlyName: string; readonly secret: string },
): Promise<string> {
  const { challengeSeconds, max } = auth.config.factors
  return auth.database.write(systemSession, async (tx) => {
    await lockUser(tx, user.id)
    await deleteStaleFactors(tx, user.id, challengeSeconds)
    const { factors } = (await findUserById(tx, user.id))!.user
    if (factors.length >= max) throw authErrors.tooManyFactors()
    if (factors.some((other) => (other.friendly_name ?? '') === factor.friendlyName)) {
      throw authErrors.factorNameTaken(factor.friendlyName)
    }
    if (session.aal === 'aal1' && factors.some(({ status }) => status === 'verified')) {
      throw authErrors.insufficientAal(403, 'AAL2 required to enroll a new factor')
    }
    return insertTotpFactor(tx, { userId: user.id, ...factor })
  })
}
