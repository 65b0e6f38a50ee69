import type { ExternalProviderConfig } from '../config.ts'
import { createOAuthProvider, readObject, type Ask } from './oauth-provider.ts'
import { readEmail } from './openid-provider.ts'
import { readProfile, type ExternalProvider } from './provider.ts'

export function createFacebook(name: string, config: ExternalProviderConfig, redirectUri: string): ExternalProvider {
  const site = config.url ?? 'https://www.facebook.com'
  const graph = config.url ?? 'https://graph.facebook.com'
  return createOAuthProvider({
    name,
    config,
    redirectUri,
    authorizationUrl: `${site}/dialog/oauth`,
    tokenUrl: `${graph}/oauth/access_token`,
    scopes: 'email',
    readAccount: (ask) => readAccount(ask, graph),
  })
}

/** NOTE: nothing in the answer says that the address was proven, so it never opens an account that is there. */
async function readAccount(ask: Ask, graph: string) {
  const person = readObject(await ask(`${graph}/me?fields=id,name,email,picture.type(large)`))
  if (typeof person['id'] !== 'string') throw new Error('The account has no id')
  const account = { subject: person['id'], email: readEmail(person['email']), isEmailVerified: false }
  const claims = { iss: graph, name: person['name'], picture: readPicture(person['picture']) }
  return { ...account, profile: readProfile(claims, account) }
}

function readPicture(picture: unknown): unknown {
  const { data } = (picture ?? {}) as { data?: { url?: unknown } }
  return data?.url
}
