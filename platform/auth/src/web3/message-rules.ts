/** Which signed messages may sign somebody in here and now. Pure. */
import { authErrors } from '../errors.ts'
import { isAllowedRedirect, type RedirectRules } from '../redirect.ts'
import { chainTitle, type Chain, type SignInMessage } from './sign-in-message.ts'

/** How far a wallet's clock, or its owner's patience, may be off. */
const VALIDITY_MS = 10 * 60 * 1000

/**
 * Until when the message must be remembered, in epoch milliseconds.
 * @throws {OAuthError} `invalid_grant` for a message to another site, or of another time
 */
export function requireForUs(chain: Chain, message: SignInMessage, rules: RedirectRules, now: number): number {
  const refuse = (why: string) => authErrors.web3Refused(`Signed ${chainTitle(chain)} message ${why}`)
  const { domain, uri, issuedAt, notBefore, expiresAt } = message
  if (uri.protocol !== 'https:' && !(uri.protocol === 'http:' && isThisMachine(uri))) {
    throw refuse('is using URI which does not use HTTPS')
  }
  if (!isAllowedRedirect(uri.href, rules)) {
    throw refuse('is using URI which is not allowed on this server, message was signed for another app')
  }
  if (uri.host !== domain || !isAllowedRedirect(`${uri.protocol}//${domain}/`, rules)) {
    throw refuse('is using a Domain that does not match the one in URI which is not allowed on this server')
  }
  if (notBefore !== null && now < notBefore) throw refuse('becomes valid in the future')
  if (expiresAt !== null && now > expiresAt) throw refuse('is expired')
  if (now > issuedAt + VALIDITY_MS) throw refuse('was issued too long ago')
  if (now < issuedAt - VALIDITY_MS) throw refuse('was issued too far in the future')
  return issuedAt + VALIDITY_MS
}

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
