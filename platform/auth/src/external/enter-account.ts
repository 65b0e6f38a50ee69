/** From an external account to the person who signs in with it, found or made. */
import { randomUUID } from 'node:crypto'

import { type WriteTransaction } from '@platform/database'

import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import {
  adoptEmail,
  attachIdentity,
  clearUnproven,
  findIdentityOwner,
  lockIdentity,
  releaseEmail,
  type ExternalAccount,
} from '../store/identities.ts'
import { findUser, findUserById, insertUser, lockUser, type UserRow } from '../store/users.ts'
import { decideLink } from './link-decision.ts'

export interface Entrance {
  readonly user: UserRow
  readonly isNew: boolean
}

export interface EntranceRules {
  /** Whoever adds the identity to their account, null for a sign-in. */
  readonly linkingUserId: string | null
  /** People whose provider tells no address may sign up. */
  readonly emailOptional: boolean
}

/** @throws {AuthError} `signup_disabled`, `user_banned`, and what linking refuses */
export async function enterAccount(
  tx: WriteTransaction,
  auth: Auth,
  account: ExternalAccount,
  { linkingUserId, emailOptional }: EntranceRules,
): Promise<Entrance> {
  await lockIdentity(tx, account)
  if (linkingUserId !== null) return addIdentity(tx, account, linkingUserId)
  const ownerId = await findIdentityOwner(tx, account)
  if (ownerId !== null) return { user: await signIn(tx, ownerId, account), isNew: false }
  if (account.email === null && !emailOptional) throw authErrors.providerWithoutEmail()
  return signInByEmail(tx, auth, account)
}

async function signInByEmail(tx: WriteTransaction, auth: Auth, account: ExternalAccount): Promise<Entrance> {
  const { email, isEmailVerified } = account
  const found = email === null || !isEmailVerified ? null : await findUser(tx, { kind: 'email', email })
  const owner = found === null ? null : await lockUser(tx, found.user.id)
  const decision = decideLink(account, owner?.user ?? null, auth.config.email)
  if (decision.kind !== 'create') {
    if (decision.kind === 'reclaim') await clearUnproven(tx, decision.userId)
    return { user: await signIn(tx, decision.userId, account), isNew: false }
  }
  if (!auth.config.signUp.enabled) throw authErrors.signupDisabled()
  if (decision.release !== null) await releaseEmail(tx, decision.release)
  return { user: await createPerson(tx, auth, account, decision.email), isNew: true }
}

async function signIn(tx: WriteTransaction, userId: string, account: ExternalAccount): Promise<UserRow> {
  const found = await lockUser(tx, userId)
  if (found === null) throw authErrors.userNotFound()
  const { banned_until: until } = found.user
  if (until !== null && Date.parse(until) > Date.now()) throw authErrors.banned()
  await attachIdentity(tx, userId, account)
  return (await findUserById(tx, userId))!.user
}

async function createPerson(
  tx: WriteTransaction,
  auth: Auth,
  account: ExternalAccount,
  email: string | null,
): Promise<UserRow> {
  const id = randomUUID()
  await insertUser(tx, {
    id,
    email,
    phone: null,
    passwordHash: null,
    role: 'authenticated',
    audience: auth.config.audience,
    isAnonymous: false,
    isConfirmed: email !== null,
    appMetadata: { provider: account.provider, providers: [account.provider] },
    userMetadata: account.profile,
  })
  await attachIdentity(tx, id, account)
  return (await findUserById(tx, id))!.user
}

/** Who would get one more way in, if nobody has it yet. @throws {AuthError} `identity_already_exists`, `user_not_found` */
export async function findLinker(
  tx: WriteTransaction,
  account: ExternalAccount,
  linkingUserId: string,
): Promise<UserRow> {
  const ownerId = await findIdentityOwner(tx, account)
  if (ownerId !== null) throw authErrors.identityExists(ownerId === linkingUserId)
  const found = await lockUser(tx, linkingUserId)
  if (found === null) throw authErrors.userNotFound()
  return found.user
}

/** Somebody who is signed in adds one more way in. */
async function addIdentity(tx: WriteTransaction, account: ExternalAccount, linkingUserId: string): Promise<Entrance> {
  await findLinker(tx, account, linkingUserId)
  const user = await signIn(tx, linkingUserId, account)
  if (user.email !== null || account.email === null || !account.isEmailVerified) return { user, isNew: false }
  await adoptEmail(tx, linkingUserId, account.email)
  return { user: (await findUserById(tx, linkingUserId))!.user, isNew: false }
}
