/** What follows when somebody proves an address with a code or a link. */
import { DatabaseError, systemSession, type WriteTransaction } from '@platform/database'

import { setAddress } from '../accounts/address-change.ts'
import { takenAddress } from '../accounts/create-user.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { insertFlow } from '../store/flow-state.ts'
import { redeemCode, redeemLink, type TokenType, type UsedToken } from '../store/one-time-tokens.ts'
import { insertSession, type Client } from '../store/sessions.ts'
import { findUserById, lockUser, type UserRow } from '../store/users.ts'
import type { OpenSession } from '../tokens/access-token.ts'

/** The wire's `type`s and the tokens that each of them accepts. */
const TOKEN_TYPES: Readonly<Record<string, readonly TokenType[]>> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  sms: ['confirmation'],
  phone_change: ['phone_change'],
}

/** @throws {AuthError} `validation_failed` for a type that the wire does not know */
export function tokenTypes(type: string): readonly TokenType[] {
  const types = Object.hasOwn(TOKEN_TYPES, type) ? TOKEN_TYPES[type] : undefined
  if (types === undefined) throw authErrors.invalid('Unsupported verification type')
  return types
}

export type Claim =
  | { readonly kind: 'code'; readonly types: readonly TokenType[]; readonly code: string; readonly relatesTo: string }
  | { readonly kind: 'link'; readonly types: readonly TokenType[]; readonly linkToken: string }

export type Outcome =
  | { readonly kind: 'session'; readonly open: OpenSession }
  /** The flow began with a challenge: whoever holds its verifier gets the session. */
  | { readonly kind: 'exchange'; readonly code: string }
  /** One of the two mailboxes of a change of address has agreed. */
  | { readonly kind: 'halfway' }

/** NOTE: a wrong code is thrown outside the transaction, or its count would be rolled back. */
export async function verify(auth: Auth, claim: Claim, client: Client): Promise<Outcome> {
  const outcome = await transact(auth, async (tx) => {
    const used = await redeem(tx, auth, claim)
    return used === null ? null : settle(tx, auth, { claim, used, client })
  })
  if (outcome === null) throw claim.kind === 'code' ? authErrors.codeExpired() : authErrors.linkExpired()
  if (outcome.kind === 'session') auth.observe({ kind: 'auth.signed-in', userId: outcome.open.user.id, method: 'otp' })
  return outcome
}

async function transact<T>(auth: Auth, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
  try {
    return await auth.database.write(systemSession, work)
  } catch (error) {
    const taken = error instanceof DatabaseError ? takenAddress(error) : null
    if (taken === null) throw error
    throw taken === 'email' ? authErrors.emailExists() : authErrors.phoneExists()
  }
}

function redeem(tx: WriteTransaction, { config }: Auth, claim: Claim): Promise<UsedToken | null> {
  return claim.kind === 'link'
    ? redeemLink(tx, claim, config.codes)
    : redeemCode(tx, { ...claim, userId: null }, config.codes)
}

async function settle(
  tx: WriteTransaction,
  auth: Auth,
  { claim, used, client }: { readonly claim: Claim; readonly used: UsedToken; readonly client: Client },
): Promise<Outcome | null> {
  const found = await lockUser(tx, used.userId)
  if (found === null) return null
  const { user } = found
  if (user.banned_until !== null && Date.parse(user.banned_until) > Date.now()) throw authErrors.banned()
  const effect = await takeEffect(tx, auth, { used, user })
  if (effect === 'outdated') return null
  if (effect === 'halfway') return { kind: 'halfway' }
  // NOTE: a link may be opened anywhere, a code is typed where it was asked for.
  if (used.challenge !== null && claim.kind === 'link') {
    const flow = { userId: user.id, challenge: used.challenge, method: used.method }
    return { kind: 'exchange', code: await insertFlow(tx, flow) }
  }
  const session = await insertSession(tx, { userId: user.id, method: 'otp', client })
  return { kind: 'session', open: { ...session, user: (await findUserById(tx, user.id))!.user } }
}

type Effect = 'done' | 'halfway' | 'outdated'

interface Proof {
  readonly used: UsedToken
  readonly user: UserRow
}

async function takeEffect(tx: WriteTransaction, auth: Auth, proof: Proof): Promise<Effect> {
  const { used, user } = proof
  if (used.type === 'phone_change') {
    if (user.phone_change !== used.relatesTo) return 'outdated'
    await setAddress(tx, user, { kind: 'phone', phone: used.relatesTo })
    return 'done'
  }
  if (used.type === 'email_change_current' || used.type === 'email_change_new') return agreeToChange(tx, auth, proof)
  return confirmAddress(tx, proof)
}

/** `email_change_confirm_status`: which mailbox has agreed so far. */
const AGREED = { email_change_new: 1, email_change_current: 2 } as const

async function agreeToChange(tx: WriteTransaction, auth: Auth, { used, user }: Proof): Promise<Effect> {
  const pending = user.email_change
  const expected = used.type === 'email_change_new' ? pending : user.email
  if (!pending || expected !== used.relatesTo) return 'outdated'
  const mine = AGREED[used.type as keyof typeof AGREED]
  const before = user.email_change_confirm_status ?? 0
  const needsBoth = auth.config.email.confirmChangeTwice && user.email !== null
  if (needsBoth && (before === 0 || before === mine)) {
    await tx.execute('update auth.users set email_change_confirm_status = $2 where id = $1', [user.id, mine])
    return 'halfway'
  }
  await setAddress(tx, user, { kind: 'email', email: pending })
  return 'done'
}

/**
 * NOTE: a password that somebody chose before the address was proven is dropped when the proof does not come from that
 * very sign-up: it may be a stranger's (THREATS A-23).
 */
async function confirmAddress(tx: WriteTransaction, { used, user }: Proof): Promise<Effect> {
  const isEmail = user.email === used.relatesTo
  if (!isEmail && user.phone !== used.relatesTo) return 'outdated'
  const isConfirmed = (isEmail ? user.email_confirmed_at : user.phone_confirmed_at) !== null
  if (isConfirmed) return 'done'
  const isOwnSignUp = used.method === 'email/signup' || !isEmail
  if (user.confirmed_at === null && !isOwnSignUp) {
    await tx.execute('update auth.users set encrypted_password = null where id = $1', [user.id])
  }
  await setAddress(tx, user, isEmail ? { kind: 'email', email: user.email } : { kind: 'phone', phone: user.phone! })
  return 'done'
}
