import { afterEach, expect, it } from 'vitest'

import { openRates, startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
afterEach(() => server[Symbol.asyncDispose]())

const start = async (trustProxy: boolean | string[]) => {
  server = await startAuthServer({
    trustProxy,
    change: (config) => ({ ...config, rates: { ...openRates, signIn: { limit: 3, seconds: 3600 } } }),
  })
}

/** What four sign-ins get, each with its own `X-Forwarded-For`. */
async function statusesFor(addressOf: (index: number) => string): Promise<number[]> {
  const statuses = []
  for (let index = 0; index < 4; index += 1) {
    const headers = {
      'x-forwarded-for': addressOf(index),
      forwarded: `for=198.51.100.${index}`,
      'x-real-ip': `198.51.100.${index}`,
      'cf-connecting-ip': `198.51.100.${index}`,
    }
    const body = { email: `nobody${index}@shop.example`, password: 'x' }
    statuses.push((await server.call('POST', '/token?grant_type=password', { body, headers })).status)
  }
  return statuses
}

const limited = [400, 400, 400, 429]

it('A-14 a client that writes its own address is still where its socket is', async () => {
  await start(false)
  expect(await statusesFor((index) => `203.0.113.${index}`)).toEqual(limited)
})

it('A-14 behind a proxy, only what that proxy adds counts', async () => {
  await start(['loopback'])
  expect(await statusesFor((index) => `203.0.113.${index}, 192.0.2.7`)).toEqual(limited)
  expect(await statusesFor((index) => `192.0.2.7, 203.0.113.${index}`)).toEqual([400, 400, 400, 400])
})

it('A-14 a network of IPv6 is one client, however many addresses it has', async () => {
  await start(['loopback'])
  expect(await statusesFor((index) => `2001:db8:1:2:${index}::7`)).toEqual(limited)
  expect(await statusesFor((index) => `2001:db8:1:${index + 3}::7`)).toEqual([400, 400, 400, 400])
})
