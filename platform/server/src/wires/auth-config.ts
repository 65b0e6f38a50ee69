/** What auth/v1 works with here. */

import { join } from 'node:path'

import {
  createRangeService,
  defaultAuthConfig,
  readLeakedPasswords,
  type AuthConfig,
  type AuthRates,
} from '@platform/auth'

import { isForTrying, isLoopback } from '../addresses.ts'
import { keepSecret } from '../keys/secrets.ts'
import { shareSecret } from '../nodes/open-nodes.ts'
import type { Project } from '../project.ts'
import { applyAuthSettings } from '../settings/auth/auth-settings.ts'
import { generateSamlKey } from '../settings/auth/vouching-settings.ts'
import type { Config } from '../settings/config.ts'
import { SettingsError } from '../settings/reader.ts'
import { issuerOf, type WireParts } from './wire-parts.ts'

/** One key for all processes: identity providers know us by it. */
async function samlOf({
  config: { auth, database: where, dataFolder },
  databases: { system },
  sealer,
}: WireParts): Promise<AuthConfig['saml']> {
  const { enabled, privateKey } = auth.saml
  if (!enabled) return null
  if (privateKey !== undefined) return { privateKey }
  const secret = { name: 'saml-key.pem', generate: generateSamlKey }
  const isAlone = where.kind === 'embedded'
  const kept = isAlone
    ? await keepSecret(join(dataFolder, 'secrets'), secret.name, secret.generate)
    : await shareSecret({ ...secret, database: system, sealer })
  return { privateKey: kept }
}

export async function authConfig(parts: WireParts): Promise<AuthConfig> {
  const { config, project, publicUrl, observe } = parts
  const { auth, http, mail, mailLanguage } = config
  const base = defaultAuthConfig({ apiUrl: issuerOf(publicUrl), siteUrl: publicUrl })
  const defaults: AuthConfig = {
    ...base,
    email: { ...base.email, autoconfirm: mail === null },
    phone: {
      ...base.phone,
      autoconfirm: auth.texts.sms === null,
      provider: auth.texts.sms?.kind ?? '',
      testCodes: testCodes(config, project),
    },
    saml: await samlOf(parts),
    hooks: {
      customAccessToken: project.hooks.custom_access_token ?? null,
      mfaVerificationAttempt: project.hooks.mfa_verification_attempt ?? null,
      passwordVerificationAttempt: project.hooks.password_verification_attempt ?? null,
    },
    messages: {
      ...base.messages,
      productName: project.senderName ?? base.messages.productName,
      language: mailLanguage,
      brand: project.brand ?? base.messages.brand,
    },
    passwords: {
      ...base.passwords,
      minLength: project.minimumPasswordLength ?? base.passwords.minLength,
      leaked: await readLeaked(auth.passwords.leakedFile),
      leakCheck: auth.passwords.leakedUrl ? createRangeService({ url: auth.passwords.leakedUrl, observe }) : null,
    },
  }
  const decided = applyAuthSettings(defaults, auth)
  const isPrivate = isLoopback(http.host) && http.trustProxy === false
  return { ...decided, rates: { ...(isPrivate ? widen(decided.rates) : decided.rates), ...auth.rates } }
}

/** NOTE: whoever knows such a number signs in as it: it may exist only where nobody else can reach the server. */
function testCodes(config: Config, project: Project): Readonly<Record<string, string>> {
  const codes = { ...project.testCodes, ...config.auth.texts.testCodes }
  if (Object.keys(codes).length === 0 || isForTrying(config)) return codes
  const problem = 'names codes that everybody may know, on a server that others can reach'
  throw new SettingsError([
    { variable: 'SMS_TEST_OTP', problem, expected: 'nothing, or HOST=127.0.0.1 without PUBLIC_URL in development' },
  ])
}

async function readLeaked(file: string | undefined) {
  if (file === undefined) return null
  return readLeakedPasswords(file).catch((error: Error) => {
    const problem = `cannot be read: ${error.message}`
    throw new SettingsError([{ variable: 'AUTH_PASSWORD_LEAKED_FILE', problem, expected: 'one password a line' }])
  })
}

const perNetwork = [
  'signIn',
  'signUp',
  'anonymousSignUp',
  'refresh',
  'verify',
  'authorize',
  'web3',
  'sso',
  'factors',
  'sendMessage',
] as const
const manyPeople = 100

// A server that only its own machine can reach sees one address for everybody: a limit per network would hold for all people together.
function widen(rates: AuthRates): AuthRates {
  const wide = perNetwork.map((name) => [name, { ...rates[name], limit: rates[name].limit * manyPeople }])
  return { ...rates, ...Object.fromEntries(wide) }
}
