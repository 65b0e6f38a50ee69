/** Whose account an external identity opens. Pure. */
import type { ExternalAccount } from '../store/identities.ts'
import type { UserRow } from '../store/users.ts'

export type LinkDecision =
  /** The account has this address, proven. */
  | { readonly kind: 'link'; readonly userId: string }
  /** The account was opened in the owner's name by whoever came first: it is emptied before its owner enters. */
  | { readonly kind: 'reclaim'; readonly userId: string }
  /** A new account; `release` loses its unproven claim to the address. */
  | { readonly kind: 'create'; readonly email: string | null; readonly release: string | null }

type Owner = Pick<UserRow, 'id' | 'email' | 'phone' | 'email_confirmed_at' | 'identities'>

/**
 * NOTE: only an address that the provider has proven reaches an account that is there; an unproven one stays in the
 * identity (THREATS A-22). Where addresses are taken at their word, being confirmed proves nothing.
 */
export function decideLink(
  account: Pick<ExternalAccount, 'email' | 'isEmailVerified'>,
  owner: Owner | null,
  { autoconfirm }: { readonly autoconfirm: boolean },
): LinkDecision {
  if (account.email === null || !account.isEmailVerified) return { kind: 'create', email: null, release: null }
  if (owner === null) return { kind: 'create', email: account.email, release: null }
  if (isProven(owner, autoconfirm)) return { kind: 'link', userId: owner.id }
  const hasOtherWays = owner.phone !== null || owner.identities.some(({ provider }) => provider !== 'email')
  return hasOtherWays
    ? { kind: 'create', email: account.email, release: owner.id }
    : { kind: 'reclaim', userId: owner.id }
}

function isProven(owner: Owner, autoconfirm: boolean): boolean {
  if (owner.email_confirmed_at === null) return false
  return !autoconfirm || owner.identities.some((identity) => provesEmail(identity, owner.email))
}

function provesEmail({ provider, email, identity_data: data }: Owner['identities'][number], address: string | null) {
  return provider !== 'email' && provider !== 'phone' && email === address && data['email_verified'] === true
}
