import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { defaultAuthConfig } from '../../src/config.ts'
import { createExternalProviders } from '../../src/external/providers.ts'
import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { Browser, startOpenIdServer, type OpenIdServer } from '../../testing/openid-server.ts'
import { startSocialServer, type SocialServer } from '../../testing/social-server.ts'

let server: AuthServer
let social: SocialServer
let openId: OpenIdServer
beforeAll(async () => {
  social = await startSocialServer()
  openId = await startOpenIdServer({ tellsInIdToken: true })
  server = await startAuthServer({
    change: (config) => {
      openId.open({ shop: `${config.apiUrl}/callback` })
      const ours = { clientIds: ['shop'], secret: 'secret', skipNonceCheck: false, emailOptional: true }
      return {
        ...config,
        external: {
          github: { ...ours, url: social.url },
          facebook: { ...ours, url: social.url },
          apple: { ...ours, url: openId.issuer },
          gone: { ...ours, url: 'http://127.0.0.1:1' },
        },
      }
    },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await social[Symbol.asyncDispose]()
  await openId[Symbol.asyncDispose]()
})

let count = 0
let email: string
beforeEach(() => {
  count += 1
  email = `preset${count}@mail.example`
})

const userOf = async (end: URL) => {
  const token = new URLSearchParams(end.hash.slice(1)).get('access_token') ?? ''
  return (await server.call('GET', '/user', { token })).body
}

const signIn = async (provider: string, more = '') =>
  userOf(await new Browser().follow(`${server.config.apiUrl}/authorize?provider=${provider}${more}`))

describe('GitHub', () => {
  const joins = (addresses: object[]) => {
    social.answers.set('/api/v3/user', {
      id: 1000 + count,
      login: 'ada',
      name: 'Ada',
      avatar_url: 'https://x.example/a',
      email: 'public@mail.example',
    })
    social.answers.set('/api/v3/user/emails', addresses)
  }

  it('knows its people by number, and their address by the list of proven ones', async () => {
    joins([
      { email: 'other@mail.example', primary: false, verified: true },
      { email, primary: true, verified: true },
    ])
    const user = await signIn('github')
    expect(user).toMatchObject({
      email,
      app_metadata: { provider: 'github' },
      user_metadata: { user_name: 'ada', full_name: 'Ada', avatar_url: 'https://x.example/a', email_verified: true },
      identities: [{ provider: 'github', id: String(1000 + count) }],
    })
    expect((await signIn('github')).id).toBe(user.id)
  })

  it('proves no address that it has not proven', async () => {
    await server.sql('insert into auth.users (email, email_confirmed_at) values ($1, now())', [email])
    joins([{ email, primary: true, verified: false }])
    expect(await signIn('github')).toMatchObject({ email: '', user_metadata: { email, email_verified: false } })
  })

  it('that answers nonsense ends the sign-in', async () => {
    social.answers.set('/api/v3/user', { login: 'nobody' })
    social.answers.set('/api/v3/user/emails', [])
    const end = await new Browser().follow(`${server.config.apiUrl}/authorize?provider=github`)
    expect(end.searchParams.get('error_description')).toBe('Unable to exchange external code')
  })
})

describe('Facebook', () => {
  it('says nothing about who proved an address, so the account has none', async () => {
    social.answers.set('/me', { id: '77', name: 'Ada', email, picture: { data: { url: 'https://x.example/f' } } })
    expect(await signIn('facebook')).toMatchObject({
      email: '',
      identities: [{ provider: 'facebook', id: '77', email }],
      user_metadata: { full_name: 'Ada', avatar_url: 'https://x.example/f', email_verified: false },
    })
  })
})

describe('Apple', () => {
  /** The form that the provider's page posts by itself. */
  const readForm = async (browser: Browser, start: string) => {
    const page = await browser.follow(start, (url) => url.origin === openId.issuer && /^\/auth\/./.test(url.pathname))
    const html = await (await browser.visit(page)).text()
    const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!])
    return {
      action: new URL(/action="([^"]+)"/.exec(html)![1]!),
      fields: Object.fromEntries(fields) as Record<string, string>,
    }
  }
  const post = (browser: Browser, { action, fields }: Awaited<ReturnType<typeof readForm>>) =>
    browser.visit(action, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  it('answers by a form, with the name beside the token', async () => {
    openId.people.set('ada', { email, email_verified: 'true' })
    const browser = new Browser()
    const form = await readForm(browser, `${server.config.apiUrl}/authorize?provider=apple&login_hint=ada`)
    expect(form.action.href).toBe(`${server.config.apiUrl}/callback`)
    const name = JSON.stringify({ name: { firstName: 'Ada', lastName: 'L.' } })
    const response = await post(browser, { ...form, fields: { ...form.fields, user: name } })
    expect(response.status).toBe(303)
    expect(await userOf(new URL(response.headers.get('location')!))).toMatchObject({
      email,
      user_metadata: { full_name: 'Ada L.' },
      app_metadata: { provider: 'apple' },
    })
  })

  it('binds the form to the browser that began', async () => {
    openId.people.set('ada', { email, email_verified: 'true' })
    const form = await readForm(new Browser(), `${server.config.apiUrl}/authorize?provider=apple&login_hint=ada`)
    const response = await post(new Browser(), form)
    expect(response.headers.get('location')).toContain('bad_oauth_state')
  })

  it('alone may post a form: other paths take JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await server.call('POST', '/token?grant_type=refresh_token', { headers, body: 'refresh_token=x' })
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'bad_json' } })
  })
})

describe('a configuration', () => {
  const start = (external: object) =>
    createExternalProviders({
      ...defaultAuthConfig({ apiUrl: 'https://shop.example/auth/v1', siteUrl: 'https://shop.example' }),
      external: external as Record<string, never>,
    })
  const ours = { clientIds: ['shop'], secret: 'secret', url: null, skipNonceCheck: false, emailOptional: false }

  it('knows four providers by name', () => {
    const names = ['google', 'apple', 'github', 'facebook']
    expect([...start(Object.fromEntries(names.map((name) => [name, ours]))).keys()]).toEqual(names)
  })

  it('with a provider of unknown address, or without a client id, does not start', () => {
    expect(() => start({ library: ours })).toThrow('no url')
    expect(() => start({ google: { ...ours, clientIds: [] } })).toThrow('no client id')
  })

  it('with a provider that is away still starts; only its sign-ins fail', async () => {
    expect(await server.call('GET', '/authorize?provider=gone')).toMatchObject({ status: 503 })
  })
})
