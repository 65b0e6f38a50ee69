/** A backup becomes a system again: proven whole first, put together aside, and only then put in place. */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import {
  embeddedVersion,
  isLogFile,
  loadRows,
  migrate,
  openDatabases,
  openSession,
  ownerLogin,
  recover,
  type Login,
} from '@platform/database'

import type { Config } from '../settings/config.ts'
import { openBlobs } from '../stores/blobs.ts'
import { databaseConfig, migrationSources } from '../stores/database.ts'
import { whereItRuns } from '../stores/where-it-runs.ts'
import { BackupError } from './backup-error.ts'
import { filesInUse, keptName, storeMark } from './kept-files.ts'
import { logFolder } from './kept-log.ts'
import { secretsFolder } from './make-backup.ts'
import { partName, timeOf, type ClusterPart, type Manifest, type RowsPart } from './manifest.ts'
import { checkFits, chooseBackup, verifyBackup } from './read-backup.ts'
import { readTables } from './rows-part.ts'
import type { Vault } from './vault.ts'

export interface RestoreChoices {
  readonly id?: string
  /** The moment to go back to; without one as far as there is anything. */
  readonly to?: Date
  /** The realm of the backup, where it is not that of this server and this is meant. */
  readonly realm?: string
  /** What is there is put aside. */
  readonly replaces?: boolean
  readonly withoutSecrets?: boolean
  readonly onStep?: (step: string) => void
}

export interface Restored {
  readonly manifest: Manifest
  readonly files: number
  /** Rows whose file no backup has. */
  readonly missing: readonly string[]
  /** Where that lies which was there before. */
  readonly aside: readonly string[]
}

/** @throws {BackupError} before anything is touched */
export async function restoreBackup(config: Config, vault: Vault, choices: RestoreChoices = {}): Promise<Restored> {
  const { onStep = () => {}, realm } = choices
  const manifest = await chooseBackup(vault, choices)
  onStep(`backup ${manifest.id} of ${manifest.completedAt}: checking every byte`)
  await checkFits(config, manifest, { ...(realm !== undefined && { realm }), postgres: await embeddedVersion() })
  if (choices.to !== undefined && timeOf(manifest) > choices.to.getTime()) {
    throw new BackupError('missing', `Backup ${manifest.id} was not complete before ${manifest.completedAt}`)
  }
  await verifyBackup(vault, manifest)
  await checkTarget(config, manifest, choices)
  const secrets = await readSecrets(vault, manifest)
  const { database } = manifest
  onStep('putting the database together')
  const aside = join(config.dataFolder, `before-${randomUUID().slice(0, 8)}`)
  const put = new PuttingAside(aside)
  if (database.kind === 'cluster') await putCluster(config, vault, { database, manifest, choices, put })
  else await putRows(config, vault, { database, manifest })
  onStep('bringing files back')
  const found = await putFiles(config, vault)
  if (secrets !== null) await putSecrets(secretsFolder(config), secrets, put)
  return { manifest, ...found, aside: put.moved }
}

/** @throws {BackupError} where there is something, or something would be missing that only its maker has */
async function checkTarget(config: Config, manifest: Manifest, choices: RestoreChoices): Promise<void> {
  const { kind } = manifest.database
  if (kind === 'cluster' && config.database.kind !== 'embedded') {
    const text = 'This backup is the folder of a built-in PostgreSQL. Unset DATABASE_URL, or take one with --rows'
    throw new BackupError('version', text)
  }
  const running = await whereItRuns(config)
  if (config.database.kind === 'embedded' && running.kind === 'postgres') {
    throw new BackupError('busy', `A server runs on ${config.dataFolder}. Stop it first`)
  }
  if (choices.replaces !== true && (await isOccupied(config))) {
    throw new BackupError('occupied', 'There are data here. Choose an empty place, or say --replace to put them aside')
  }
  const hasOwnKeys = config.keys.jwtSecret !== undefined || (await isThere(join(secretsFolder(config), 'auth.json')))
  if (manifest.secrets === null && !hasOwnKeys && choices.withoutSecrets !== true) {
    throw new BackupError(
      'secrets',
      `This backup holds no secrets. Put those of the server into ${secretsFolder(config)} or set JWT_SECRET, or say --without-secrets: ` +
        'everybody then signs in anew, and second factors and mails under way cannot be read',
    )
  }
}

