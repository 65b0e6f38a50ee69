import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { Browser, startOpenIdServer, type OpenIdServer } from '../../testing/openid-server.ts'

let server: AuthServer
let openId: OpenIdServer
beforeAll(async () => {
  openId = await startOpenIdServer()
  server = await startAuthServer({
    change: (config) => {
      openId.open({ shop: `${config.apiUrl}/callback` })
      const url = openId.issuer
      const ours = { clientIds: ['shop'], secret: 'secret', url, skipNonceCheck: false, emailOptional: true }
      return { ...config, email: { ...config.email, autoconfirm: true }, external: { keycloak: ours } }
    },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await openId[Symbol.asyncDispose]()
})

const password = 'correct horse'

async function signInAs(subject: string) {
  const path = `/authorize?provider=keycloak&login_hint=${subject}`
  const end = await new Browser().follow(`${server.config.apiUrl}${path}`)
  const token = new URLSearchParams(end.hash.slice(1)).get('access_token') ?? ''
  return (await server.call('GET', '/user', { token })).body
}

describe('where addresses are taken at their word', () => {
  it('A-22 an address that a provider has not proven opens nobody’s account', async () => {
    const email = 'owner@mail.example'
    const { data } = await server.client().auth.signUp({ email, password })
    openId.people.set('mallory', { email, email_verified: false })
    const mallory = await signInAs('mallory')
    expect(mallory).toMatchObject({ email: '', identities: [{ provider: 'keycloak', id: 'mallory' }] })
    expect(mallory.id).not.toBe(data.user!.id)
  })

  it('A-23 whoever came first in the owner’s name keeps nothing of the account', async () => {
    const email = 'late-owner@mail.example'
    const stranger = server.client()
    const { data } = await stranger.auth.signUp({ email, password, options: { data: { name: 'Mallory' } } })
    expect(data.session).not.toBeNull()
    openId.people.set('owner', { email, email_verified: true, name: 'Ada' })
    expect(await signInAs('owner')).toMatchObject({ id: data.user!.id, email, user_metadata: { name: 'Ada' } })
    expect((await server.client().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
    const { access_token: token, refresh_token } = data.session!
    expect((await server.call('GET', '/user', { token })).body.error_code).toBe('session_not_found')
    const refreshed = await server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
    expect(refreshed.body.error_code).toBe('refresh_token_not_found')
  })
})
