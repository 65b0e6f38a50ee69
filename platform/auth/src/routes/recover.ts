import { systemSession } from '@platform/database'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { parseEmail } from '../accounts/address.ts'
import type { Auth } from '../auth.ts'
import { parseChallenge, pkceFields } from '../codes/pkce.ts'
import { correspondenceOf, issueMail, limitSending, type Correspondence } from '../codes/send-code.ts'
import { authErrors } from '../errors.ts'
import { optionalText, readBody } from '../requests/read-body.ts'
import { findUser } from '../store/users.ts'

const bodySchema = v.object({ email: optionalText, ...pkceFields })

/** POST /recover. NOTE: the account is looked for after the answer has left, so its time tells nothing. */
export function recover(auth: Auth) {
  return async (request: FastifyRequest) => {
    const body = readBody(request, bodySchema)
    if (!body.email) throw authErrors.invalid('Password recovery requires an email')
    const email = parseEmail(body.email)
    const correspondence = correspondenceOf(request, parseChallenge(body))
    await limitSending(auth, request, { kind: 'email', email })
    auth.delivery.later(() => sendRecovery(auth, email, correspondence))
    return {}
  }
}

async function sendRecovery(auth: Auth, email: string, correspondence: Correspondence): Promise<void> {
  const send = await auth.database.write(systemSession, async (tx) => {
    const found = await findUser(tx, { kind: 'email', email })
    if (found === null) return null
    const order = { kind: 'recovery', user: found.user, to: email, type: 'recovery', method: 'recovery' } as const
    return issueMail(tx, auth, order, correspondence)
  })
  send?.()
}
