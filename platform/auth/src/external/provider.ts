/** One way of asking somebody else who a person is. */
import type { JWTVerifyGetKey } from 'jose'

import type { ExternalAccount } from '../store/identities.ts'
import type { Json } from '../store/users.ts'

/** The secrets of one sign-in under way. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface ExternalProvider {
  readonly name: string
  /** People of whom it tells no address may sign up. */
  readonly emailOptional: boolean
  /** The provider answers with a form that its page posts, so the answer is a cross-site POST. */
  readonly answersByPost: boolean
  /** Where the browser goes. `extra` is what the client wants to tell the provider; ours wins. */
  startUrl(attempt: Attempt, wish: { readonly scopes: string; readonly extra: Json }): Promise<URL>
  /** Trades the provider's answer, as the URL it would be in a query, for the account. */
  finish(attempt: Attempt, answer: URL): Promise<ExternalAccount>
  /** What `grant_type=id_token` needs to trust a token of the provider; null where it signs none. */
  readonly idTokens: IdTokenRules | null
}

export interface IdTokenRules {
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly skipNonceCheck: boolean
  /** Pure: proven claims as an account. */
  readAccount(claims: Json): ExternalAccount
  /** The provider's published keys, fetched when needed and kept for a while. */
  keys(): Promise<JWTVerifyGetKey>
}

const MAX_TEXT = 1024
const PROFILE_TEXTS = ['iss', 'name', 'full_name', 'given_name', 'family_name', 'nickname', 'preferred_username', 'user_name', 'picture', 'avatar_url', 'locale', 'hd'] // prettier-ignore

/** The known texts of a provider's claims, under the names that the wire's clients read. */
export function readProfile(
  claims: Json,
  account: Pick<ExternalAccount, 'subject' | 'email' | 'isEmailVerified'>,
): Json {
  const texts = PROFILE_TEXTS.flatMap((name) => {
    const value = claims[name]
    return typeof value === 'string' && value.length <= MAX_TEXT && value.isWellFormed() && !value.includes('\0')
      ? [[name, value] as const]
      : []
  })
  const known: Record<string, unknown> = Object.fromEntries(texts)
  return {
    ...known,
    ...(known['full_name'] === undefined && known['name'] !== undefined ? { full_name: known['name'] } : {}),
    ...(known['avatar_url'] === undefined && known['picture'] !== undefined ? { avatar_url: known['picture'] } : {}),
    sub: account.subject,
    provider_id: account.subject,
    ...(account.email === null ? {} : { email: account.email }),
    email_verified: account.isEmailVerified,
    phone_verified: false,
  }
}

/** The fields in which the provider's own tokens reach the client. */
export function providerTokens(
  accessToken: string | null,
  refreshToken: string | null,
): Readonly<Record<string, string>> {
  return {
    ...(accessToken === null ? {} : { provider_token: accessToken }),
    ...(refreshToken === null ? {} : { provider_refresh_token: refreshToken }),
  }
}

/** Some providers write the claim as text. */
export function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true'
}
