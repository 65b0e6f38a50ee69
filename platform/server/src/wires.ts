/** Which service answers where, and with what it works. */

import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'

import {
  authPlugin,
  createOutbox,
  createRangeService,
  createSiteVerify,
  createSmtpMailer,
  defaultAuthConfig,
  readLeakedPasswords,
  type AuthConfig,
  type AuthRates,
  type Keys,
  type Revocations,
  type Sealer,
} from '@platform/auth'
import type { Databases } from '@platform/database'
import { createFunctions, defaultFunctionsConfig, type Functions } from '@platform/functions'
import type { Identify } from '@platform/http'
import type { Realtime } from '@platform/realtime'
import { restPlugin } from '@platform/rest'
import { storagePlugin } from '@platform/storage'
import type { FastifyInstance } from 'fastify'

import { isForTrying, isLoopback } from './addresses.ts'
import { keepSecret } from './keys/secrets.ts'
import type { Project } from './project.ts'
import { createRealtimeWire } from './realtime/realtime-wire.ts'
import { applyAuthSettings } from './settings/auth-settings.ts'
import type { Config } from './settings/config.ts'
import { SettingsError } from './settings/reader.ts'
import { textSenderOf } from './settings/text-settings.ts'
import { generateSamlKey } from './settings/vouching-settings.ts'
import { openBlobs } from './stores/blobs.ts'
import { openRateLimits } from './stores/rate-limits.ts'
import type { Observation } from './watch/events.ts'

export const wirePrefixes = ['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1', '/functions/v1'] as const

export interface WireParts {
  readonly config: Config
  readonly project: Project
  readonly databases: Databases
  readonly keys: Keys
  /** Who a token speaks for; whether it still may, auth/v1 asks itself. */
  readonly identify: Identify
  readonly revocations: Revocations
  readonly sealer: Sealer
  /** Where people reach the server as far as it knows. */
  readonly publicUrl: string
  readonly observe: (observation: Observation) => void
}

export interface Wires {
  /** Both are to be drained before the HTTP server closes, functions first. */
  readonly functions: Pick<Functions, 'ask' | 'start' | 'drain'>
  readonly realtime: Pick<Realtime, 'connections' | 'drain'>
}

export async function mountWires(fastify: FastifyInstance, parts: WireParts): Promise<Wires> {
  const { config, databases, keys, observe, project, revocations, sealer } = parts
  const outbox = createOutbox(join(config.dataFolder, 'outbox'))
  const smtp = config.mail && createSmtpMailer(config.mail)
  if (smtp) fastify.addHook('onClose', () => smtp[Symbol.asyncDispose]())
  const limits = openRateLimits(parts)
  fastify.addHook('onClose', () => limits[Symbol.asyncDispose]())
  await fastify.register(authPlugin, {
    prefix: '/auth/v1',
    database: databases.system,
    config: await authConfig(parts),
    keys,
    identify: parts.identify,
    observe,
    mailer: smtp ?? outbox,
    mailSealer: smtp && sealer,
    sealer,
    ...(limits.limiter && { limiter: limits.limiter }),
    textSender: textSenderOf(config.auth.texts, outbox),
    ...(config.auth.captcha && { captcha: createSiteVerify(config.auth.captcha) }),
  })
  const identify = revocations.guard(parts.identify)
  await fastify.register(restPlugin, {
    prefix: '/rest/v1',
    databases,
    identify,
    observe,
    config: {
      ...config.rest,
      schemas: project.schemas,
      extraSearchPath: project.extraSearchPath,
      maxRows: project.maxRows,
    },
  })
  const blobs = await openBlobs(config)
  fastify.addHook('onClose', () => blobs[Symbol.dispose]())
  const storage = storagePlugin({
    databases,
    identify,
    observe,
    blobs,
    config: config.storage.limits,
    signingSecret: await signingSecret(config),
  })
  await fastify.register(storage, { prefix: '/storage/v1' })
  const functions = createFunctions({
    folder: join(config.product.folder, 'functions'),
    config: { ...defaultFunctionsConfig, verifyJwt: project.verifyJwt, schedules: project.schedules },
    identify,
    observe,
    serviceKey: keys.serviceRoleKey,
  })
  await fastify.register(functions.plugin, { prefix: '/functions/v1' })
  const realtime = createRealtimeWire({ config, project, databases, identify, revocations, observe })
  await fastify.register(realtime.plugin, { prefix: '/realtime/v1' })
  return { functions, realtime }
}

// Processes that share JWT_SECRET must accept each other's addresses without sharing a folder.
async function signingSecret({ dataFolder, keys }: Config): Promise<string> {
  if (keys.jwtSecret !== undefined) {
    return createHmac('sha256', keys.jwtSecret).update('storage/v1 signed addresses').digest('base64url')
  }
  return keepSecret(join(dataFolder, 'secrets'), 'storage-signing', async () => randomBytes(32).toString('base64url'))
}

export function issuerOf(publicUrl: string): string {
  return `${publicUrl}/auth/v1`
}

/** One key for all processes: identity providers know us by it. */
async function samlOf({ auth, dataFolder }: Config): Promise<AuthConfig['saml']> {
  const { enabled, privateKey } = auth.saml
  if (!enabled) return null
  return { privateKey: privateKey ?? (await keepSecret(join(dataFolder, 'secrets'), 'saml-key.pem', generateSamlKey)) }
}

async function authConfig({ config, project, publicUrl, observe }: WireParts): Promise<AuthConfig> {
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
    saml: await samlOf(config),
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
  return isPrivate ? { ...decided, rates: widen(decided.rates) } : decided
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
