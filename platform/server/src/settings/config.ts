import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

import type { RestOverrides } from '@platform/rest'

import { readAuthSettings, type AuthSettings } from './auth-settings.ts'
import { readPushSettings, type PushSettings } from './push-settings.ts'
import { readRealtimeSettings, type RealtimeSettings } from './realtime-settings.ts'
import { readRestSettings } from './rest-settings.ts'
import { SettingsError, SettingsReader, type Environment } from './settings-reader.ts'
import { readStorageSettings, type StorageSettingsRead } from './storage-settings.ts'

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Everything that an operator may decide, complete: only `toConfig` fills in defaults. */
export interface Config {
  readonly http: {
    readonly host: string
    /** 0 picks a free one. */
    readonly port: number
    /** Where people reach the server, when that is not the address that their request names. */
    readonly publicUrl: string | null
    readonly trustProxy: readonly string[] | number | false
    /** Time for a balancer to notice that we stop, before the port closes. */
    readonly stopDelayMs: number
    /** Visitors' reads are refused (503) while the process cannot keep up. */
    readonly shedsLoad: boolean
  }
  readonly dataFolder: string
  readonly database: { readonly kind: 'embedded' } | { readonly kind: 'postgres'; readonly url: string }
  readonly keys: {
    readonly jwtSecret: string | undefined
    readonly anonKey: string | undefined
    readonly serviceRoleKey: string | undefined
  }
  /** The product, in the hosted service's layout, and its built pages. */
  readonly product: {
    readonly root: string
    readonly folder: string
    readonly appFolder: string
    readonly seed: boolean
  }
  readonly log: { readonly format: 'json' | 'human'; readonly level: LogLevel }
  /** Opens /metrics to other machines; without it only this machine may read. */
  readonly metricsToken: string | null
  /** By their names, in the order in which they are asked; functions read the rest for themselves. */
  readonly imageEngine: string
  /** Who sends mails; null keeps them in the outbox, and addresses then count as confirmed. */
  readonly mail: { readonly url: string; readonly from: string } | null
  /** Of mails to people whose language is not known. */
  readonly mailLanguage: 'fr' | 'en'
  readonly auth: AuthSettings
  readonly push: PushSettings
  readonly realtime: RealtimeSettings
  readonly rest: RestOverrides
  readonly storage: StorageSettingsRead
}

/** What the environment holds under the names that we know. The only place that names variables. */
export function readEnv(environment: Environment) {
  const settings = new SettingsReader(environment)
  const secret = { isSecret: true, matches: /^\S{32,}$/, expected: 'at least 32 characters without blanks' }
  const jwt = { isSecret: true, matches: /^[\w-]+\.[\w-]+\.[\w-]+$/, expected: 'a JWT signed with JWT_SECRET' }
  return {
    settings,
    port: settings.whole('PORT', { min: 0, max: 65_535, fallback: 3_000 }),
    host: settings.text('HOST', {
      matches: /^[\w.:-]+$/,
      expected: '127.0.0.1, 0.0.0.0 for all networks, or a host name',
    }),
    publicUrl: settings.read('PUBLIC_URL'),
    trustProxy: settings.read('TRUST_PROXY'),
    stopDelay: settings.whole('STOP_DELAY', { min: 0, max: 20, fallback: 0 }),
    shedsLoad: settings.flag('SHED_LOAD', true),
    dataFolder: settings.read('DATA_DIR'),
    databaseUrl: settings.text('DATABASE_URL', {
      isSecret: true,
      matches: /^postgres(?:ql)?:\/\/\S+$/,
      expected: 'postgres://user:password@host:5432/database',
    }),
    jwtSecret: settings.text('JWT_SECRET', secret),
    anonKey: settings.text('ANON_KEY', jwt),
    serviceRoleKey: settings.text('SERVICE_ROLE_KEY', jwt),
    seed: settings.oneOf('SEED_DEMO', ['on', 'off'], 'on'),
    logLevel: settings.oneOf('LOG_LEVEL', logLevels, 'info'),
    logFormat: settings.oneOf('LOG_FORMAT', ['auto', 'json', 'human'], 'auto'),
    metricsToken: settings.text('METRICS_TOKEN', {
      isSecret: true,
      matches: /^\S{16,}$/,
      expected: 'at least 16 characters without blanks',
    }),
    imageEngine: settings.text('IMAGE_ENGINE', {
      matches: /^[a-z][a-z-]*(?:\s*,\s*[a-z][a-z-]*)*$/i,
      expected: 'builtin, or engines in the order in which they are asked: openai,builtin',
    }),
    smtpUrl: settings.text('SMTP_URL', {
      isSecret: true,
      matches: /^smtps?:\/\/\S+$/,
      expected: 'smtp://user:password@host:587, or smtps://',
    }),
    mailLanguage: settings.oneOf('MAIL_LANGUAGE', ['fr', 'en'], 'fr'),
    mailFrom: settings.text('MAIL_FROM', { matches: /^[^\r\n]*\S+@\S+$/, expected: 'Name <address@host>' }),
    auth: readAuthSettings(settings),
    push: readPushSettings(settings),
    realtime: readRealtimeSettings(settings),
    rest: readRestSettings(settings),
    storage: readStorageSettings(settings),
  }
}