async function isOccupied(config: Config): Promise<boolean> {
  if (config.database.kind === 'embedded') return isThere(join(config.dataFolder, 'database', 'cluster'))
  await using databases = await openDatabases(databaseConfig(config), () => {})
  const client = await openSession(ownerLogin(databases))
  try {
    for (const table of ['auth.users', 'storage.objects']) {
      const there = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])
      if (there.rows[0]?.there !== true) continue
      if (((await client.query(`select from ${table} limit 1`)).rowCount ?? 0) > 0) return true
    }
    return false
  } finally {
    await client.end()
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Moves what is in the way, so that whoever changes their mind can move it back. */
class PuttingAside {
  readonly moved: string[] = []
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async move(path: string, name: string): Promise<void> {
    if (!(await isThere(path))) return
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await rename(path, join(this.#folder, name))
    this.moved.push(join(this.#folder, name))
  }
}

interface ClusterPutting {
  readonly database: ClusterPart
  readonly manifest: Manifest
  readonly choices: RestoreChoices
  readonly put: PuttingAside
}

async function putCluster(
  config: Config,
  vault: Vault,
  { database, manifest: { id }, choices: { to }, put }: ClusterPutting,
): Promise<void> {
  await mkdir(config.dataFolder, { recursive: true })
  const draft = await mkdtemp(join(config.dataFolder, 'restoring-'))
  try {
    const log = join(draft, 'log')
    const hasLog = await fetchLog(vault, database, log)
    const archive = vault.readPacked(partName(id, 'database'), database)
    const folder = join(draft, 'database')
    const recovery = { folder, archive, ...(hasLog && { log }), ...(to !== undefined && { to }) }
    await recover(recovery, (login) => lookAt(login))
    const target = join(config.dataFolder, 'database')
    await put.move(target, 'database')
    await rename(folder, target)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** The log from where the backup begins. */
async function fetchLog(vault: Vault, { systemId }: ClusterPart, to: string): Promise<boolean> {
  let count = 0
  const below = logFolder(systemId)
  await mkdir(to, { recursive: true })
  for await (const { name } of vault.place.list(below)) {
    const file = name.slice(below.length)
    if (!isLogFile(file)) continue
    await writeFile(join(to, file), vault.readPacked(name), { mode: 0o600 })
    count += 1
  }
  return count > 0
}

/** A database that starts and cannot be read is none. */
async function lookAt(login: Login): Promise<void> {
  const client = await openSession(login)
  try {
    await client.query('select count(*) from auth.users')
    await client.query('select count(*) from storage.objects')
  } finally {
    await client.end()
  }
}

async function putRows(
  config: Config,
  vault: Vault,
  { database, manifest: { id } }: { database: RowsPart; manifest: Manifest },
): Promise<void> {
  await using databases = await openDatabases(databaseConfig(config), () => {})
  await migrate(databases, migrationSources(config), () => {})
  const name = partName(id, 'database')
  const tables = readTables(name, vault.readPacked(name, database))
  await loadRows(ownerLogin(databases), tables, database.sequences)
}

/** Those that rows speak of and the place has: of a time after the backup as well. */
async function putFiles(config: Config, vault: Vault): Promise<Pick<Restored, 'files' | 'missing'>> {
  const wanted = await versionsIn(config)
  const kept = new Set<string>()
  for await (const { name } of vault.place.list(keptName(''))) kept.add(name.slice(keptName('').length))
  using blobs = await openBlobs(config)
  const there = new Set<string>()
  for await (const { key } of blobs.entries('objects')) there.add(key.slice('objects/'.length))
  const missing: string[] = []
  let files = 0
  for (const version of wanted) {
    if (there.has(version)) continue
    if (kept.has(version)) {
      await blobs.write(`objects/${version}`, vault.read(keptName(version)))
      files += 1
    } else if (version !== storeMark) missing.push(version)
  }
  return { files, missing }
}

async function versionsIn(config: Config): Promise<string[]> {
  await using databases = await openDatabases(databaseConfig(config), () => {})
  return await filesInUse(ownerLogin(databases))
}

type Secrets = Readonly<Record<string, string>>

async function readSecrets(vault: Vault, { id, secrets }: Manifest): Promise<Secrets | null> {
  if (secrets === null) return null
  return JSON.parse(await vault.readText(partName(id, 'secrets'), secrets)) as Secrets
}

async function putSecrets(folder: string, secrets: Secrets, put: PuttingAside): Promise<void> {
  await put.move(folder, 'secrets')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [name, text] of Object.entries(secrets)) {
    if (!/^[\w.-]+$/.test(name)) continue
    await writeFile(join(folder, name), Buffer.from(text, 'base64'), { mode: 0o600 })
  }
}
