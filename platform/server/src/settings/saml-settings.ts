/** `AUTH_SAML_…`: whether companies' own identity providers may sign their people in, and our key towards them. */

import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

import type { SettingsReader } from './settings-reader.ts'

export interface SamlSettings {
  readonly enabled: boolean
  /** PEM; made at the first start where nobody gave one. */
  readonly privateKey: string | undefined
}

const KEY_BITS = 2048
const expected = 'an RSA key of at least 2048 bits, in PEM or as base64 of its DER form'

export function readSamlSettings(settings: SettingsReader): SamlSettings {
  return {
    enabled: settings.flag('AUTH_SAML_ENABLED', false),
    privateKey: readKey(settings, 'AUTH_SAML_PRIVATE_KEY'),
  }
}

function readKey(settings: SettingsReader, variable: string): string | undefined {
  const text = settings.read(variable)
  if (text === undefined) return undefined
  const key = parseKey(text)
  const isFit = key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= KEY_BITS
  if (isFit) return toPem(key)
  settings.reject(variable, key === null ? 'does not have the right form' : 'is another kind of key', expected)
  return undefined
}

/** PEM with its line ends written out, too, as one-line files hold it; base64 as hosted projects are configured. */
function parseKey(text: string): KeyObject | null {
  const forms = [
    () => createPrivateKey(text.replaceAll(String.raw`\n`, '\n')),
    () => createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs1' }),
    () => createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }),
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
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS })
  return toPem(privateKey)
}
