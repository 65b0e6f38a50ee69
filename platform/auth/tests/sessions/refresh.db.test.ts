import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server[Symbol.asyncDispose]())

let people = 0

async function signUp(): Promise<{ refresh: string; access: string; userId: string }> {
  people += 1
  const body = { email: `reader${people}@shop.example`, password: 'correct horse' }
  const answer = await server.call('POST', '/signup', { body })
  return { refresh: answer.body.refresh_token, access: answer.body.access_token, userId: answer.body.user.id }
}

const refresh = (token: unknown) =>
  server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

/** Moves the use of a token into the past. */
const age = (token: string, seconds: number) =>
  server.sql(`update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => $2) where token = $1`, [
    token,
    seconds,
  ])

describe('refreshing', () => {
  it('goes on in the same session, by the official client', async () => {
    const client = server.client()
    const before = await client.auth.signUp({ email: 'client@shop.example', password: 'correct horse' })
    const after = await client.auth.refreshSession()
    expect(after.error).toBeNull()
    expect(after.data.session!.refresh_token).not.toBe(before.data.session!.refresh_token)
    const [old, fresh] = [claimsOf(before.data.session!.access_token), claimsOf(after.data.session!.access_token)]
    expect(fresh.session_id).toBe(old.session_id)
    expect(fresh.amr).toEqual(old.amr)
  })

  it('A-07 gives ten parallel callers the same child', async () => {
    const { refresh: token } = await signUp()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  it('A-07 repeats a lost answer at any later time, as long as its child is unused', async () => {
    const { refresh: token } = await signUp()
    const first = await refresh(token)
    await age(token, 3600)
    const second = await refresh(token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).toBe(first.body.refresh_token)
  })

  it('A-07 lets a used token in once more within ten seconds', async () => {
    const { refresh: token } = await signUp()
    const child = await refresh(token)
    await refresh(child.body.refresh_token)
    await age(token, 9)
    const sibling = await refresh(token)
    expect(sibling.status).toBe(200)
    expect(sibling.body.refresh_token).not.toBe(child.body.refresh_token)
  })

  it('A-07 ends the whole family when a used token comes back later, and says so', async () => {
    const { refresh: token, userId } = await signUp()
    const child = await refresh(token)
    const grandchild = await refresh(child.body.refresh_token)
    await age(token, 11)
    const replay = await refresh(token)
    expect(replay.status).toBe(400)
    expect(replay.body).toMatchObject({
      error_code: 'refresh_token_already_used',
      msg: 'Invalid Refresh Token: Already Used',
    })
    const honest = await refresh(grandchild.body.refresh_token)
    expect(honest.body.error_code).toBe('refresh_token_already_used')
    expect(server.events).toContainEqual(expect.objectContaining({ kind: 'auth.refresh-token-reused', userId }))
  })

  it('does not prolong the interval by using it', async () => {
    const { refresh: token } = await signUp()
    const child = await refresh(token)
    await refresh(child.body.refresh_token)
    await age(token, 8)
    await refresh(token)
    await age(token, 4)
    // The sibling is the active token now and a child of this one; once it is used, only the interval would help.
    const sibling = await refresh(token)
    await refresh(sibling.body.refresh_token)
    expect((await refresh(token)).body.error_code).toBe('refresh_token_already_used')
  })

  it('refuses by the table of the wire', async () => {
    expect(await refresh(undefined)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'refresh_token required' },
    })
    expect(await refresh('short')).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg: 'Refresh token is not valid' },
    })
    expect(await refresh('aaaaaaaaaaaa')).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_not_found' },
    })
    expect((await refresh(`' or true --`)).status).toBe(400)
    expect((await refresh({ $ne: '' })).body.error_code).toBe('bad_json')
  })

  it('refuses the banned, and sessions whose time is over', async () => {
    const banned = await signUp()
    await server.sql(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [banned.userId])
    expect((await refresh(banned.refresh)).body.error_code).toBe('user_banned')
    const over = await signUp()
    await server.sql(`update auth.sessions set not_after = now() where user_id = $1`, [over.userId])
    expect((await refresh(over.refresh)).body.error_code).toBe('session_expired')
  })

  it('answers 409 instead of waiting for ever behind a session that somebody holds', async () => {
    const { refresh: token, userId } = await signUp()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
    const holder = server.holding(`select from auth.sessions where user_id = '${userId}' for update`, isLocked, held)
    await locked
    expect((await refresh(token)).body).toMatchObject({ code: 409, error_code: 'conflict' })
    release()
    await holder
  })
})
