/** Everything of one moment into a place, beside a running server or without one. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { openBaseBackup, openDatabases, openRows, openSession, ownerLogin, type Login } from '@platform/database'

import { readRelease } from '../app/release.ts'
import type { Config } from '../settings/config.ts'
import { openBlobs } from '../stores/blobs.ts'
import { whereItRuns } from '../stores/where-it-runs.ts'
import { BackupError } from './backup-error.ts'
import { filesInUse, keepFiles, linesOf, readLines, storeMark, type KeptFiles } from './kept-files.ts'
import {
  listBackups,
  migrationsThatRan,
  newId,
  partName,
  readManifest,
  type ClusterPart,
  type FilesPart,
  type Manifest,
  type RowsPart,
} from './manifest.ts'
import { writeTables } from './rows-part.ts'
import type { Sum, Vault } from './vault.ts'

export interface BackupChoices {
  /** Rows alone, for another PostgreSQL, where the folder could be had. */
  readonly asRows?: boolean
  readonly withSecrets?: boolean
}

/** @throws {BackupError} where secrets would lie there unsealed */
export async function makeBackup(config: Config, vault: Vault, choices: BackupChoices = {}): Promise<Manifest> {
  const { passphrase } = config.backup
  const { asRows = config.database.kind !== 'embedded', withSecrets = passphrase !== null } = choices
  if (withSecrets && passphrase === null) {
    throw new BackupError('secrets', 'Secrets leave this machine sealed only. Set BACKUP_KEY, or leave them out')
  }
  await using databases = await openDatabases(await whereItRuns(config), () => {})
  using blobs = await openBlobs(config)
  const login = ownerLogin(databases)
  const id = newId()
  const kept = await filesOfLast(vault)
  await keepFiles(blobs, vault, kept)
  const database = asRows ? await backUpRows(login, vault, id) : await backUpCluster(login, vault, id)
  const completedAt = new Date().toISOString()
  await keepFiles(blobs, vault, kept)
  const manifest: Manifest = {
    format: 1,
    id,
    completedAt,
    release: (await readRelease(config.product.root)).version,
    realm: realmOf(config),
    migrations: await migrationsThatRan(login),
    database,
    secrets: withSecrets ? await backUpSecrets(config, vault, id) : null,
    files: await listFiles(login, vault, { id, kept }),
  }
  await vault.writeText(partName(id, 'manifest'), JSON.stringify(manifest))
  return manifest
}

export function realmOf({ appEnv, http }: Config): string {
  return `${appEnv} at ${http.publicUrl ?? 'no address'}`
}

export const secretsFolder = ({ dataFolder }: Config): string => join(dataFolder, 'secrets')

/**
 * What the place has already, as the last backup says whose list can be read. A damaged one stops nothing: what it alone
 * knew is copied again. Files that an older list knows stay as they are, for older backups to be whole.
 */
async function filesOfLast(vault: Vault): Promise<KeptFiles> {
  for (const id of (await listBackups(vault)).toReversed()) {
    try {
      const { files } = await readManifest(vault, id)
      const name = partName(id, 'files')
      return await readLines(name, vault.readPacked(name, files))
    } catch (error) {
      if (!(error instanceof BackupError && error.code === 'damaged')) throw error
    }
  }
  return new Map()
}

async function backUpCluster(login: Login, vault: Vault, id: string): Promise<ClusterPart> {
  await using backup = await openBaseBackup(login)
  const sum = await vault.writePacked(partName(id, 'database'), backup.archive)
  return {
    kind: 'cluster',
    ...sum,
    ...backup.position(),
    systemId: backup.systemId,
    postgres: await majorVersion(login),
  }
}

async function majorVersion(login: Login): Promise<string> {
  const client = await openSession(login)
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]!.server_version.split('.')[0]!
  } finally {
    await client.end()
  }
}

async function backUpRows(login: Login, vault: Vault, id: string): Promise<RowsPart> {
  await using rows = await openRows(login)
  const tables: Record<string, number> = {}
  const sum = await vault.writePacked(partName(id, 'database'), writeTables(rows.tables(), tables))
  return { kind: 'rows', ...sum, tables, sequences: rows.sequences }
}

async function backUpSecrets(config: Config, vault: Vault, id: string): Promise<Sum> {
  const folder = secretsFolder(config)
  const names = (await readdir(folder).catch((): string[] => [])).toSorted()
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), 'base64')] as const),
  )
  return vault.writeText(partName(id, 'secrets'), JSON.stringify(Object.fromEntries(texts)))
}

async function listFiles(
  login: Login,
  vault: Vault,
  { id, kept }: { id: string; kept: KeptFiles },
): Promise<FilesPart> {
  const listed: KeptFiles = new Map()
  let [bytes, missing] = [0, 0]
  for (const version of await filesInUse(login)) {
    const sum = kept.get(version)
    if (sum !== undefined) {
      listed.set(version, sum)
      bytes += sum.size
    } else if (version !== storeMark) missing += 1
  }
  const sum = await vault.writePacked(partName(id, 'files'), linesOf(listed))
  return { ...sum, count: listed.size, bytes, missing }
}
