/** Apps of somebody else, as a test of the authorization server writes them. */
import { createHash, randomBytes } from 'node:crypto'

import { expect } from 'vitest'

import { startAuthServer, type AuthServer } from './auth-server.ts'

/** An authorization server at which anybody may register a client. */
export function startOAuthServer(): Promise<AuthServer> {
  return startAuthServer({
    change: (defaults) => ({
      ...defaults,
      oauthServer: { enabled: true, dynamicRegistration: true, authorizationPath: '/oauth/consent' },
    }),
  })
}

export const callback = 'https://shelf.example/callback?from=shop'

export interface Asked {
  readonly location: string
  readonly verifier: string
}

type Changed = Readonly<Record<string, string | undefined>>

export const idIn = ({ location }: Asked) => new URL(location).searchParams.get('authorization_id')!
export const codeIn = (url: string) => new URL(url).searchParams.get('code')!
export const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` })

export function given(texts: Changed): Record<string, string> {
  const entries = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}

/** @param server asked for when it has started */
export function createOAuthApps(server: () => AuthServer) {
  const at = (path: string) => `${server().url}/auth/v1${path}`
  const admin = () => server().client({ key: server().keys.serviceRoleKey }).auth.admin.oauth
  let people = 0

  async function newPerson() {
    people += 1
    const client = server().client()
    const { data } = await client.auth.signUp({
      email: `reader${people}@shop.example`,
      password: 'correct horse',
      options: { data: { full_name: 'Awa Diop' } },
    })
    return { auth: client.auth, id: data.user!.id }
  }

  async function newClient(change: object = {}) {
    const { data, error } = await admin().createClient({ client_name: 'Shelf', redirect_uris: [callback], ...change })
    expect(error).toBeNull()
    return data!
  }

  /** As an app sends its person here. */
  async function ask(clientId: string, change: Changed = {}): Promise<Asked & { status: number }> {
    const verifier = randomBytes(32).toString('base64url')
    const query = given({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: callback,
      scope: 'openid email',
      state: 'xyz',
      nonce: 'n-1',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...change,
    })
    const response = await fetch(at(`/oauth/authorize?${new URLSearchParams(query).toString()}`), {
      redirect: 'manual',
    })
    return { status: response.status, location: response.headers.get('location') ?? '', verifier }
  }

  async function token(form: Record<string, string>, headers: Record<string, string> = {}) {
    const response = await fetch(at('/oauth/token'), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(form),
    })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }

  /** From the first step to the tokens. */
  async function letIn(person: Awaited<ReturnType<typeof newPerson>>, client: Awaited<ReturnType<typeof newClient>>) {
    const asked = await ask(client.client_id)
    const { data } = await person.auth.oauth.approveAuthorization(idIn(asked), { skipBrowserRedirect: true })
    const code = codeIn(data!.redirect_url)
    const form = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: asked.verifier }
    return { form, answer: await token(form, basic(client.client_id, client.client_secret!)) }
  }

  return { at, admin, newPerson, newClient, ask, token, letIn }
}
