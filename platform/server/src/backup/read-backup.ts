/** Which backup, and whether it may be used here: all of it is read before anything is touched. */
import { migrationVersions } from '@platform/database'

import type { Config } from '../settings/config.ts'
import { migrationSources } from '../stores/database.ts'
import { BackupError } from './backup-error.ts'
import { keptName, readLines, type KeptFiles } from './kept-files.ts'
import { realmOf } from './make-backup.ts'
import { listBackups, partName, readManifest, timeOf, type Manifest } from './manifest.ts'
import type { Vault } from './vault.ts'

/** The newest, the one named, or the last that was complete at `to`. */
export async function chooseBackup(vault: Vault, { id, to }: { id?: string; to?: Date }): Promise<Manifest> {
  const ids = await listBackups(vault)
  if (id !== undefined) {
    if (!ids.includes(id)) throw new BackupError('missing', `There is no backup ${id}. There are: ${ids.join(', ')}`)
    return readManifest(vault, id)
  }
  for (const candidate of ids.toReversed()) {
    const manifest = await readManifest(vault, candidate)
    if (to === undefined || (timeOf(manifest) <= to.getTime() && manifest.database.kind === 'cluster')) return manifest
  }
  const when = to === undefined ? '' : ` that was complete at ${to.toISOString()}`
  throw new BackupError('missing', `There is no backup${when}`)
}

/** Reads every byte. @throws {BackupError} at the first that is not as it was written */
export async function verifyBackup(vault: Vault, manifest: Manifest): Promise<KeptFiles> {
  await verifyDatabase(vault, manifest)
  const files = await readFileList(vault, manifest)
  for (const [version, sum] of files) await vault.verify(keptName(version), sum)
  return files
}

export async function verifyDatabase(vault: Vault, { id, database, secrets }: Manifest): Promise<void> {
  await vault.verify(partName(id, 'database'), database)
  if (secrets !== null) await vault.verify(partName(id, 'secrets'), secrets)
}

async function readFileList(vault: Vault, { id, files }: Manifest): Promise<KeptFiles> {
  const name = partName(id, 'files')
  return readLines(name, vault.readPacked(name, files))
}

interface Fit {
  /** The realm that whoever restores said it was, where it is not ours. */
  readonly realm?: string
  readonly postgres: string
}

/** @throws {BackupError} where it comes from another release, another PostgreSQL or another realm */
export async function checkFits(config: Config, manifest: Manifest, { realm, postgres }: Fit): Promise<void> {
  const { database, migrations, release } = manifest
  const ours = realm ?? realmOf(config)
  if (manifest.realm !== ours) {
    throw new BackupError(
      'realm',
      `This backup is of another realm (${manifest.realm}), and here is ${ours}. ` +
        `If that is meant, say so: --realm "${manifest.realm}"`,
    )
  }
  const known = new Set(await migrationVersions(migrationSources(config)))
  const unknown = migrations.find((migration) => !known.has(migration))
  if (unknown !== undefined) {
    throw new BackupError(
      'version',
      `This backup was made by release ${release}, which has run ${unknown}; this one does not know that. Restore with that release`,
    )
  }
  if (database.kind === 'cluster') {
    if (database.postgres !== postgres) {
      const text = `This backup is of PostgreSQL ${database.postgres}, and here is ${postgres}. Restore with release ${release}`
      throw new BackupError('version', text)
    }
  } else if (migrations.length < known.size) {
    throw new BackupError('version', `These rows fit the tables of release ${release} only. Restore with that release`)
  }
}