/** The configuration of an environment, for whoever starts a whole system: tests and measurements. */
export function readConfig(environment: Environment, surroundings: Partial<Surroundings> = {}): Config {
  const root = join(import.meta.dirname, '..', '..', '..', '..')
  return toConfig(readEnv(environment), { root, isTerminal: false, ...surroundings })
}

export interface Surroundings {
  /** The repository: default places are below it. */
  readonly root: string
  readonly isTerminal: boolean
}

/** @throws {SettingsError} that names every wrong setting at once */
export function toConfig(read: ReturnType<typeof readEnv>, { root, isTerminal }: Surroundings): Config {
  const publicUrl = toPublicUrl(read)
  const trustProxy = toTrustProxy(read)
  requireSecretForKeys(read)
  const mail = toMail(read)
  if (read.settings.problems.length > 0) throw new SettingsError(read.settings.problems)
  const terminalFormat = isTerminal ? 'human' : 'json'
  return {
    http: {
      host: read.host ?? '127.0.0.1',
      port: read.port,
      publicUrl,
      trustProxy,
      stopDelayMs: read.stopDelay * 1_000,
      shedsLoad: read.shedsLoad,
    },
    dataFolder: resolve(root, read.dataFolder ?? '.data'),
    database: read.databaseUrl === undefined ? { kind: 'embedded' } : { kind: 'postgres', url: read.databaseUrl },
    keys: { jwtSecret: read.jwtSecret, anonKey: read.anonKey, serviceRoleKey: read.serviceRoleKey },
    product: { root, folder: join(root, 'supabase'), appFolder: join(root, 'app', 'dist'), seed: read.seed === 'on' },
    log: { format: read.logFormat === 'auto' ? terminalFormat : read.logFormat, level: read.logLevel },
    metricsToken: read.metricsToken ?? null,
    imageEngine: read.imageEngine ?? 'builtin',
    mail,
    mailLanguage: read.mailLanguage,
    auth: read.auth,
    push: read.push,
    realtime: read.realtime,
    rest: read.rest,
    storage: read.storage,
  }
}

function toPublicUrl({ publicUrl, settings }: ReturnType<typeof readEnv>): string | null {
  if (publicUrl === undefined) return null
  const url = URL.parse(publicUrl)
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username) return url.origin
  settings.reject('PUBLIC_URL', `is ${JSON.stringify(publicUrl)}`, 'https://host, without a path')
  return null
}

function toMail({ smtpUrl, mailFrom, settings }: ReturnType<typeof readEnv>): Config['mail'] {
  if (smtpUrl === undefined) return null
  if (mailFrom !== undefined) return { url: smtpUrl, from: mailFrom }
  settings.reject('MAIL_FROM', 'is missing beside SMTP_URL', 'Name <address@host>')
  return null
}

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal'])

function toTrustProxy({ trustProxy, settings }: ReturnType<typeof readEnv>): Config['http']['trustProxy'] {
  if (trustProxy === undefined) return false
  if (/^\d$/.test(trustProxy)) return trustProxy === '0' ? false : Number(trustProxy)
  const networks = trustProxy.split(',').map((network) => network.trim())
  if (networks.every(isNetwork)) return networks
  const expected = 'the number of proxies in front, or their addresses and networks: loopback, 10.0.0.0/8'
  settings.reject('TRUST_PROXY', `is ${JSON.stringify(trustProxy)}`, expected)
  return false
}

function isNetwork(text: string): boolean {
  if (namedNetworks.has(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

// Without the secret that signed them, the server could not accept its own keys.
function requireSecretForKeys({ settings, anonKey, serviceRoleKey, jwtSecret }: ReturnType<typeof readEnv>): void {
  if (jwtSecret !== undefined || settings.read('JWT_SECRET') !== undefined) return
  if (anonKey !== undefined) settings.reject('ANON_KEY', 'stands without JWT_SECRET', 'both, or neither')
  if (serviceRoleKey !== undefined) settings.reject('SERVICE_ROLE_KEY', 'stands without JWT_SECRET', 'both, or neither')
}
