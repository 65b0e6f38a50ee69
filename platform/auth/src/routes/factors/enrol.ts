import { systemSession, type WriteTransaction } from '@platform/database'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { parsePhone } from '../../accounts/address.ts'
import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { enrolTotp } from '../../factors/totp.ts'
import { requirePerson, type Caller } from '../../requests/caller.ts'
import { optionalText, readBody, requireStorable } from '../../requests/read-body.ts'
import { deleteStaleFactors, deleteUnfinishedPhone, insertFactor } from '../../store/factors.ts'
import { findUserById, lockUser, type FactorRow } from '../../store/users.ts'
import { requireFactorSwitch } from './factor-switch.ts'

const MAX_NAME_LENGTH = 255

const bodySchema = v.object({
  factor_type: optionalText,
  friendly_name: optionalText,
  issuer: optionalText,
  phone: optionalText,
})

type Body = v.InferOutput<typeof bodySchema>

/** A factor before it is saved, and what its kind adds to the answer. */
interface Draft {
  readonly type: FactorRow['factor_type']
  readonly friendlyName: string
  readonly secret: string | null
  readonly phone: string | null
  readonly answer: object
}

/** POST /factors: a factor that counts once its first challenge has been answered. */
export function enrolFactor(auth: Auth) {
  return async (request: FastifyRequest) => {
    const caller = await requirePerson(auth, request)
    const draft = draftOf(auth, caller, readBody(request, bodySchema))
    const id = await save(auth, caller, draft)
    auth.observe({ kind: 'auth.factor-enrolled', userId: caller.user.id, factorId: id })
    return { id, type: draft.type, friendly_name: draft.friendlyName, ...draft.answer }
  }
}

function draftOf(auth: Auth, caller: Caller, body: Body): Draft {
  const type = body.factor_type
  if (type !== 'totp' && type !== 'phone' && type !== 'webauthn') {
    throw authErrors.invalid('factor_type needs to be totp, phone, or webauthn')
  }
  requireFactorSwitch(auth, type, 'enroll')
  const friendlyName = body.friendly_name ?? ''
  requireName(friendlyName)
  const draft: Draft = { type, friendlyName, secret: null, phone: null, answer: {} }
  if (type === 'totp') return { ...draft, ...draftTotp(auth, caller, body) }
  if (type === 'phone') return { ...draft, ...draftPhone(body) }
  return draft
}

function requireName(name: string): void {
  if (name.length > MAX_NAME_LENGTH) throw authErrors.invalid('The name is too long')
  requireStorable({ name })
}

function draftTotp(auth: Auth, { user }: Caller, body: Body) {
  const issuer = body.issuer || new URL(auth.config.siteUrl).host
  requireName(issuer)
  const { secret, uri, qrCode } = enrolTotp({ issuer, account: user.email ?? user.phone ?? user.id })
  return { secret, answer: { totp: { qr_code: qrCode, secret, uri } } }
}

function draftPhone({ phone }: Body) {
  if (!phone) throw authErrors.invalid('Phone number required to enroll Phone factor')
  return { phone: parsePhone(phone), answer: { phone } }
}

/** NOTE: decided under a lock on the person, or two requests at once would each find the last free place. */
function save(auth: Auth, { user, session }: Caller, draft: Draft): Promise<string> {
  const { challengeSeconds, max } = auth.config.factors
  return auth.database.write(systemSession, async (tx) => {
    await lockUser(tx, user.id)
    await deleteStaleFactors(tx, user.id, challengeSeconds)
    if (draft.phone !== null) await makeRoomForPhone(tx, user.id, draft.phone)
    const { factors } = (await findUserById(tx, user.id))!.user
    if (factors.length >= max) throw authErrors.tooManyFactors()
    if (factors.some((other) => (other.friendly_name ?? '') === draft.friendlyName)) {
      throw authErrors.factorNameTaken(draft.friendlyName)
    }
    if (session.aal === 'aal1' && factors.some(({ status }) => status === 'verified')) {
      throw authErrors.insufficientAal(403, 'AAL2 required to enroll a new factor')
    }
    return insertFactor(tx, { userId: user.id, ...draft })
  })
}

/** An enrolment that is begun again replaces the one before it. */
async function makeRoomForPhone(tx: WriteTransaction, userId: string, phone: string): Promise<void> {
  await deleteUnfinishedPhone(tx, userId, phone)
  const { factors } = (await findUserById(tx, userId))!.user
  if (factors.some((factor) => factor.factor_type === 'phone' && factor.phone === phone)) {
    throw authErrors.phoneFactorExists()
  }
}
