/** Who asks a browser for a key (WebAuthn §4, relying party): decided by the configuration alone, never by a request. */
import type { AuthConfig } from '../../config.ts'

export interface RelyingParty {
  /** A domain: keys answer to it and to what is below it. */
  readonly id: string
  readonly name: string
  /** Whose pages may answer. */
  readonly origins: readonly string[]
}

export type RelyingPartyRules = Pick<AuthConfig, 'siteUrl' | 'redirectUrls' | 'messages' | 'webauthn'>

/** Pure. */
export function relyingPartyOf({ siteUrl, redirectUrls, messages, webauthn }: RelyingPartyRules): RelyingParty {
  const id = webauthn.rpId ?? new URL(siteUrl).hostname
  return {
    id,
    name: webauthn.rpName ?? messages.productName,
    origins: webauthn.rpOrigins ?? [...new Set([siteUrl, ...redirectUrls].flatMap((url) => originBelow(id, url)))],
  }
}

/** NOTE: a redirect target may be a glob; one whose host is a pattern names no origin. */
function originBelow(id: string, url: string): readonly string[] {
  const plain = /^https?:\/\/[^/*?#\\]+(?=[/?#]|$)/.exec(url)?.[0]
  if (plain === undefined || !URL.canParse(plain)) return []
  const { hostname, origin } = new URL(plain)
  return hostname === id || hostname.endsWith(`.${id}`) ? [origin] : []
}
