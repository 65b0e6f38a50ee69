/** From an environment to everything that an operator may decide. */

import { join, resolve } from 'node:path'

import type { TokenAcceptance } from '@platform/auth'
import type { RestOverrides } from '@platform/rest'

import { readAuthSettings, type AuthSettings } from './auth/auth-settings.ts'
import { orAny, tokenArea } from './auth/vouching-settings.ts'
import {
  dataArea,
  keysArea,
  mailArea,
  networkArea,
  pushArea,
  rolesArea,
  watchArea,
  type LogLevel,
} from './process-settings.ts'
import { SettingsError, SettingsReader, type Area, type Environment, type ValuesOf } from './reader.ts'
import { readRealtimeSettings, type RealtimeSettings } from './realtime-settings.ts'
import { restArea } from './rest-settings.ts'
import type { Role } from './roles.ts'
import {
  readBackupSettings,
  readStorageSettings,
  type BackupSettings,
  type StorageSettingsRead,
} from './storage-settings.ts'

/** Complete: nothing below fills in a default. */
export interface Config {
  /** `production` where people depend on this server. */
  readonly appEnv: 'production' | 'development'
  readonly http: {
    readonly host: string
    /** 0 picks a free one. */
    readonly port: number
    /** Where people reach the server, when that is not the address that their request names. */
    readonly publicUrl: string | null
    readonly securityContact: string | null
    readonly trustProxy: readonly string[] | number | false
    /** Time for a balancer to notice that we stop, before the port closes. */
    readonly stopDelayMs: number
    /** Visitors' reads are refused (503) while the process cannot keep up. */
    readonly shedsLoad: boolean
  }
  readonly dataFolder: string
  readonly database:
    | { readonly kind: 'embedded' }
    | { readonly kind: 'postgres'; readonly url: string; readonly gatewayUrl?: string }
  /** What this process does of all that a system does. */
  readonly roles: readonly Role[]
  /** Whether this process brings the database up to date, or waits for one that does. */
  readonly migrations: 'run' | 'wait'
  /** Connections of one process: for people's requests, and for its own work. */
  readonly pools: { readonly gateway: number; readonly system: number }
  readonly keys: {
    readonly jwtSecret: string | undefined
    readonly anonKey: string | undefined
    readonly serviceRoleKey: string | undefined
  }
  /** What is believed beside our own tokens. */
  readonly tokens: { readonly accepts: TokenAcceptance; readonly thirdPartyIssuers: readonly string[] }
  /** The product, in the hosted service's layout, and its built pages. */
  readonly product: {
    readonly root: string
    readonly folder: string
    readonly appFolder: string
    /** Which service worker devices get; undefined leaves it to the release. */
    readonly worker: 'caching' | 'plain' | undefined
    readonly seed: boolean
    /** What its own settings come to, for whoever starts the server. */
    readonly notes: readonly (readonly [name: string, fact: string])[]
  }
  readonly log: { readonly format: 'json' | 'human'; readonly level: LogLevel }
  /** Opens /metrics to other machines; without it only this machine may read. */
  readonly metricsToken: string | null
  /** Null where no collector takes them. */
  readonly traces: TraceSettings | null
  /** Who sends mails; null keeps them in the outbox, and addresses then count as confirmed. */
  readonly mail: { readonly url: string; readonly from: string } | null
  /** Of mails to people whose language is not known. */
  readonly mailLanguage: 'fr' | 'en'
  readonly auth: AuthSettings
  readonly push: ValuesOf<typeof pushArea.settings>
  readonly realtime: RealtimeSettings
  readonly rest: { readonly overrides: RestOverrides; readonly visitorsHeld: number }
  readonly storage: StorageSettingsRead
  readonly backup: BackupSettings
}

export interface Surroundings {
  /** The repository: default places are below it. */
  readonly root: string
  readonly isTerminal: boolean
  /** The product's own settings, which its functions read for themselves. */
  readonly productAreas: readonly Area[]
}

const ownSurroundings = {
  root: join(import.meta.dirname, '..', '..', '..', '..'),
  isTerminal: false,
  productAreas: [],
}

