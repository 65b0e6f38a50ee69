/** Tokens as servers sign them that were given `jwtSecret`: HS256 (RFC 7515). */
import { createHmac } from 'node:crypto'

export const jwtSecret = 'a-secret-that-only-this-measurement-knows-long-enough'

export function signToken(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ exp: Math.floor(Date.now() / 1000) + 86_400, ...claims })}`
  return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`
}

export const serviceKey = () => signToken({ role: 'service_role' })

/** A person of a crowd that only has ids, signed in by password. */
export const personOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

export function tokenOf(index: number): string {
  const sub = personOf(index)
  return signToken({ sub, role: 'authenticated', aud: 'authenticated', aal: 'aal1', session_id: sub })
}
