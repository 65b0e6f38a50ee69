import type { WriteTransaction } from '@platform/database'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { parseEmail } from '../../accounts/address.ts'
import { createUser, savingUser } from '../../accounts/create-user.ts'
import { presentUser } from '../../accounts/present-user.ts'
import type { Auth } from '../../auth.ts'
import { correspondenceOf, linkTo } from '../../codes/send-code.ts'
import { authErrors } from '../../errors.ts'
import type { SignInMethod } from '../../events.ts'
import { requireStrongPassword } from '../../passwords/password-policy.ts'
import { chooseRedirect } from '../../redirects/redirect.ts'
import { requireAdmin } from '../../requests/caller.ts'
import { metadataSchema, optionalText, readBody, requireStorable } from '../../requests/read-body.ts'
import { issueToken, type TokenType } from '../../store/one-time-tokens.ts'
import { findUser, findUserById, type UserRow } from '../../store/users.ts'

const bodySchema = v.object({
  type: v.picklist(['signup', 'magiclink', 'recovery', 'invite', 'email_change_current', 'email_change_new']),
  email: v.string(),
  new_email: optionalText,
  password: optionalText,
  data: v.nullish(metadataSchema),
})

type LinkType = v.InferOutput<typeof bodySchema>['type']

interface Order {
  readonly type: LinkType
  readonly email: string
  readonly newEmail: string | null
  readonly passwordHash: string | null
  readonly data: Readonly<Record<string, unknown>>
}

/** What a link of each type redeems, how it signs in, and the `type` that it carries. */
const PURPOSES: Readonly<Record<LinkType, { token: TokenType; method: SignInMethod; carries: string }>> = {
  signup: { token: 'confirmation', method: 'email/signup', carries: 'signup' },
  invite: { token: 'confirmation', method: 'invite', carries: 'invite' },
  magiclink: { token: 'recovery', method: 'magiclink', carries: 'magiclink' },
  recovery: { token: 'recovery', method: 'recovery', carries: 'recovery' },
  email_change_current: { token: 'email_change_current', method: 'email_change', carries: 'email_change' },
  email_change_new: { token: 'email_change_new', method: 'email_change', carries: 'email_change' },
}

/** POST /admin/generate_link: the user, and the link that a mail would have carried. */
export function generateLink(auth: Auth) {
  return async (request: FastifyRequest) => {
    await requireAdmin(auth, request)
    const order = await parseOrder(auth, request)
    const { redirectTo } = correspondenceOf(request, null)
    const { user, issued, type } = await savingUser(auth, (tx) => issue(tx, auth, order))
    const { carries } = PURPOSES[type]
    const redirect = chooseRedirect(redirectTo, auth.config)
    return {
      ...presentUser(user),
      action_link: linkTo(auth, issued, carries, redirect),
      email_otp: issued.code,
      hashed_token: issued.linkToken,
      verification_type: carries,
      redirect_to: redirect,
    }
  }
}

async function parseOrder(auth: Auth, request: FastifyRequest): Promise<Order> {
  const { type, email, new_email: newEmail, password, data } = readBody(request, bodySchema)
  requireStorable(data ?? {})
  if (type === 'signup' && !password) throw authErrors.invalid('Signup requires a valid password')
  if (type.startsWith('email_change') && !newEmail)
    throw authErrors.invalid('An email address must be provided: new_email')
  if (password) await requireStrongPassword(password, auth.config.passwords)
  return {
    type,
    email: parseEmail(email),
    newEmail: newEmail ? parseEmail(newEmail) : null,
    passwordHash: password ? await auth.passwords.hash(password) : null,
    data: data ?? {},
  }
}

async function issue(tx: WriteTransaction, auth: Auth, order: Order) {
  const { user, type } = await findOrCreate(tx, auth, order)
  const { token, method } = PURPOSES[type]
  if (order.newEmail !== null) await rememberChange(tx, user, order.newEmail)
  const relatesTo = type === 'email_change_new' ? order.newEmail! : order.email
  const issued = await issueToken(
    tx,
    { userId: user.id, type: token, method, relatesTo, challenge: null },
    auth.config.codes,
  )
  return { user: (await findUserById(tx, user.id))!.user, issued, type }
}

/** A magic link for a stranger is a sign-up. */
async function findOrCreate(
  tx: WriteTransaction,
  auth: Auth,
  order: Order,
): Promise<{ user: UserRow; type: LinkType }> {
  const address = { kind: 'email', email: order.email } as const
  const existing = (await findUser(tx, address))?.user ?? null
  if (existing !== null) {
    const isNewcomers = order.type === 'signup' || order.type === 'invite'
    if (isNewcomers && existing.confirmed_at !== null) throw authErrors.emailExists()
    if (order.type === 'signup') await addMetadata(tx, existing, order.data)
    return { user: existing, type: order.type }
  }
  if (order.type !== 'signup' && order.type !== 'magiclink' && order.type !== 'invite') throw authErrors.userNotFound()
  const { passwordHash, data } = order
  const id = await createUser(tx, auth, { address, passwordHash, isConfirmed: false, data, isDataWhole: true })
  return { user: (await findUserById(tx, id))!.user, type: order.type === 'magiclink' ? 'signup' : order.type }
}

async function addMetadata(tx: WriteTransaction, { id }: UserRow, data: Order['data']): Promise<void> {
  await tx.execute(
    `update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2::jsonb where id = $1`,
    [id, JSON.stringify(data)],
  )
}

/** Both halves of one change may be asked for one after the other; only another address starts over. */
async function rememberChange(tx: WriteTransaction, user: UserRow, newEmail: string): Promise<void> {
  const taken = await findUser(tx, { kind: 'email', email: newEmail })
  if (taken !== null) throw authErrors.emailExists()
  if (user.email_change === newEmail) return
  await tx.execute(
    'update auth.users set email_change = $2, email_change_confirm_status = 0, email_change_sent_at = now() where id = $1',
    [user.id, newEmail],
  )
}
