/** Where a client may have people sent back to (OAuth 2.1 §2.3, RFC 8252 §7). Pure. */

const MAX_LENGTH = 2048
/** Schemes that a browser would run or read from the device. */
const DANGEROUS = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'about:', 'blob:'])

/** https, http on this very device, or an app's own scheme; without fragment, name or password. */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_LENGTH || /[\\\s\p{Cc}#]/u.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || DANGEROUS.has(url.protocol)) return false
  return url.protocol !== 'http:' || isLoopback(url)
}

/** Letter for letter; apps on the device itself may listen at another port each time. */
export function matchesRedirectUri(registered: string, asked: string): boolean {
  if (registered === asked) return true
  if (!isRedirectUri(asked) || !isLoopback(new URL(registered))) return false
  const [one, other] = [new URL(registered), new URL(asked)]
  if (one.protocol !== 'http:' || one.hostname === 'localhost') return false
  one.port = ''
  other.port = ''
  return one.href === other.href
}

/** Also what a page may show as somebody's site or logo. */
export function isWebUri(text: string): boolean {
  return isRedirectUri(text) && /^https?:\/\//i.test(text)
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** The address with what the client is told. */
export function withAnswer(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.set(name, value)
  return url.href
}
