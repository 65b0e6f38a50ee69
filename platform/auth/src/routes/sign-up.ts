import { randomUUID } from 'node:crypto'

import type { WriteTransaction } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { parseAddress } from '../accounts/address.ts'
import { createUser, identityData, planUser, savingUser, type UserPlan } from '../accounts/create-user.ts'
import { presentUser } from '../accounts/present-user.ts'
import { clientOf, limitByNetwork, type Auth } from '../auth.ts'
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
import { onTheBeat } from '../requests/on-the-beat.ts'
import { metadataSchema, optionalText, readBody, requireStorable } from '../requests/read-body.ts'
import { readChannel } from '../requests/read-channel.ts'
import { insertSession, type Client } from '../store/sessions.ts'
import { findUser, findUserById, type Address, type Json, type UserRow } from '../store/users.ts'
import type { OpenSession } from '../tokens/access-token.ts'
import { sendSession } from '../tokens/send-session.ts'

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: v.nullish(metadataSchema),
  channel: optionalText,
  ...pkceFields,
})

interface SignUp {
  readonly address: Address
  readonly password: string
  readonly data: Readonly<Record<string, unknown>>
  readonly channel: 'sms' | 'whatsapp'
  readonly correspondence: Correspondence
}

/** POST /signup */
export function signUp(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const body = readBody(request, bodySchema)
    const data = body.data ?? {}
    requireStorable(data)
    if (!auth.config.signUp.enabled) throw authErrors.signupDisabled()
    if (!body.email && !body.phone) {
      if (!auth.config.signUp.anonymous) throw authErrors.anonymousDisabled()
      await limitByNetwork(auth, 'anonymousSignUp', request)
      return sendSession(
        auth,
        reply,
        await enter(auth, { address: null, passwordHash: null, isConfirmed: false, data }, clientOf(request)),
      )
    }
    const wish = await parseSignUp(auth, body, request)
    await limitByNetwork(auth, 'signUp', request)
    if (isAutoconfirmed(auth, wish.address)) {
      const passwordHash = await auth.passwords.hash(wish.password)
      const plan = { address: wish.address, passwordHash, isConfirmed: true, data }
      return sendSession(auth, reply, await enter(auth, plan, clientOf(request)))
    }
    await limitSending(auth, request, wish.address)
    return reply.send(presentUser(await askForConfirmation(auth, wish)))
  }
}

async function parseSignUp(
  auth: Auth,
  body: v.InferOutput<typeof bodySchema>,
  request: FastifyRequest,
): Promise<SignUp> {
  const { password, data } = body
  if (!password) throw authErrors.invalid('Signup requires a valid password')
  const address = parseNewAddress(auth, body)
  await requireStrongPassword(password, auth.config.passwords)
  const challenge = parseChallenge(body)
  if (challenge !== null && address.kind === 'phone') throw authErrors.invalid('PKCE not supported for phone signups')
  return {
    address,
    password,
    data: data ?? {},
    channel: readChannel(body),
    correspondence: correspondenceOf(request, challenge),
  }
}

function parseNewAddress({ config }: Auth, { email, phone }: v.InferOutput<typeof bodySchema>): Address {
  if (email && phone) {
    throw authErrors.invalid('Only an email address or phone number should be provided on signup.')
  }
  if (email && !config.email.enabled) throw authErrors.emailSignupsDisabled()
  if (phone && !config.phone.enabled) throw authErrors.phoneSignupsDisabled()
  return parseAddress({ email, phone })!
}

function isAutoconfirmed({ config }: Auth, address: Address): boolean {
  return address.kind === 'email' ? config.email.autoconfirm : config.phone.autoconfirm
}

/** User, identity and first session in one transaction: a product's trigger that refuses leaves nothing behind. */
async function enter(auth: Auth, plan: UserPlan, client: Client): Promise<OpenSession> {
  const method = plan.address === null ? 'anonymous' : 'password'
  const open = await savingUser(auth, async (tx) => {
    const userId = await createUser(tx, auth, plan)
    const session = await insertSession(tx, { userId, method, client })
    return { ...session, user: (await findUserById(tx, userId))!.user }
  })
  auth.observe({ kind: 'auth.signed-up', userId: open.user.id, provider: plan.address?.kind ?? 'anonymous' })
  return open
}

/**
 * NOTE: an address that is taken gets an answer of the same shape, after the same work; its owner is told by mail
 * (THREATS A-02).
 */
async function askForConfirmation(auth: Auth, wish: SignUp): Promise<UserRow> {
  const passwordHash = await auth.passwords.hash(wish.password)
  const plan: UserPlan = { address: wish.address, passwordHash, isConfirmed: false, data: wish.data }
  const { row, send } = await onTheBeat(auth.config.beatMs, () => saveOrPretend(auth, wish, plan))
  send()
  return row
}

