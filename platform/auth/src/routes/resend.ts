import { systemSession, type ReadTransaction, type WriteTransaction } from '@platform/database'
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
  mayWriteTo,
  textOf,
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
    const address = parseAddress(body, 'Only an email address or phone number should be provided.')
    const isPhoneType = type === 'sms' || type === 'phone_change'
    const isChange = type === 'email_change' || type === 'phone_change'
    // Whoever changes one address may be known by the other.
    if (address === null || (!isChange && (address.kind === 'phone') !== isPhoneType)) {
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
  const isChange = type === 'phone_change' || type === 'email_change'
  const find = (tx: ReadTransaction) => (isChange ? findChanging(tx, type, address) : findSigningUp(tx, address))
  const to = (await auth.database.read(systemSession, find))?.to
  // NOTE: a message that goes elsewhere than to what was typed counts there as well, however many ask for it.
  if (to === undefined || (to !== textOf(address) && !(await mayWriteTo(auth, to)))) return
  const send = await auth.database.write(systemSession, async (tx) => {
    const found = await find(tx)
    return found?.to === to ? issueAgain(tx, auth, { ...found, type }, correspondence) : null
  })
  send?.()
}

/** Somebody, and where their message goes. */
interface Found {
  readonly user: UserRow
  readonly to: string
}

async function findSigningUp(tx: ReadTransaction, address: Address): Promise<Found | null> {
  const user = (await findUser(tx, address))?.user ?? null
  const confirmedAt = address.kind === 'email' ? user?.email_confirmed_at : user?.phone_confirmed_at
  return confirmedAt === null && user !== null ? { user, to: textOf(address) } : null
}

/** Whoever has this address and waits for a proof of a new one, or waits for a proof of this one. */
async function findChanging(tx: ReadTransaction, type: ResendType, address: Address): Promise<Found | null> {
  const kind = type === 'email_change' ? 'email' : 'phone'
  const user = (await findUser(tx, address))?.user ?? null
  const pending = kind === 'email' ? user?.email_change : user?.phone_change
  if (user !== null && pending) return { user, to: pending }
  return address.kind === kind ? findWaiting(tx, address) : null
}

/** Whoever waits for a proof of this new address. */
async function findWaiting(tx: ReadTransaction, address: Address): Promise<Found | null> {
  const [row] = await tx.query<{ user_id: string }>(
    `select user_id from auth.one_time_tokens where relates_to = $1 and token_type = $2 order by created_at desc limit 1`,
    [textOf(address), address.kind === 'email' ? 'email_change_new' : 'phone_change'],
  )
  const user = row === undefined ? null : ((await findUserById(tx, row.user_id))?.user ?? null)
  return user === null ? null : { user, to: textOf(address) }
}

interface Again extends Found {
  readonly type: ResendType
}

function issueAgain(
  tx: WriteTransaction,
  auth: Auth,
  { user, type, to }: Again,
  correspondence: Correspondence,
): Promise<Send> {
  if (type === 'sms' || type === 'phone_change') {
    const purpose = type === 'sms' ? 'confirmation' : 'phone_change'
    return issueText(tx, auth, { user, to, type: purpose, method: 'otp', channel: 'sms' }, correspondence)
  }
  const order =
    type === 'signup'
      ? ({ kind: 'confirmation', type: 'confirmation', method: 'email/signup' } as const)
      : ({ kind: 'email-change-new', type: 'email_change_new', method: 'email_change' } as const)
  return issueMail(tx, auth, { ...order, user, to }, correspondence)
}
