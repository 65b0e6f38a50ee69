import type { WriteTransaction } from '@platform/database'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { parseAddress } from '../accounts/address.ts'
import { createUser, savingUser } from '../accounts/create-user.ts'
import type { Auth } from '../auth.ts'
import { parseChallenge, pkceFields } from '../codes/pkce.ts'
import { correspondenceOf, issueMail, limitSending, prepareText, type Correspondence } from '../codes/send-code.ts'
import { authErrors } from '../errors.ts'
import { onTheBeat } from '../requests/on-the-beat.ts'
import { metadataSchema, optionalText, readBody, requireStorable } from '../requests/read-body.ts'
import { readChannel } from '../requests/read-channel.ts'
import { findUser, findUserById, type Address, type UserRow } from '../store/users.ts'

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  data: v.nullish(metadataSchema),
  create_user: v.nullish(v.boolean(), true),
  channel: optionalText,
  ...pkceFields,
})

/** The original's word for a message that is not sent. */
const TEST_MESSAGE_ID = 'test-otp'

interface Wish {
  readonly address: Address
  readonly data: Readonly<Record<string, unknown>>
  readonly mayCreate: boolean
  readonly channel: 'sms' | 'whatsapp'
  readonly correspondence: Correspondence
}

/** POST /otp, and POST /magiclink, its older form for mail only: a code that signs in, and signs up where needed. */
export function otp(auth: Auth) {
  return async (request: FastifyRequest) => {
    const body = readBody(request, bodySchema)
    const data = body.data ?? {}
    requireStorable(data)
    const address = parseAddress(body)
    if (address === null) throw authErrors.invalid('One of email or phone must be set')
    requireProvider(auth, address)
    const channel = readChannel(body)
    const correspondence = correspondenceOf(request, parseChallenge(body))
    await limitSending(auth, request, address)
    const mayCreate = body.create_user && auth.config.signUp.enabled
    const wish = { address, data, mayCreate, channel, correspondence }
    if (!mayCreate && !auth.config.refusesUnknown) {
      // NOTE: answered before anybody is looked for, so that neither answer nor time says who has an account (THREATS A-03).
      auth.delivery.later(() => sendToKnown(auth, wish))
      return {}
    }
    const messageId = await sendSignInCode(auth, wish)
    return messageId === null ? {} : { message_id: messageId }
  }
}

function requireProvider({ config }: Auth, address: Address): void {
  if (address.kind === 'email' && !config.email.enabled) throw authErrors.emailLoginsDisabled()
  if (address.kind === 'phone' && !config.phone.enabled) throw authErrors.phoneSignupsDisabled()
}

/** NOTE: known or not, a number gets its code before the answer, so waiting for the service tells nothing. */
async function sendSignInCode(auth: Auth, wish: Wish): Promise<string | null> {
  const { address, data } = wish
  const prepare = async (tx: WriteTransaction) => {
    const existing = await findUser(tx, address)
    if (existing !== null) return issue(tx, auth, { user: existing.user, isNew: false }, wish)
    if (!wish.mayCreate) throw authErrors.otpDisabled()
    const id = await createUser(tx, auth, { address, passwordHash: null, isConfirmed: false, data })
    auth.observe({ kind: 'auth.signed-up', userId: id, provider: address.kind })
    return issue(tx, auth, { user: (await findUserById(tx, id))!.user, isNew: true }, wish)
  }
  const send = await onTheBeat(auth.config.beatMs, () => savingUser(auth, prepare))
  return send()
}

async function sendToKnown(auth: Auth, wish: Wish): Promise<void> {
  const send = await savingUser(auth, async (tx) => {
    const existing = await findUser(tx, wish.address)
    return existing === null ? null : issue(tx, auth, { user: existing.user, isNew: false }, wish)
  })
  await send?.()
}

async function issue(
  tx: WriteTransaction,
  auth: Auth,
  { user, isNew }: { readonly user: UserRow; readonly isNew: boolean },
  { address, channel, correspondence }: Wish,
): Promise<() => Promise<string | null>> {
  if (address.kind === 'phone') {
    const order = { user, to: address.phone, type: 'confirmation', method: 'otp', channel } as const
    const message = await prepareText(tx, auth, order, correspondence)
    return async () => (message === null ? TEST_MESSAGE_ID : auth.delivery.textNow(message))
  }
  const order =
    user.email_confirmed_at === null
      ? ({ kind: 'confirmation', type: 'confirmation', method: isNew ? 'email/signup' : 'magiclink' } as const)
      : ({ kind: 'magic-link', type: 'recovery', method: 'magiclink' } as const)
  const send = await issueMail(tx, auth, { ...order, user, to: address.email }, correspondence)
  return async () => {
    send()
    return null
  }
}
