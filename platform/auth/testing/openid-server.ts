/** A real OpenID provider on loopback whose people sign in by `login_hint`, and a browser that goes there. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { Provider, type Context } from 'oidc-provider'

export interface OpenIdPerson {
  readonly email?: string
  readonly email_verified?: boolean | string
  readonly name?: string
  readonly picture?: string
}

export interface OpenIdServer extends AsyncDisposable {
  readonly issuer: string
  /** Whoever is not here refuses to sign in. */
  readonly people: Map<string, OpenIdPerson>
  /** The clients that may ask, by id, each with its redirect address; the secret is `secret`. */
  open(clients: Readonly<Record<string, string>>): void
  /** An ID token of the provider's own key that says whatever a test needs. */
  sign(claims: JWTPayload): Promise<string>
}

const SCOPES = 'openid email profile offline_access'

export interface OpenIdOptions {
  /** ID tokens carry the profile, as those of Google and Apple do; otherwise only the provider's userinfo tells it. */
  readonly tellsInIdToken?: boolean
}

export async function startOpenIdServer({ tellsInIdToken = false }: OpenIdOptions = {}): Promise<OpenIdServer> {
  const people = new Map<string, OpenIdPerson>()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = [{ ...(await exportJWK(privateKey)), kid: 'one', use: 'sig', alg: 'RS256' }]
  let provider: Provider | null = null
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url!.startsWith('/interaction/')) return provider!.callback()(request, response)
    const { params } = await provider!.interactionDetails(request, response)
    const accountId = params.login_hint ?? ''
    const isKnown = people.has(accountId)
    const refusal = { error: 'access_denied', error_description: 'The person said no' }
    await provider!.interactionFinished(request, response, isKnown ? { login: { accountId } } : refusal)
  }

  function open(clients: Readonly<Record<string, string>>): void {
    provider = new Provider(issuer, {
      jwks: { keys },
      cookies: { keys: ['loopback'] },
      scopes: SCOPES.split(' '),
      claims: { email: ['email', 'email_verified'], profile: ['name', 'picture'] },
      clients: Object.entries(clients).map(([id, redirect]) => ({
        client_id: id,
        client_secret: 'secret',
        redirect_uris: [redirect],
        grant_types: ['authorization_code', 'refresh_token'],
      })),
      conformIdTokenClaims: !tellsInIdToken,
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      ttl: { Session: 600, Grant: 600, Interaction: 600, AccessToken: 600, IdToken: 600 },
      interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_context: Context, id: string) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...people.get(id) }),
      }),
      loadExistingGrant,
    })
  }

  return {
    issuer,
    people,
    open,
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Nobody is asked for consent. */
async function loadExistingGrant({ oidc }: Context) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
  grant.addOIDCScope(SCOPES)
  await grant.save()
  return grant
}

/** Cookies and redirects on loopback, as a browser follows them. */
export class Browser {
  readonly #cookies = new Map<string, string>()

  /** Goes on until an address that `isEnd`, or that is not on this machine, and answers it unvisited. */
  async follow(start: string | URL, isEnd: (url: URL) => boolean = () => false): Promise<URL> {
    let url = new URL(start)
    while (url.hostname === '127.0.0.1' && !isEnd(url)) {
      const response = await this.visit(url)
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${url.href} leads nowhere: ${response.status} ${await response.text()}`)
      url = new URL(location, url)
    }
    return url
  }

  /** As a page of the same site calls. */
  readonly fetch: typeof globalThis.fetch = (input, init) =>
    this.visit(new URL(input instanceof Request ? input.url : input), init)

  async visit(url: URL, init: RequestInit = {}): Promise<Response> {
    const mine = [...this.#cookies].flatMap(([key, pair]) => (this.#belongs(key, url) ? [pair] : []))
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie: mine.join('; ') }
    const response = await fetch(url, { ...init, redirect: 'manual', headers })
    for (const cookie of response.headers.getSetCookie()) this.#keep(url, cookie)
    return response
  }

  #belongs(key: string, url: URL): boolean {
    const [origin, path] = key.split(' ') as [string, string]
    return origin === url.origin && url.pathname.startsWith(path)
  }

  #keep(url: URL, cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(/;\s*/)
    const path = attributes.find((text) => text.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
    this.#cookies.set(`${url.origin} ${path} ${pair.split('=')[0]}`, pair)
  }
}
