import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../testing/auth-server.ts'

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
  return { user: user.status === 200, refresh: refreshed.status === 200, code: user.body.error_code }
}

const dead = { user: false, refresh: false, code: 'session_not_found' }
const alive = { user: true, refresh: true, code: undefined }

describe('logging out', () => {
  it('globally ends every session', async () => {
    const { phone, onPhone, onLaptop } = await twoDevices('global@shop.example')
    expect((await phone.auth.signOut()).error).toBeNull()
    expect(await isAlive(onPhone)).toEqual(dead)
    expect(await isAlive(onLaptop)).toEqual(dead)
  })

  it('locally ends this one only', async () => {
    const { phone, onPhone, onLaptop } = await twoDevices('local@shop.example')
    await phone.auth.signOut({ scope: 'local' })
    expect(await isAlive(onPhone)).toEqual(dead)
    expect(await isAlive(onLaptop)).toEqual(alive)
  })

  it('of others leaves this one', async () => {
    const { phone, onPhone, onLaptop } = await twoDevices('others@shop.example')
    await phone.auth.signOut({ scope: 'others' })
    expect(await isAlive(onPhone)).toEqual(alive)
    expect(await isAlive(onLaptop)).toEqual(dead)
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
