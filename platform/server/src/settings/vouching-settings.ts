/** Single sign-on, wallets and providers that administrators add: who else may vouch for people, and our key towards them. */

import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

import { area, onOff, whole, type Form } from './reader.ts'

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
