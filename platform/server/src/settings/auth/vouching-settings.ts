/** Wallets, companies, providers that administrators add, and tokens of others: who else may vouch for people, and our key towards them. */

import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

import { area, list, onOff, text, webAddress, whole, type Form } from '../reader.ts'

const leastBits = 2048

const privateKey: Form<string> = {
  expected: 'an RSA key of at least 2048 bits, in PEM or as base64 of its DER form',
  isSecret: true,
  parse: (given) => {
    const key = parseKey(given)
    const isFit = key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= leastBits
    return isFit ? toPem(key) : undefined
  },
  faultOf: (given) => (parseKey(given) === null ? 'does not have the right form' : 'is another kind of key'),
}

export const vouchingArea = area({
  title: 'Wallets, companies and further providers',
  settings: {
    ethereum: {
      name: 'AUTH_EXTERNAL_WEB3_ETHEREUM_ENABLED',
      form: onOff,
      default: false,
      words: 'Ethereum wallets that sign a message to the site, or to an allowed address, may sign people in.',
    },
    solana: {
      name: 'AUTH_EXTERNAL_WEB3_SOLANA_ENABLED',
      form: onOff,
      default: false,
      words: 'So may Solana wallets.',
    },
    saml: {
      name: 'AUTH_SAML_ENABLED',
      form: onOff,
      default: false,
      words: 'Companies’ own identity providers (SAML 2.0), which administrators add, may sign their people in.',
    },
    samlKey: {
      name: 'AUTH_SAML_PRIVATE_KEY',
      form: privateKey,
      unset: 'made at the first start',
      words: 'Signs our requests to them; what is made is the same for all processes that share a database.',
    },
    customProviders: {
      name: 'AUTH_CUSTOM_OAUTH_ENABLED',
      form: onOff,
      default: true,
      words: 'Administrators may add OpenID and OAuth providers while the server runs.',
    },
    maxCustomProviders: {
      name: 'AUTH_CUSTOM_OAUTH_MAX_PROVIDERS',
      form: whole(1, 10_000),
      unset: '100',
      words: 'How many of those there may be.',
    },
  },
})

const names: Form<string> = text(/^\S+$/, 'a name without blanks')

export const oauthServerArea = area({
  title: 'Apps of others',
  settings: {
    enabled: {
      name: 'AUTH_OAUTH_SERVER_ENABLED',
      form: onOff,
      default: false,
      words:
        'People may let apps of others in by OAuth 2.1, with OpenID Connect: auth/v1 is their authorization server.',
    },
    dynamicRegistration: {
      name: 'AUTH_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION',
      form: onOff,
      default: false,
      words: 'Such apps may register themselves (RFC 7591); otherwise administrators do it for them.',
    },
    authorizationPath: {
      name: 'AUTH_OAUTH_SERVER_AUTHORIZATION_PATH',
      form: text(/^\/[^\s?#]*$/, '/path'),
      default: '/oauth/consent',
      words: 'The page of AUTH_SITE_URL on which people are asked.',
    },
  },
})

export const tokenArea = area({
  title: 'Tokens of others',
  settings: {
    issuers: {
      name: 'AUTH_TOKEN_ISSUERS',
      form: list(names, { expected: 'values of `iss` with commas between them, or *' }),
      default: [],
      words:
        'Tokens that one of our keys signed may name these issuers too; * lets them name any, as the original does.',
    },
    audiences: {
      name: 'AUTH_TOKEN_AUDIENCES',
      form: list(names, { expected: 'values of `aud` with commas between them, or *' }),
      default: [],
      words: 'Tokens may be meant for these audiences too; * accepts any, as the original does.',
    },
    roles: {
      name: 'AUTH_TOKEN_ROLES',
      form: list(names, { expected: 'roles of the database with commas between them, or *' }),
      default: [],
      words:
        'Tokens may act as these roles too, which `authenticator` must be a member of (`grant editor to authenticator`); * leaves it to the database, as the original does.',
    },
    withoutExpiry: {
      name: 'AUTH_TOKEN_WITHOUT_EXPIRY',
      form: onOff,
      default: false,
      words: 'Tokens without `exp` count, and never end, as with the original.',
    },
    thirdParties: {
      name: 'AUTH_THIRD_PARTY_ISSUERS',
      form: list(webAddress('https://tenant.eu.auth0.com/'), {
        expected: 'addresses of issuers with commas between them, letter for letter as their tokens name them',
      }),
      default: [],
      words:
        'Their tokens count as well, verified by the keys that they publish (OpenID Connect Discovery); their audience is to stand in AUTH_TOKEN_AUDIENCES, and the role service_role is never theirs to give.',
    },
  },
})

/** A star among the names stands for all of them. */
export function orAny(given: readonly string[]): readonly string[] | null {
  return given.includes('*') ? null : given
}

/** PEM with its line ends written out, too, as one-line files hold it; base64 as hosted projects are configured. */
function parseKey(given: string): KeyObject | null {
  const forms = [
    () => createPrivateKey(given.replaceAll(String.raw`\n`, '\n')),
    () => createPrivateKey({ key: Buffer.from(given, 'base64'), format: 'der', type: 'pkcs1' }),
    () => createPrivateKey({ key: Buffer.from(given, 'base64'), format: 'der', type: 'pkcs8' }),
  ]
  for (const read of forms) {
    try {
      return read()
    } catch {
      continue
    }
  }
  return null
}

const toPem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

export async function generateSamlKey(): Promise<string> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: leastBits })
  return toPem(pair.privateKey)
}
