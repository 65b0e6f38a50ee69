import { DatabaseError, type WriteTransaction, systemSession } from '@platform/database'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { setAddress } from '../accounts/address-change.ts'
import { parseEmail, parsePhone } from '../accounts/address.ts'
import { takenAddress } from '../accounts/create-user.ts'
import { presentUser } from '../accounts/present-user.ts'
import type { Auth } from '../auth.ts'
import { parseChallenge, pkceFields } from '../codes/pkce.ts'
import {
  correspondenceOf,
  issueMail,
  issueText,
  languageOf,
  limitSending,
  type Correspondence,
  type Send,
} from '../codes/send-code.ts'
import { composeMail } from '../delivery/mail/compose-mail.ts'
import { authErrors } from '../errors.ts'
import { requireStrongPassword } from '../passwords/password-policy.ts'
import { requireCaller, type Caller } from '../requests/caller.ts'
import { metadataSchema, optionalText, readBody, requireStorable } from '../requests/read-body.ts'
import { readChannel } from '../requests/read-channel.ts'
import { redeemCode } from '../store/one-time-tokens.ts'
import { deleteSessions } from '../store/sessions.ts'
import { findUserById, lockUser, type Address, type UserRow } from '../store/users.ts'

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  current_password: optionalText,
  nonce: optionalText,
  data: v.nullish(metadataSchema),
  app_metadata: v.nullish(v.unknown()),
  channel: optionalText,
  ...pkceFields,
})

type Body = v.InferOutput<typeof bodySchema>

/** A session older than this proves less than a fresh sign-in. */
const RECENT_SIGN_IN_SECONDS = 24 * 3600

/** Of one account, however many requests it came by. */
const MAX_METADATA_BYTES = 128 * 1024

interface Changes {
  readonly passwordHash: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly data: Readonly<Record<string, unknown>> | null
  readonly channel: 'sms' | 'whatsapp'
}

/** PUT /user */
export function updateUser(auth: Auth) {
  return async (request: FastifyRequest) => {
    const body = readBody(request, bodySchema)
    const caller = await requireCaller(auth, request)
    if (body.app_metadata !== undefined && body.app_metadata !== null) throw authErrors.appMetadataRefused()
    const changes = await planChanges(auth, body, caller)
    for (const address of await addressesToProve(auth, caller.user, changes)) await limitSending(auth, request, address)
    const correspondence = correspondenceOf(request, parseChallenge(body))
    const { user, sends } = await applyChanges(auth, caller, changes, correspondence)
    for (const send of sends) send()
    const fields = Object.entries(changes).flatMap(([name, value]) =>
      value === null || name === 'channel' ? [] : [name],
    )
    auth.observe({ kind: 'auth.user-changed', userId: user.id, fields })
    return presentUser(user)
  }
}

async function planChanges(auth: Auth, body: Body, caller: Caller): Promise<Changes> {
  const { user } = caller
  const { password, data } = body
  if (password === '') await requireStrongPassword(password, auth.config.passwords)
  const email = body.email ? parseEmail(body.email) : user.email
  const phone = body.phone ? parsePhone(body.phone) : user.phone
  if (email !== user.email || phone !== user.phone || password) requireAuthority(caller)
  if (data) requireStorable(data)
  return {
    passwordHash: password ? await newPasswordHash(auth, body, caller) : null,
    email: email === user.email ? null : email,
    phone: phone === user.phone ? null : phone,
    data: data ?? null,
    channel: readChannel(body),
  }
}

/** NOTE: what signs in or recovers an account is changed only by whoever passed all of its factors. */
function requireAuthority({ user, session }: Caller): void {
  if (user.is_sso_user) throw authErrors.ssoManaged()
  if (session.aal !== 'aal1' || !user.factors.some(({ status }) => status === 'verified')) return
  throw authErrors.insufficientAal(401, 'AAL2 session is required to update email or password when MFA is enabled.')
}

async function newPasswordHash(auth: Auth, body: Body, { user, session }: Caller): Promise<string> {
  const password = body.password!
  await requireStrongPassword(password, auth.config.passwords)
  const stored = await auth.database.read(systemSession, (tx) => findUserById(tx, user.id))
  const current = stored?.passwordHash ?? null
  if (body.current_password && !(await auth.passwords.check(current, body.current_password)).matches) {
    throw authErrors.currentPasswordWrong()
  }
  if (auth.config.passwords.changeNeedsReauthentication && session.createdSecondsAgo > RECENT_SIGN_IN_SECONDS) {
    await requireNonce(auth, user, body.nonce ?? '')
  }
  if (current !== null && (await auth.passwords.check(current, password)).matches) throw authErrors.samePassword()
  return auth.passwords.hash(password)
}

async function requireNonce(auth: Auth, user: UserRow, nonce: string): Promise<void> {
  if (nonce === '') throw authErrors.reauthenticationNeeded()
  const relatesTo = user.email ?? user.phone ?? ''
  const claim = { userId: user.id, code: nonce, types: ['reauthentication'], relatesTo } as const
  const used = await auth.database.write(systemSession, (tx) => redeemCode(tx, claim, auth.config.codes))
  if (used === null) throw authErrors.nonceInvalid()
}

