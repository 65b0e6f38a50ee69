import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { parseEmail } from '../../accounts/address.ts'
import { createUser, savingUser } from '../../accounts/create-user.ts'
import { presentUser } from '../../accounts/present-user.ts'
import type { Auth } from '../../auth.ts'
import { correspondenceOf, issueMail } from '../../codes/send-code.ts'
import { authErrors } from '../../errors.ts'
import { requireAdmin } from '../../requests/caller.ts'
import { metadataSchema, readBody, requireStorable } from '../../requests/read-body.ts'
import { findUser, findUserById } from '../../store/users.ts'

const bodySchema = v.object({ email: v.string(), data: v.nullish(metadataSchema) })

/** POST /invite */
export function invite(auth: Auth) {
  return async (request: FastifyRequest) => {
    await requireAdmin(auth, request)
    const body = readBody(request, bodySchema)
    const data = body.data ?? {}
    requireStorable(data)
    const email = parseEmail(body.email)
    const address = { kind: 'email', email } as const
    const { user, send } = await savingUser(auth, async (tx) => {
      const existing = await findUser(tx, address)
      if (existing !== null && existing.user.confirmed_at !== null) throw authErrors.emailExists()
      const plan = { address, passwordHash: null, isConfirmed: false, data, isDataWhole: true }
      const id = existing?.user.id ?? (await createUser(tx, auth, plan))
      const invited = (await findUserById(tx, id))!.user
      const order = { kind: 'invite', user: invited, to: email, type: 'confirmation', method: 'invite' } as const
      const sendLater = await issueMail(tx, auth, order, correspondenceOf(request, null))
      return { user: (await findUserById(tx, id))!.user, send: sendLater }
    })
    send()
    auth.observe({ kind: 'auth.invited', userId: user.id })
    return presentUser(user)
  }
}
