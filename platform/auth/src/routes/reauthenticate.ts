import { systemSession } from '@platform/database'
import type { FastifyRequest } from 'fastify'

import type { Auth } from '../auth.ts'
import { correspondenceOf, issueMail, issueText, limitSending } from '../codes/send-code.ts'
import { authErrors } from '../errors.ts'
import { requireCaller } from '../requests/caller.ts'

/** GET /reauthenticate: sends a nonce that a change of password may ask for. */
export function reauthenticate(auth: Auth) {
  return async (request: FastifyRequest) => {
    const { user } = await requireCaller(auth, request)
    const { email, phone } = user
    if (email === null && phone === null)
      throw authErrors.invalid('Reauthentication requires the user to have an email or a phone number')
    await limitSending(auth, request, email === null ? { kind: 'phone', phone: phone! } : { kind: 'email', email })
    const correspondence = correspondenceOf(request, null)
    const purpose = { user, type: 'reauthentication', method: 'otp' } as const
    const send = await auth.database.write(systemSession, (tx) =>
      email === null
        ? issueText(tx, auth, { ...purpose, to: phone!, channel: 'sms' }, correspondence)
        : issueMail(tx, auth, { ...purpose, kind: 'reauthentication', to: email }, correspondence),
    )
    send()
    return {}
  }
}
