import { systemSession } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { parseAddress } from '../../accounts/address.ts'
import { clientOf, limitByNetwork, spareNetwork, type Auth } from '../../auth.ts'
import { AuthError, authErrors } from '../../errors.ts'
import { requirePasswordAttempt } from '../../hooks/attempts.ts'
import { findWeakness, isTooLong } from '../../passwords/password-policy.ts'
import { guardAccount } from '../../requests/guard-account.ts'
import { optionalText, readBody } from '../../requests/read-body.ts'
import { openSession, type Client } from '../../store/sessions.ts'
import { findUserStatement, readDocument, type Address, type UserWithPassword } from '../../store/users.ts'
import { sendSession } from '../../tokens/send-session.ts'

const bodySchema = v.object({ email: optionalText, phone: optionalText, password: optionalText })

/** POST /token?grant_type=password */
export function grantByPassword(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const body = readBody(request, bodySchema)
    const address = parseAddress(body)
    if (address === null) throw authErrors.invalid('missing email or phone')
    requireProvider(auth, address)
    const password = body.password ?? ''
    await limitByNetwork(auth, 'signIn', request)
    try {
      const client = clientOf(request)
      const attempt = { address, password, client }
      const proven = await authenticate(auth, attempt)
      const { userId } = proven
      await spareNetwork(auth, 'signIn', { ip: request.ip, userId })
      // Whoever was changed since they were looked at is looked at once more.
      const open =
        (await openFor(auth, proven, client)) ?? (await openFor(auth, await authenticate(auth, attempt), client))
      if (open === null) throw authErrors.wrongCredentials()
      auth.observe({ kind: 'auth.signed-in', userId, method: 'password' })
      return await sendSession(auth, reply, open, weaknessOf(auth, password))
    } catch (error) {
      if (error instanceof AuthError) auth.observe({ kind: 'auth.sign-in-refused', code: error.code })
      throw error
    }
  }
}

const openFor = (auth: Auth, proven: Proven, client: Client) =>
  openSession(auth.database, { ...proven, method: 'password', client })

function requireProvider(auth: Auth, address: Address): void {
  if (address.kind === 'email' && !auth.config.email.enabled) throw authErrors.emailLoginsDisabled()
  if (address.kind === 'phone' && !auth.config.phone.enabled) throw authErrors.phoneLoginsDisabled()
}

interface Attempt {
  readonly address: Address
  readonly password: string
  readonly client: Client
}

/** Who knows the password that is stored as this hash. */
interface Proven {
  readonly userId: string
  readonly passwordHash: string
}

/**
 * NOTE: every path hashes once, and the state of an account is told only to whoever knows its password, so neither
 * the answer nor its time says whether the account exists (THREATS A-01).
 */
async function authenticate(auth: Auth, { address, password, client }: Attempt): Promise<Proven> {
  const guard = await guardAccount(auth, accountOf(address), client)
  const found = readDocument(
    await auth.database.once(systemSession, findUserStatement(address), 'read'),
  ) as UserWithPassword | null
  const userId = found?.user.id ?? null
  const stored = mayBeRight(password) ? (found?.passwordHash ?? null) : null
  const check = await auth.passwords.check(stored, password)
  await guard.delay(check.matches ? userId : null)
  await requirePasswordAttempt(auth, { userId, isValid: check.matches })
  if (found === null || stored === null || !check.matches) throw authErrors.wrongCredentials()
  await guard.forgive()
  requireGoodStanding(auth, found, address)
  const proven = { userId: found.user.id, passwordHash: stored }
  return check.isOutdated ? renewHash(auth, proven, password) : proven
}

/** What nobody could have chosen is compared with nothing, after the same work. */
const mayBeRight = (password: string) => !isTooLong(password) && password.isWellFormed()

const accountOf = (address: Address) => (address.kind === 'email' ? address.email : address.phone)

function requireGoodStanding(auth: Auth, { user }: UserWithPassword, address: Address): void {
  if (user.banned_until !== null && Date.parse(user.banned_until) > Date.now()) throw authErrors.bannedAtSignIn()
  const { email, phone } = auth.config
  if (address.kind === 'email' && user.email_confirmed_at === null && !email.autoconfirm)
    throw authErrors.emailNotConfirmed()
  if (address.kind === 'phone' && user.phone_confirmed_at === null && !phone.autoconfirm)
    throw authErrors.phoneNotConfirmed()
}

/** NOTE: a password that was changed meanwhile stays. */
async function renewHash(auth: Auth, { userId, passwordHash }: Proven, password: string): Promise<Proven> {
  const hash = await auth.passwords.hash(password)
  await auth.database.write(systemSession, (tx) =>
    tx.execute('update auth.users set encrypted_password = $2 where id = $1 and encrypted_password = $3', [
      userId,
      hash,
      passwordHash,
    ]),
  )
  return { userId, passwordHash: hash }
}

/** A password that today's rules would refuse still signs in; the client is told. */
function weaknessOf(auth: Auth, password: string): object {
  const weakness = findWeakness(password, auth.config.passwords)
  return weakness === null ? {} : { weak_password: weakness }
}
