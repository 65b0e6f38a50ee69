import { TokenError, type Identify } from '@platform/http'

export const ada = 'a0000000-0000-4000-8000-00000000000a'
export const bob = 'b0000000-0000-4000-8000-00000000000b'

/** Tokens of these tests: the claims themselves, in the shape of a JWT. */
export function tokenFor(who: string, claims: Record<string, unknown> = {}): string {
  const isRole = who === 'anon' || who === 'service_role'
  const own = isRole ? { role: who } : { role: 'authenticated', sub: who }
  const body = { exp: Math.floor(Date.now() / 1000) + 3_600, ...own, ...claims }
  return `e30.${Buffer.from(JSON.stringify(body)).toString('base64url')}.c2lnbmVk`
}

export const identify: Identify = async ({ authorization, apikey }) => {
  const token = authorization?.replace(/^Bearer /, '') ?? String(apikey)
  if (token.startsWith('sb_')) return { role: 'anon', claims: { role: 'anon' }, token: null }
  const [, body = '', signature] = token.split('.')
  if (signature !== 'c2lnbmVk') throw new TokenError(token.includes('.') ? 'signature' : 'malformed', 'not signed')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  if (typeof claims['exp'] === 'number' && claims['exp'] * 1000 < Date.now()) throw new TokenError('expired', 'expired')
  return { role: String(claims['role']), claims, token }
}
