/** Signed-in people: tokens as both servers sign them, since both are given one secret. */
import { createHmac, hash } from 'node:crypto'

/** Of the crowd, how many ask by turns. */
export const memberCount = 240
export const jwtSecret = 'a-secret-that-only-this-measurement-knows-long-enough'

export interface Member {
  readonly id: string
  readonly token: string
}

/** The id that `crowdSql` gives to the person of this number. */
export function personId(number: number): string {
  const digest = hash('md5', `person ${number}`)
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const members: readonly Member[] = Array.from({ length: memberCount }, (_, index) => ({
  id: personId(index + 1),
  token: signToken(index + 1),
}))

/** The sessions that the tokens name. */
export const sessionsSql = `
insert into auth.sessions (id, user_id, aal) select md5('person ' || -n)::uuid, md5('person ' || n)::uuid, 'aal1'
  from generate_series(1, ${memberCount}) n`

/** HS256 (RFC 7515) over the claims of a session by password. */
function signToken(number: number): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    aud: 'authenticated',
    role: 'authenticated',
    sub: personId(number),
    email: `person${number}@example.com`,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { first_name: 'Aya', last_name: `Kouassi ${number}`, username: `aya.${number}` },
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: now }],
    session_id: personId(-number),
    is_anonymous: false,
    iat: now,
    exp: now + 24 * 3600,
  }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`
}
