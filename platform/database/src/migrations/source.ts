import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A folder of numbered SQL files that run once each, in the order of their numbers. */
export interface MigrationSource {
  readonly name: string
  readonly folder: URL
  /**
   * `hosted`: the ledger is the hosted service's own, `supabase_migrations.schema_migrations`, and the numbers are
   * 14-digit times. Default: the platform's ledger, where each source has numbers of its own.
   */
  readonly ledger?: 'platform' | 'hosted'
}

export interface Migration {
  readonly file: string
  readonly version: string
  readonly name: string
  readonly text: string
  readonly inTransaction: boolean
}

const FILE_NAME = /^(\d{4}|\d{14})_([a-z0-9_]+)\.sql$/
const NO_TRANSACTION = /^-- no-transaction\s*$/

export async function readMigrations({ folder, ledger }: MigrationSource): Promise<Migration[]> {
  const path = fileURLToPath(folder)
  const files = (await readdir(path)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(files.map((file) => readMigration(path, file)))
  for (const [index, { file, version }] of migrations.entries()) {
    if (migrations[index - 1]?.version === version)
      throw new Error(`${path}/${file}: its number is taken by another file`)
    if (ledger === 'hosted' && version.length !== 14) throw new Error(`${path}/${file}: its number must have 14 digits`)
  }
  return migrations
}

/** Every migration there is, as `source/version`. */
export async function migrationVersions(sources: readonly MigrationSource[]): Promise<string[]> {
  const all = await Promise.all(sources.map(async (source) => ({ source, files: await readMigrations(source) })))
  return all.flatMap(({ source, files }) => files.map(({ version }) => `${source.name}/${version}`))
}

async function readMigration(path: string, file: string): Promise<Migration> {
  const parts = FILE_NAME.exec(file)
  if (parts === null) throw new Error(`${path}/${file}: a migration is named <4 or 14 digits>_<words_like_this>.sql`)
  const text = await readFile(`${path}/${file}`, 'utf8')
  const firstLine = text.slice(0, text.indexOf('\n') + 1).trimEnd()
  return { file, version: parts[1]!, name: parts[2]!, text, inTransaction: !NO_TRANSACTION.test(firstLine) }
}
