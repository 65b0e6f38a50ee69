import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse'

/** One person on two devices. */
async function twoDevices(email: string) {
  const phone = server.client()
  await phone.auth.signUp({ email, password })
  const laptop = server.client()
  await laptop.auth.signInWithPassword({ email, password })
  const tokenOf = async (client: typeof phone) => (await client.auth.getSession()).data.session!
  return { phone, laptop, onPhone: await tokenOf(phone), onLaptop: await tokenOf(laptop) }
}

const isAlive = async (session: { access_token: string; refresh_token: string }) => {
  const user = await server.call('GET', '/user', { token: session.access_token })
  const refreshed = await server.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: session.refresh_token },
  })
  return {
    user: user.status === 200,
    code: user.body.error_code as unknown,
    refresh: refreshed.status === 200,
    refreshCode: refreshed.body.error_code as unknown,
  }
}

const dead = { user: false, code: 'session_not_found', refresh: false, refreshCode: 'refresh_token_not_found' }
const alive = { user: true, code: undefined, refresh: true, refreshCode: undefined }

describe('logging out', () => {
  it('A-08 globally ends every session', async () => {
    const { phone, onPhone, onLaptop } = await twoDevices('global@shop.example')
    expect((await phone.auth.signOut()).error).toBeNull()
    expect(await isAlive(onPhone)).toEqual(dead)
    expect(await isAlive(onLaptop)).toEqual(dead)
  })

  it('A-08 locally ends this one only', async () => {
    const { phone, onPhone, onLaptop } = await twoDevices('local@shop.example')
    await phone.auth.signOut({ scope: 'local' })
    expect(await isAlive(onPhone)).toEqual(dead)
    expect(await isAlive(onLaptop)).toEqual(alive)
  })

  it('A-08 of others leaves this one', async () => {
    const { phone, onPhone, onLaptop } = await twoDevices('others@shop.example')
    await phone.auth.signOut({ scope: 'others' })
    expect(await isAlive(onPhone)).toEqual(alive)
    expect(await isAlive(onLaptop)).toEqual(dead)
  })

  it('A-08 follows from a new password, everywhere else', async () => {
    const { phone, onPhone, onLaptop } = await twoDevices('password@shop.example')
    expect((await phone.auth.updateUser({ password: 'battery staple' })).error).toBeNull()
    expect(await isAlive(onPhone)).toEqual(alive)
    expect(await isAlive(onLaptop)).toEqual(dead)
  })

  it('A-08 follows from a ban, for as long as it lasts', async () => {
    const { onPhone } = await twoDevices('banned@shop.example')
    const ban = (until: string) =>
      server.sql(`update auth.users set banned_until = ${until} where email = 'banned@shop.example'`)
    await ban(`now() + interval '1 hour'`)
    expect(await isAlive(onPhone)).toEqual({ ...dead, code: 'user_banned', refreshCode: 'user_banned' })
    await ban('null')
    expect(await isAlive(onPhone)).toEqual(alive)
  })

  it('answers 204 without a body, and names a scope it does not know', async () => {
    const { onPhone, onLaptop } = await twoDevices('scopes@shop.example')
    const wrong = await server.call('POST', '/logout?scope=all', { token: onPhone.access_token })
    expect(wrong).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
    const right = await server.call('POST', '/logout?scope=local', { token: onLaptop.access_token })
    expect(right).toMatchObject({ status: 204, body: '' })
  })

  it('makes the official client forget a session that ended elsewhere', async () => {
    const { phone, laptop } = await twoDevices('elsewhere@shop.example')
    await phone.auth.signOut()
    const { error } = await laptop.auth.getUser()
    expect(error).toMatchObject({ name: 'AuthSessionMissingError' })
  })
})