/** @throws {SettingsError} that names every wrong setting at once */
export function readConfig(environment: Environment, surroundings: Partial<Surroundings> = {}): Config {
  const { root, isTerminal, productAreas } = { ...ownSurroundings, ...surroundings }
  const settings = new SettingsReader(environment)
  const network = settings.readArea(networkArea)
  const data = settings.readArea(dataArea)
  const mail = settings.readArea(mailArea)
  const watch = settings.readArea(watchArea)
  const storage = readStorageSettings(settings)
  const terminalFormat = isTerminal ? 'human' : 'json'
  const config: Config = {
    appEnv: network.appEnv ?? environmentAt(network.publicUrl),
    http: httpOf(network),
    dataFolder: resolve(root, data.folder),
    database: databaseOf(data),
    ...settings.readArea(rolesArea),
    pools: { gateway: data.gatewayPool, system: data.systemPool },
    keys: settings.readArea(keysArea),
    tokens: tokensOf(settings.readArea(tokenArea)),
    product: {
      root,
      folder: join(root, 'supabase'),
      appFolder: join(root, 'app', 'dist'),
      worker: network.appWorker,
      seed: data.seed === 'on',
      notes: productAreas.flatMap((area) => noteOf(area, settings)),
    },
    log: { format: watch.logFormat === 'auto' ? terminalFormat : watch.logFormat, level: watch.logLevel },
    metricsToken: watch.metricsToken ?? null,
    traces: tracesOf(watch),
    mail: mail.url === undefined ? null : { url: mail.url, from: mail.from ?? '' },
    mailLanguage: mail.language,
    auth: readAuthSettings(settings),
    push: settings.readArea(pushArea),
    realtime: readRealtimeSettings(settings),
    rest: restOf(settings.readArea(restArea)),
    storage,
    backup: readBackupSettings(settings, storage.s3),
  }
  if (settings.problems.length > 0) throw new SettingsError(settings.problems)
  return config
}

function databaseOf({ databaseUrl: url, gatewayUrl }: ValuesOf<typeof dataArea.settings>): Config['database'] {
  if (url === undefined) return { kind: 'embedded' }
  return { kind: 'postgres', url, ...(gatewayUrl !== undefined && { gatewayUrl }) }
}

function restOf({ preRequest, visitorsHeld, ...read }: ValuesOf<typeof restArea.settings>): Config['rest'] {
  return { overrides: { ...read, preRequest: preRequest ?? null }, visitorsHeld }
}

interface TraceSettings {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly percent: number
}

function tracesOf({
  tracesTo,
  tracesHeaders,
  tracesPercent,
}: ValuesOf<typeof watchArea.settings>): TraceSettings | null {
  if (tracesTo === undefined) return null
  const headers = Object.fromEntries((tracesHeaders?.split(',') ?? []).map((pair) => pair.split('=', 2)))
  return { endpoint: tracesTo, headers: headers as Record<string, string>, percent: tracesPercent }
}

function tokensOf(read: ValuesOf<typeof tokenArea.settings>): Config['tokens'] {
  const { issuers, audiences, roles, withoutExpiry, thirdParties } = read
  const accepts = { issuers: orAny(issuers), audiences: orAny(audiences), roles: orAny(roles), withoutExpiry }
  return { accepts, thirdPartyIssuers: thirdParties }
}

function environmentAt(publicUrl: string | undefined): Config['appEnv'] {
  return publicUrl?.startsWith('https:') ? 'production' : 'development'
}

function httpOf(network: ValuesOf<typeof networkArea.settings>): Config['http'] {
  const { host, port, publicUrl = null, securityContact = null, trustProxy = false, stopDelay, shedsLoad } = network
  return { host, port, publicUrl, securityContact, trustProxy, stopDelayMs: stopDelay * 1_000, shedsLoad }
}

function noteOf(area: Area, settings: SettingsReader): Config['product']['notes'] {
  const values = settings.readArea(area)
  return area.note === undefined ? [] : [area.note(values)]
}
