/** The server's own clock of backups: the log every minute, a backup when one is due, and the oldest go. */
import { setTimeout as delay } from 'node:timers/promises'

import { keptLogFolder, openSession, type Login } from '@platform/database'

import type { Config } from '../settings/config.ts'
import { openBlobs } from '../stores/blobs.ts'
import { databaseConfig } from '../stores/database.ts'
import { keepFiles, keptName, type KeptFiles } from './kept-files.ts'
import { capLog, forgetGap, hasGap, logFolder, shipLog } from './kept-log.ts'
import { makeBackup } from './make-backup.ts'
import { listBackups, partName, readManifest, timeOf, type Manifest } from './manifest.ts'
import { openVault } from './open-vault.ts'
import { verifyDatabase } from './read-backup.ts'
import type { Vault } from './vault.ts'

export type BackupEvent =
  | {
      readonly kind: 'backup.made'
      readonly id: string
      readonly bytes: number
      readonly files: number
      readonly ms: number
    }
  | { readonly kind: 'backup.removed'; readonly id: string }
  /** It waited for the place of backups, and took more room than it may. */
  | { readonly kind: 'backup.log-dropped'; readonly bytes: number }
  | { readonly kind: 'backup.failed'; readonly error: unknown }

export interface KeptBackups extends AsyncDisposable {
  /** When the newest was complete; null before it is known, or where there is none. */
  newestAt(): number | null
}

interface Keeper {
  readonly config: Config
  readonly login: Login
  readonly observe: (event: BackupEvent) => void
  /** Between two looks. */
  readonly everyMs?: number
}

const minute = 60_000
/** Any number will do, as long as every process takes the same. */
const lock = 7_306_581_022

/** One process of those that share a database does it at a time. What fails is told, and tried again at the next look. */
export function keepBackups({ config, login, observe, everyMs = minute }: Keeper): KeptBackups {
  const stopping = new AbortController()
  const { signal } = stopping
  let newest: number | null = null
  const keep = async () => {
    using vault = openVault(config)
    const known: KeptFiles = new Map()
    while (!signal.aborted) {
      try {
        newest = await underLock(login, () => lookOnce({ config, login, observe, vault, known }), newest)
      } catch (error) {
        observe({ kind: 'backup.failed', error })
        const bytes = await dropLog(config).catch(() => 0)
        if (bytes > 0) observe({ kind: 'backup.log-dropped', bytes })
      }
      // NOTE: an aborted pause ends the loop.
      await delay(everyMs, undefined, { signal }).catch(() => {})
    }
  }
  const kept = keep()
  return {
    newestAt: () => newest,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await kept
    },
  }
}

/** Null where the database is not ours. */
function waitingLog(config: Config): string | null {
  const database = databaseConfig(config)
  return database.kind === 'embedded' ? keptLogFolder(database.folder) : null
}

async function dropLog(config: Config): Promise<number> {
  const folder = waitingLog(config)
  return folder === null ? 0 : capLog(folder, config.backup.mostLogBytes)
}

async function underLock<Result>(login: Login, work: () => Promise<Result>, otherwise: Result): Promise<Result> {
  const client = await openSession(login)
  try {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${lock}) as taken`)
    return rows[0]?.taken === true ? await work() : otherwise
  } finally {
    await client.end()
  }
}

interface Look extends Keeper {
  readonly vault: Vault
  /** Files that are in the place, as far as this process knows. */
  readonly known: KeptFiles
}

async function lookOnce(look: Look): Promise<number> {
  const ids = await listBackups(look.vault)
  const newest = ids.length === 0 ? null : await readManifest(look.vault, ids.at(-1)!)
  if (newest === null || (await isDue(look, newest))) return makeAnother(look, ids)
  if (newest.database.kind === 'cluster') await followLog(look, newest.database.systemId)
  return timeOf(newest)
}

async function isDue({ config, login }: Look, { database, completedAt }: Manifest): Promise<boolean> {
  if (Date.now() - Date.parse(completedAt) >= config.backup.everyMs) return true
  const isEmbedded = config.database.kind === 'embedded'
  if (database.kind === 'rows') return isEmbedded
  const log = waitingLog(config)
  if (log === null || (await hasGap(log))) return true
  // A database that was put back to an earlier time goes on in another timeline, and needs a backup of its own.
  const { systemId, timeline } = await identityOf(login)
  return systemId !== database.systemId || timeline !== database.timeline
}

async function identityOf(login: Login): Promise<{ systemId: string; timeline: number }> {
  const client = await openSession(login)
  try {
    const { rows } = await client.query<{ systemId: string; timeline: number }>(`
      select system_identifier::text as "systemId", timeline_id as timeline
      from pg_control_system(), pg_control_checkpoint()`)
    return rows[0]!
  } finally {
    await client.end()
  }
}

/** With the files that its rows speak of: a time between two backups is of use only with them. */
async function followLog({ config, vault, known }: Look, systemId: string): Promise<void> {
  const { folder } = databaseConfig(config) as { folder: string }
  const shipped = await shipLog(vault, { from: keptLogFolder(folder), systemId })
  if (shipped === 0) return
  using blobs = await openBlobs(config)
  if (known.size === 0) {
    for await (const { name, size } of vault.place.list(keptName(''))) {
      known.set(name.slice(keptName('').length), { size, sha256: '' })
    }
  }
  await keepFiles(blobs, vault, known)
}

async function makeAnother({ config, vault, observe }: Look, ids: readonly string[]): Promise<number> {
  const started = performance.now()
  const log = waitingLog(config)
  // What comes to be a gap while it is made counts for the next one.
  const hadGap = log !== null && (await hasGap(log))
  const manifest = await makeBackup(config, vault)
  if (hadGap) await forgetGap(log)
  await verifyDatabase(vault, manifest)
  const { id, database, files } = manifest
  const ms = Math.round(performance.now() - started)
  observe({ kind: 'backup.made', id, bytes: database.size, files: files.count, ms })
  const old = [...ids, id].slice(0, -config.backup.keep)
  for (const each of old) {
    // The manifest first: what is half there is no backup.
    for (const part of ['manifest', 'database', 'secrets', 'files'] as const) {
      await vault.place.remove([partName(each, part)])
    }
    observe({ kind: 'backup.removed', id: each })
  }
  if (old.length > 0) await removeUnused(vault)
  return timeOf(manifest)
}

/** The log from before the oldest backup. Files stay: they are few, and each may be the last copy of one that was lost. */
async function removeUnused(vault: Vault): Promise<void> {
  const manifests: Manifest[] = []
  for (const id of await listBackups(vault)) manifests.push(await readManifest(vault, id))
  for (const systemId of new Set(manifests.flatMap(({ database }) => systemOf(database)))) {
    const starts = manifests.flatMap(({ database }) =>
      database.kind === 'cluster' && database.systemId === systemId ? [segmentOf(database.start)] : [],
    )
    const first = starts.toSorted()[0]!
    const old: string[] = []
    for await (const { name } of vault.place.list(logFolder(systemId))) {
      const segment = name.slice(logFolder(systemId).length + 8)
      if (/^[0-9A-F]{16}$/.test(segment) && segment < first) old.push(name)
    }
    await vault.place.remove(old)
  }
}

const systemOf = (database: Manifest['database']) => (database.kind === 'cluster' ? [database.systemId] : [])

/** The part of a segment's name that says where it begins: 2A/3B000028 is in 0000002A0000003B. */
function segmentOf(position: string): string {
  const [high = '0', low = '0'] = position.split('/')
  return high.padStart(8, '0') + low.padStart(8, '0').slice(0, 2).padStart(8, '0')
}
