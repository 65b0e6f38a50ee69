/** How the database is reached and how patient its callers are. Every number has a default. */

import type { Database } from './database.ts'

export interface Timeouts {
  /** Milliseconds per statement, by role; `other` is for roles that a token names otherwise. */
  readonly statement: Readonly<Record<string, number>> & { readonly other: number }
  readonly lock: number
  readonly idleInTransaction: number
  readonly connect: number
  /** How long a server by URL may take to come up. */
  readonly start: number
  /** How long a request waits for a free connection. */
  readonly acquire: number
  /** What a statement gets beyond its own timeout before its server counts as silent. */
  readonly grace: number
}

export interface Tuning {
  readonly pools?: { readonly gateway?: number; readonly system?: number }
  readonly timeouts?: Partial<Timeouts>
  /** Puts something around a door, which sees all that is asked there. */
  readonly wrap?: (door: Database, name: 'gateway' | 'system') => Database
}

/** A PostgreSQL that the server starts itself, in a folder of its own. */
export interface EmbeddedConfig extends Tuning {
  readonly kind: 'embedded'
  /** Holds everything of this PostgreSQL; made when absent. */
  readonly folder: string
  /** Further settings of PostgreSQL itself. */
  readonly settings?: Readonly<Record<string, string>>
  readonly disk?: Partial<DiskLimits>
  readonly watchdog?: Partial<WatchdogTimes>
  /** Puts aside each segment of the log, at the latest after five minutes, for whoever keeps backups to fetch. */
  readonly keepsLog?: boolean
}

/** Any PostgreSQL ≥ 15. The user of `url` owns the schemas; requests log in as `authenticator`. */
export interface PostgresConfig extends Tuning {
  readonly kind: 'postgres'
  readonly url: string
  /** For servers where `url`'s user may not set the password of `authenticator`: its own URL. */
  readonly gatewayUrl?: string
}

export type DatabaseConfig = EmbeddedConfig | PostgresConfig

/** Bytes. */
export interface DiskLimits {
  /** Free space below which writes are refused. */
  readonly readOnlyBelow: number
  /** Free space below which PostgreSQL is stopped before the disk stops it. */
  readonly stopBelow: number
  /** Size of the file that is given up so that a start on a full disk succeeds. */
  readonly ballast: number
  /** Milliseconds between two looks. */
  readonly checkEvery: number
}

/** Milliseconds. */
export interface WatchdogTimes {
  readonly checkEvery: number
  readonly answerWithin: number
  readonly firstBackOff: number
  readonly longestBackOff: number
}

const MEBIBYTE = 1024 * 1024

export const defaultTimeouts: Timeouts = {
  statement: { anon: 3_000, authenticated: 8_000, service_role: 30_000, none: 30_000, other: 8_000 },
  lock: 2_000,
  idleInTransaction: 10_000,
  connect: 3_000,
  start: 15_000,
  acquire: 10_000,
  grace: 2_000,
}

export const defaultPools = { gateway: 10, system: 4 } as const

export const defaultDiskLimits: DiskLimits = {
  readOnlyBelow: 1024 * MEBIBYTE,
  stopBelow: 256 * MEBIBYTE,
  ballast: 128 * MEBIBYTE,
  checkEvery: 10_000,
}

export const defaultWatchdog: WatchdogTimes = {
  checkEvery: 5_000,
  answerWithin: 5_000,
  firstBackOff: 100,
  longestBackOff: 10_000,
}
