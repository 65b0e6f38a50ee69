import type { ExternalProviderConfig } from '../config.ts'
import { createOAuthProvider, readObject, type Ask } from './oauth-provider.ts'
import { readEmail } from './openid-provider.ts'
import { readProfile, type ExternalProvider } from './provider.ts'

/** github.com, or an Enterprise server by its `url`. */
export function createGitHub(name: string, config: ExternalProviderConfig, redirectUri: string): ExternalProvider {
  const site = config.url ?? 'https://github.com'
  const api = config.url === null ? 'https://api.github.com' : `${config.url}/api/v3`
  return createOAuthProvider({
    name,
    config,
    redirectUri,
    authorizationUrl: `${site}/login/oauth/authorize`,
    tokenUrl: `${site}/login/oauth/access_token`,
    scopes: 'user:email',
    readAccount: (ask) => readAccount(ask, api),
  })
}

/** NOTE: the address on the public profile may be anything; only the list of addresses says which are proven. */
async function readAccount(ask: Ask, api: string) {
  const person = readObject(await ask(`${api}/user`))
  const { email, isEmailVerified } = choosePrimary(await ask(`${api}/user/emails`))
  if (typeof person['id'] !== 'number') throw new Error('The account has no id')
  const account = { subject: String(person['id']), email, isEmailVerified }
  const { name, login, avatar_url: picture } = person
  const claims = { iss: api, name, user_name: login, preferred_username: login, avatar_url: picture }
  return { ...account, profile: readProfile(claims, account) }
}

function choosePrimary(list: unknown): { email: string | null; isEmailVerified: boolean } {
  const addresses = Array.isArray(list) ? list.map(readObject) : []
  const primary = addresses.find((address) => address['primary'] === true)
  const email = readEmail(primary?.['email'])
  return { email, isEmailVerified: email !== null && primary?.['verified'] === true }
}
