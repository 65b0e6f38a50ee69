/** From a company's word to the person who signs in by it. */
import { randomUUID } from 'node:crypto'

import type { WriteTransaction } from '@platform/database'

import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { attachIdentity, findIdentityOwner, lockIdentity, type ExternalAccount } from '../store/identities.ts'
import { findUserById, insertUser, lockUser, type UserRow } from '../store/users.ts'

export interface SsoEntrance {
  readonly user: UserRow
  readonly isNew: boolean
}

/**
 * NOTE: these people are their company's: the address is the company's word, and never leads to an account of somebody
 * else with the same one (decision 0009).
 * @throws {AuthError} `signup_disabled`, `user_banned`
 */
export async function enterSsoAccount(
  tx: WriteTransaction,
  auth: Auth,
  account: ExternalAccount,
): Promise<SsoEntrance> {
  await lockIdentity(tx, account)
  const ownerId = await findIdentityOwner(tx, account)
  const id = ownerId ?? (await createPerson(tx, auth, account))
  const owner = await lockUser(tx, id)
  if (owner === null) throw authErrors.userNotFound()
  const { banned_until: until } = owner.user
  if (until !== null && Date.parse(until) > Date.now()) throw authErrors.banned()
  await attachIdentity(tx, id, account)
  return { user: (await findUserById(tx, id))!.user, isNew: ownerId === null }
}

async function createPerson(tx: WriteTransaction, auth: Auth, account: ExternalAccount): Promise<string> {
  if (!auth.config.signUp.enabled) throw authErrors.signupDisabled()
  const id = randomUUID()
  await insertUser(tx, {
    id,
    email: account.email,
    phone: null,
    passwordHash: null,
    role: 'authenticated',
    audience: auth.config.audience,
    isAnonymous: false,
    isConfirmed: true,
    isSso: true,
    appMetadata: { provider: account.provider, providers: [account.provider] },
    userMetadata: account.profile,
  })
  return id
}
