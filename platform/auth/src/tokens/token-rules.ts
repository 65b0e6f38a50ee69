/** What a token must say to be believed, as far as an operator may decide it. */

export interface TokenAcceptance {
  /** Accepted values of `iss` beside our own; null accepts any. Tokens without one are accepted in every case. */
  readonly issuers: readonly string[] | null
  /** Accepted values of `aud` beside our own; null accepts any. Tokens without one are accepted in every case. */
  readonly audiences: readonly string[] | null
  /** Database roles that a token may name beside ours; null leaves it to the database, which knows what `authenticator` may take. */
  readonly roles: readonly string[] | null
  /** A token without `exp` is accepted, and never ends. */
  readonly withoutExpiry: boolean
  /** Roles of keys that we sign ourselves: accepted of nobody else. */
  readonly keyRoles?: readonly string[]
}

/** The safer answer to each question; `null`, `null`, `null` and `true` are the original's. */
export const strictAcceptance: TokenAcceptance = { issuers: [], audiences: [], roles: [], withoutExpiry: false }

export interface TokenRules {
  /** Null accepts any, here and below. */
  readonly issuers: ReadonlySet<string> | null
  readonly audiences: ReadonlySet<string> | null
  /** A token without a role acts as `anon`. */
  readonly roles: ReadonlySet<string> | null
  /** What no issuer but ourselves may give. */
  readonly ownRoles: ReadonlySet<string>
  readonly withoutExpiry: boolean
}

const API_KEY_ISSUERS = ['supabase', 'supabase-demo']
const OWN_ROLES = ['anon', 'authenticated', 'service_role']

/** Pure. @param issuer that of our access tokens; the wire's api key issuers are always accepted */
export function rulesFor(issuer: string, audience: string, more: TokenAcceptance): TokenRules {
  return {
    issuers: withOwn([issuer, ...API_KEY_ISSUERS], more.issuers),
    audiences: withOwn([audience], more.audiences),
    roles: withOwn([...OWN_ROLES, ...(more.keyRoles ?? [])], more.roles),
    ownRoles: new Set(['service_role', ...(more.keyRoles ?? [])]),
    withoutExpiry: more.withoutExpiry,
  }
}

function withOwn(own: readonly string[], more: readonly string[] | null): ReadonlySet<string> | null {
  return more === null ? null : new Set([...own, ...more])
}
