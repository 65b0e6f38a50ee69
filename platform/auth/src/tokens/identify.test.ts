import { TokenError } from '@platform/http'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { createIdentify } from './identify.ts'
import {
  createKeys,
  generateAuthSecrets,
  parseAuthSecrets,
  serialiseAuthSecrets,
  type AuthSecrets,
  type Keys,
} from './keys.ts'

let secrets: AuthSecrets
let keys: Keys
beforeAll(async () => {
  secrets = await generateAuthSecrets()
  keys = await createKeys({ secrets })
})
afterEach(() => {
  vi.useRealTimers()
})

const issuer = 'https://shop.example/auth/v1'
const identify = () => createIdentify({ keys, issuer })
const person = '5a2f8f0e-0b5c-4f4e-9a53-0f1c6f1f3e11'
const userToken = (seconds: number) => {
  const now = Math.floor(Date.now() / 1000)
  return keys.sign({ iss: issuer, aud: 'authenticated', role: 'authenticated', sub: person, exp: now + seconds })
}

describe('who asks', () => {
  it('is anonymous without a token', async () => {
    expect(await identify()({})).toEqual({ role: 'anon', claims: { role: 'anon' }, token: null })
    expect((await identify()({ authorization: '' })).role).toBe('anon')
  })

  it.each(['Basic eDp5', 'Bearer a b', 'Token x', 'Bearer'])(
    'is nobody with « %s », whatever the key',
    async (authorization) => {
      await expect(identify()({ apikey: keys.anonKey, authorization })).rejects.toBeInstanceOf(TokenError)
    },
  )

  it('is whom the key names', async () => {
    expect((await identify()({ apikey: keys.anonKey })).role).toBe('anon')
    expect((await identify()({ apikey: keys.serviceRoleKey })).role).toBe('service_role')
    expect(await identify()({ apikey: secrets.publishableKey })).toEqual({
      role: 'anon',
      claims: { role: 'anon' },
      token: null,
    })
    expect((await identify()({ authorization: `Bearer ${secrets.secretKey}` })).role).toBe('service_role')
  })

  it('is whom the Bearer token names, whatever the key', async () => {
    const token = await userToken(60)
    const identity = await identify()({ apikey: keys.serviceRoleKey, authorization: `bearer ${token}` })
    expect(identity).toMatchObject({ role: 'authenticated', token, claims: { sub: person } })
  })

  it.each(['sb_secret_guess', 'sb_publishable_', 'nonsense'])('is nobody with %s', async (key) => {
    await expect(identify()({ apikey: key })).rejects.toBeInstanceOf(TokenError)
  })

  it('is remembered, but not beyond the end of the token', async () => {
    const find = vi.spyOn(keys, 'find')
    const asked = identify()
    const headers = { authorization: `Bearer ${await userToken(60)}` }
    await asked(headers)
    await asked(headers)
    expect(find).toHaveBeenCalledTimes(1)
    vi.useFakeTimers({ now: Date.now() + 91_000 })
    await expect(asked(headers)).rejects.toMatchObject({ problem: 'expired' })
    find.mockRestore()
  })
})

describe('generated secrets', () => {
  it('survive a file', () => {
    expect(parseAuthSecrets(serialiseAuthSecrets(secrets))).toEqual(secrets)
  })

  it.each(['{}', 'null', '[]', '{"anonKey":"x"}'])('%s is not taken for them', (text) => {
    expect(() => parseAuthSecrets(text)).toThrow('damaged')
  })
})