function saveOrPretend(auth: Auth, wish: SignUp, plan: UserPlan): Promise<{ row: UserRow; send: Send }> {
  return savingUser(auth, async (tx) => {
    const existing = await findUser(tx, wish.address)
    if (existing !== null && existing.user.confirmed_at !== null) return pretend(tx, auth, wish, plan)
    const userId = existing === null ? await createUser(tx, auth, plan) : await startOver(tx, auth, existing.user, plan)
    const { user } = (await findUserById(tx, userId))!
    const sendLater = await issueConfirmation(tx, auth, user, wish)
    return { row: (await findUserById(tx, userId))!.user, send: sendLater }
  })
}

/** Nobody has proven the address yet, so the latest sign-up is the one that its confirmation opens. */
async function startOver(tx: WriteTransaction, auth: Auth, user: UserRow, plan: UserPlan): Promise<string> {
  const { userMetadata } = planUser({ ...plan, id: user.id }, auth.config.audience)
  await tx.execute(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3, updated_at = now() where id = $1`,
    [user.id, plan.passwordHash, JSON.stringify(userMetadata)],
  )
  return user.id
}

function issueConfirmation(tx: WriteTransaction, auth: Auth, user: UserRow, wish: SignUp): Promise<Send> {
  const { address, channel, correspondence } = wish
  return address.kind === 'email'
    ? issueMail(
        tx,
        auth,
        { kind: 'confirmation', user, to: address.email, type: 'confirmation', method: 'email/signup' },
        correspondence,
      )
    : issueText(tx, auth, { user, to: address.phone, type: 'confirmation', method: 'otp', channel }, correspondence)
}

async function pretend(
  tx: WriteTransaction,
  auth: Auth,
  wish: SignUp,
  plan: UserPlan,
): Promise<{ row: UserRow; send: Send }> {
  const { address } = wish
  const imagined = await asStored(tx, imaginaryUser(plan, auth.config.audience))
  const row = auth.config.emptyIdentities ? { ...imagined, role: '', identities: [] } : imagined
  if (address.kind === 'phone') return { row, send: () => {} }
  const language = languageOf(auth, null, wish.correspondence)
  const link = auth.config.siteUrl
  const mail = composeMail({ kind: 'already-registered', to: address.email, language, link }, auth.config)
  return { row, send: await auth.delivery.mail(tx, mail) }
}

/** What `plan` would have become. */
function imaginaryUser(plan: UserPlan, audience: string): UserRow {
  const user = planUser(plan, audience)
  const now = new Date()
    .toISOString()
    .replace('Z', `${String(Math.floor(Math.random() * 1000)).padStart(3, '0')}+00:00`)
  const times = { created_at: now, updated_at: now }
  const never = {
    email_confirmed_at: null, phone_confirmed_at: null, confirmed_at: null, invited_at: null, recovery_sent_at: null,
    email_change: null, email_change_sent_at: null, email_change_confirm_status: 0, phone_change: null,
    phone_change_sent_at: null, reauthentication_sent_at: null, last_sign_in_at: null, banned_until: null, deleted_at: null,
  } // prettier-ignore
  const identity = {
    id: randomUUID(), provider_id: user.id, user_id: user.id, identity_data: identityData(user.id, plan.address!, false),
    provider: plan.address!.kind, email: user.email, last_sign_in_at: now, ...times,
  } // prettier-ignore
  return {
    ...never,
    ...times,
    id: user.id,
    aud: audience,
    role: user.role,
    email: user.email,
    phone: user.phone,
    confirmation_sent_at: now,
    raw_app_meta_data: user.appMetadata,
    raw_user_meta_data: user.userMetadata,
    is_anonymous: false,
    is_sso_user: false,
    identities: [identity],
    factors: [],
  }
}

/** PostgreSQL sets the keys of stored JSON in an order of its own: what was never stored must not be known by another. */
async function asStored(tx: WriteTransaction, imagined: UserRow): Promise<UserRow> {
  const [identity] = imagined.identities
  const [stored] = await tx.query<{ user: Json; app: Json; identity: Json }>(
    'select $1::jsonb as user, $2::jsonb as app, $3::jsonb as identity',
    [imagined.raw_user_meta_data, imagined.raw_app_meta_data, identity?.identity_data].map((value) =>
      JSON.stringify(value),
    ),
  )
  return {
    ...imagined,
    raw_user_meta_data: stored!.user,
    raw_app_meta_data: stored!.app,
    identities: [{ ...identity!, identity_data: stored!.identity }],
  }
}
