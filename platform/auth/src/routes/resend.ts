import { systemSession, type WriteTransaction } from '@platform/database'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { parseAddress } from '../accounts/address.ts'
import type { Auth } from '../auth.ts'
import { parseChallenge, pkceFields } from '../codes/pkce.ts'
import {
  correspondenceOf,
  issueMail,
  issueText,
  limitSending,
  type Correspondence,
  type Send,
} from '../codes/send-code.ts'
import { authErrors } from '../errors.ts'
import { optionalText, readBody } from '../requests/read-body.ts'
import { findUser, findUserById, type Address, type UserRow } from '../store/users.ts'

const TYPES = ['signup', 'email_change', 'sms', 'phone_change'] as const
type ResendType = (typeof TYPES)[number]

const bodySchema = v.object({ type: optionalText, email: optionalText, phone: optionalText, ...pkceFields })

/** POST /resend: `{}` whoever asks for whomever; see `recover` for why it looks later. */
export function resend(auth: Auth) {
  return async (request: FastifyRequest) => {
    const body = readBody(request, bodySchema)
    const type = TYPES.find((name) => name === body.type)
    if (type === undefined) throw authErrors.invalid(`Missing one of these types: ${TYPES.join(', ')}`)
    const address = parseAddress(body)
    const isPhoneType = type === 'sms' || type === 'phone_change'
    if (address === null || (address.kind === 'phone') !== isPhoneType) {
      throw authErrors.invalid(
        isPhoneType ? 'Type provided requires a phone number' : 'Type provided requires an email address',
      )
    }
    const correspondence = correspondenceOf(request, parseChallenge(body))
    await limitSending(auth, request, address)
    auth.delivery.later(() => sendAgain(auth, type, address, correspondence))
    return {}
  }
}

async function sendAgain(
  auth: Auth,
  type: ResendType,
  address: Address,
  correspondence: Correspondence,
): Promise<void> {
  const send = await auth.database.write(systemSession, async (tx) => {
    const user =
      type === 'phone_change' || type === 'email_change'
        ? await findChanging(tx, address)
        : await findSigningUp(tx, address)
    return user === null ? null : issueAgain(tx, auth, { user, type, address }, correspondence)
  })
  send?.()
}

async function findSigningUp(tx: WriteTransaction, address: Address): Promise<UserRow | null> {
  const user = (await findUser(tx, address))?.user ?? null
  const confirmedAt = address.kind === 'email' ? user?.email_confirmed_at : user?.phone_confirmed_at
  return confirmedAt === null ? user : null
}

/** Whoever waits for a proof of this new address. */
async function findChanging(tx: WriteTransaction, address: Address): Promise<UserRow | null> {
  const type = address.kind === 'email' ? 'email_change_new' : 'phone_change'
  const [row] = await tx.query<{ user_id: string }>(
    `select user_id from auth.one_time_tokens where relates_to = $1 and token_type = $2 order by created_at desc limit 1`,
    [address.kind === 'email' ? address.email : address.phone, type],
  )
  return row === undefined ? null : ((await findUserById(tx, row.user_id))?.user ?? null)
}

interface Again {
  readonly user: UserRow
  readonly type: ResendType
  readonly address: Address
}

function issueAgain(
  tx: WriteTransaction,
  auth: Auth,
  { user, type, address }: Again,
  correspondence: Correspondence,
): Promise<Send> {
  if (address.kind === 'phone') {
    const purpose = type === 'sms' ? 'confirmation' : 'phone_change'
    return issueText(
      tx,
      auth,
      { user, to: address.phone, type: purpose, method: 'otp', channel: 'sms' },
      correspondence,
    )
  }
  const order =
    type === 'signup'
      ? ({ kind: 'confirmation', type: 'confirmation', method: 'email/signup' } as const)
      : ({ kind: 'email-change-new', type: 'email_change_new', method: 'email_change' } as const)
  return issueMail(tx, auth, { ...order, user, to: address.email }, correspondence)
}