/** Addresses that get a message: none where the configuration takes an address at its word. */
async function addressesToProve({ config }: Auth, user: UserRow, { email, phone }: Changes): Promise<Address[]> {
  const addresses: Address[] = []
  if (email !== null && !config.email.autoconfirm) addresses.push({ kind: 'email', email })
  if (email !== null && !config.email.autoconfirm && config.email.confirmChangeTwice && user.email !== null) {
    addresses.push({ kind: 'email', email: user.email })
  }
  if (phone !== null && !config.phone.autoconfirm) addresses.push({ kind: 'phone', phone })
  return addresses
}

async function applyChanges(
  auth: Auth,
  caller: Caller,
  changes: Changes,
  correspondence: Correspondence,
): Promise<{ user: UserRow; sends: Send[] }> {
  const { id } = caller.user
  try {
    return await auth.database.write(systemSession, async (tx) => {
      const { user } = (await lockUser(tx, id))!
      const sends: Send[] = []
      if (changes.passwordHash !== null) {
        await changePassword(tx, caller, changes.passwordHash)
        sends.push(await tellOfNewPassword(tx, auth, user, correspondence))
      }
      if (changes.data !== null) await mergeData(tx, id, changes.data)
      if (changes.email !== null)
        sends.push(...(await changeEmail(tx, auth, { user, email: changes.email }, correspondence)))
      if (changes.phone !== null)
        sends.push(
          ...(await changePhone(tx, auth, { user, phone: changes.phone, channel: changes.channel }, correspondence)),
        )
      return { user: (await findUserById(tx, id))!.user, sends }
    })
  } catch (error) {
    const taken = error instanceof DatabaseError ? takenAddress(error) : null
    if (taken === null) throw error
    throw taken === 'email' ? authErrors.emailExists() : authErrors.phoneExists()
  }
}

/** Whoever knew the old password loses their sessions. */
async function changePassword(tx: WriteTransaction, { user, session }: Caller, hash: string): Promise<void> {
  await tx.execute('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [user.id, hash])
  await deleteSessions(tx, { userId: user.id, sessionId: session.id }, 'others')
}

/** Whoever did not do it learns of it while the old address still is the account's. */
async function tellOfNewPassword(
  tx: WriteTransaction,
  auth: Auth,
  user: UserRow,
  correspondence: Correspondence,
): Promise<Send> {
  if (user.email === null || user.email_confirmed_at === null || !auth.config.messages.passwordChanged) return () => {}
  const language = languageOf(auth, user.raw_user_meta_data, correspondence)
  return auth.delivery.mail(tx, composeMail({ kind: 'password-changed', to: user.email, language }, auth.config))
}

/** Keys with null are removed, as on the original. */
async function mergeData(tx: WriteTransaction, id: string, data: Readonly<Record<string, unknown>>): Promise<void> {
  const [merged] = await tx.query<{ bytes: number }>(
    `update auth.users set updated_at = now(), raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $2::jsonb)
       - (select coalesce(array_agg(key), '{}') from jsonb_each($2::jsonb) where value = 'null')
     where id = $1 returning octet_length(raw_user_meta_data::text) as bytes`,
    [id, JSON.stringify(data)],
  )
  if (merged!.bytes > MAX_METADATA_BYTES) throw authErrors.invalid('Metadata is too large')
}

async function changeEmail(
  tx: WriteTransaction,
  auth: Auth,
  { user, email }: { readonly user: UserRow; readonly email: string },
  correspondence: Correspondence,
): Promise<Send[]> {
  const taken = await tx.query('select from auth.users where email = $1 and not is_sso_user and id <> $2', [
    email,
    user.id,
  ])
  if (taken.length > 0) throw authErrors.emailExists()
  if (auth.config.email.autoconfirm) {
    await setAddress(tx, user, { kind: 'email', email })
    return []
  }
  await tx.execute(
    `update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = now() where id = $1`,
    [user.id, email],
  )
  const method = 'email_change' as const
  const toNew = { kind: 'email-change-new', user, to: email, type: 'email_change_new', method } as const
  const sends = [await issueMail(tx, auth, toNew, correspondence)]
  if (auth.config.email.confirmChangeTwice && user.email !== null) {
    const toCurrent = {
      kind: 'email-change-current',
      user,
      to: user.email,
      type: 'email_change_current',
      method,
    } as const
    sends.push(await issueMail(tx, auth, toCurrent, correspondence))
  } else {
    await tx.execute(`delete from auth.one_time_tokens where user_id = $1 and token_type = 'email_change_current'`, [
      user.id,
    ])
  }
  return sends
}

async function changePhone(
  tx: WriteTransaction,
  auth: Auth,
  { user, phone, channel }: { readonly user: UserRow; readonly phone: string; readonly channel: 'sms' | 'whatsapp' },
  correspondence: Correspondence,
): Promise<Send[]> {
  const taken = await tx.query('select from auth.users where phone = $1 and id <> $2', [phone, user.id])
  if (taken.length > 0) throw authErrors.phoneExists()
  if (auth.config.phone.autoconfirm) {
    await setAddress(tx, user, { kind: 'phone', phone })
    return []
  }
  await tx.execute('update auth.users set phone_change = $2, updated_at = now() where id = $1', [user.id, phone])
  return [await issueText(tx, auth, { user, to: phone, type: 'phone_change', method: 'otp', channel }, correspondence)]
}
