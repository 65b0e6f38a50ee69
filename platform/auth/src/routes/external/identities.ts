import { systemSession, type WriteTransaction } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { startAuthorization } from '../../external/start-authorization.ts'
import { requireCaller } from '../../requests/caller.ts'
import { adoptEmail, detachIdentity } from '../../store/identities.ts'
import { lockUser, type IdentityRow, type UserRow } from '../../store/users.ts'
import { isUuid } from '../../tokens/uuid.ts'

/** GET /user/identities/authorize: the way to a provider whose identity joins the caller's account. */
export function linkIdentity(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!auth.config.manualLinking) throw authErrors.manualLinkingOff()
    const { user } = await requireCaller(auth, request)
    const url = await startAuthorization(auth, request, reply, user.id)
    reply.header('cache-control', 'no-store')
    const { skip_http_redirect: skip } = request.query as { skip_http_redirect?: unknown }
    return skip === 'true' ? reply.send({ url: url.href }) : reply.redirect(url.href, 302)
  }
}

/** DELETE /user/identities/:identity */
export function unlinkIdentity(auth: Auth) {
  return async (request: FastifyRequest) => {
    if (!auth.config.manualLinking) throw authErrors.manualLinkingOff()
    const { user } = await requireCaller(auth, request)
    const { identity: id } = request.params as { identity: string }
    if (!isUuid(id)) throw authErrors.notFoundInvalid('identity_id must be an UUID')
    await auth.database.write(systemSession, async (tx) => {
      const found = await lockUser(tx, user.id)
      if (found === null) throw authErrors.userGone()
      const identity = found.user.identities.find((one) => one.id === id)
      if (identity === undefined) throw authErrors.identityNotFound()
      if (found.user.identities.length < 2) throw authErrors.lastIdentity()
      await detachIdentity(tx, user.id, id)
      if (identity.provider === 'email' && found.user.phone === null) await dropPassword(tx, user.id)
      await dropAddress(tx, found.user, identity)
    })
    auth.observe({ kind: 'auth.user-changed', userId: user.id, fields: ['identities'] })
    return {}
  }
}

/** NOTE: it was the key to the identity that goes; left behind it would open the account by the next address. */
async function dropPassword(tx: WriteTransaction, userId: string): Promise<void> {
  await tx.execute('update auth.users set encrypted_password = null where id = $1', [userId])
}

/** An address stays only while some identity still stands for it. */
async function dropAddress(tx: WriteTransaction, user: UserRow, removed: IdentityRow): Promise<void> {
  if (removed.provider === 'phone') {
    await tx.execute('update auth.users set phone = null, phone_confirmed_at = null where id = $1', [user.id])
    return
  }
  const rest = user.identities.filter(({ id }) => id !== removed.id)
  if (user.email === null || removed.email !== user.email || rest.some(({ email }) => email === user.email)) return
  await tx.execute('update auth.users set email = null, email_confirmed_at = null where id = $1', [user.id])
  const next = rest.find(({ email, identity_data: data }) => email !== null && data['email_verified'] === true)
  if (next?.email && !(await adoptEmail(tx, user.id, next.email))) throw authErrors.identityEmailTaken()
}
