/** Signed-in people: tokens as both servers sign them, since both are given one secret. */
import { hash } from 'node:crypto'

import { signToken } from '../support/tokens.ts'

/** Of the crowd, how many ask by turns. */
export const memberCount = 240

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
  token: memberToken(index + 1),
}))

/** The sessions that the tokens name. */
export const sessionsSql = `
insert into auth.sessions (id, user_id, aal) select md5('person ' || -n)::uuid, md5('person ' || n)::uuid, 'aal1'
  from generate_series(1, ${memberCount}) n`

/** The claims of a session by password. */
function memberToken(number: number): string {
  const now = Math.floor(Date.now() / 1000)
  return signToken({
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
  })
}
