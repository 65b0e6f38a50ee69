/** Which signed messages may sign somebody in here and now. Pure. */
import { authErrors } from '../../errors.ts'
import { isAllowedRedirect, type RedirectRules } from '../../redirects/redirect.ts'
import { chainTitle, type Chain, type SignInMessage } from './sign-in-message.ts'

/** How far a wallet's clock, or its owner's patience, may be off. */
const VALIDITY_MS = 10 * 60 * 1000

/**
 * Until when the message must be remembered, in epoch milliseconds.
 * @throws {OAuthError} `invalid_grant` for a message to another site, or of another time
 */
export function requireForUs(chain: Chain, message: SignInMessage, rules: RedirectRules, now: number): number {
  const why = objectionToSite(message, rules) ?? objectionToTime(message, now)
  if (why !== null) throw authErrors.web3Refused(`Signed ${chainTitle(chain)} message ${why}`)
  return message.issuedAt + VALIDITY_MS
}

function objectionToSite({ domain, uri }: SignInMessage, rules: RedirectRules): string | null {
  if (uri.protocol !== 'https:' && !(uri.protocol === 'http:' && isThisMachine(uri))) {
    return 'is using URI which does not use HTTPS'
  }
  if (!isAllowedRedirect(uri.href, rules)) {
    return 'is using URI which is not allowed on this server, message was signed for another app'
  }
  if (uri.host === domain && isAllowedRedirect(`${uri.protocol}//${domain}/`, rules)) return null
  return 'is using a Domain that does not match the one in URI which is not allowed on this server'
}

function objectionToTime({ issuedAt, notBefore, expiresAt }: SignInMessage, now: number): string | null {
  if (notBefore !== null && now < notBefore) return 'becomes valid in the future'
  if (expiresAt !== null && now > expiresAt) return 'is expired'
  if (now > issuedAt + VALIDITY_MS) return 'was issued too long ago'
  return now < issuedAt - VALIDITY_MS ? 'was issued too far in the future' : null
}

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
