import type { AppliedMigration } from './ledger.ts'
import { MigrationError } from './migration-error.ts'
import type { Migration, MigrationSource } from './source.ts'

/**
 * What ran must be what the files say, in their order.
 * @throws {MigrationError} for a file that changed, vanished, or was put before one that has run, and for a database
 *   that another version made
 */
export function checkHistory(
  source: MigrationSource,
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): void {
  checkVersion(source, migrations, applied)
  const files = new Map(migrations.map((migration) => [migration.version, migration]))
  const last = migrations.at(-1)?.version ?? ''
  for (const entry of applied) {
    const migration = files.get(entry.version)
    if (migration !== undefined) checkUnchanged(source, migration, entry)
    // A newer release may have run on this database before: what it added after our last file may stay.
    else if (entry.version < last) throw new MigrationError(`${source.name}: ${entry.version} has run, but has no file`)
  }
  checkNoLatecomer(source, migrations, applied)
}

/** A database none of whose migrations are among the files is another version's: one whose migrations were written anew. */
function checkVersion(
  source: MigrationSource,
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): void {
  const [oldest, newest] = [migrations[0], migrations.at(-1)]
  const [first, last] = [applied[0], applied.at(-1)]
  if (oldest === undefined || newest === undefined || first === undefined || last === undefined) return
  const another = 'choose another data folder with DATA_DIR (where DATABASE_URL is set, another database)'
  if (last.version < oldest.version)
    throw new MigrationError(
      `The database was made by an earlier version (${source.name}: ${last.version} has run, which this one does not know) and cannot be brought to this one: move the data folder away, or ${another}`,
    )
  if (first.version > newest.version)
    throw new MigrationError(
      `The database was made by a newer version (${source.name}: ${first.version} has run, which this one does not know): start that version again, or ${another}`,
    )
}

function checkUnchanged(source: MigrationSource, { file, text }: Migration, { statements }: AppliedMigration): void {
  if (statements === null) return
  const isSame = statements.length === 1 && statements[0] === text
  if (isSame || essence(statements.join('')) === essence(text)) return
  throw new MigrationError(
    `${source.name}/${file} has changed since it ran. Restore it, and put the change into a new migration`,
  )
}

/** The hosted service's tool stores a file cut into statements: compared is what both ways of storing it share. */
const essence = (text: string) => text.replace(/[\s;]+/g, '')

function checkNoLatecomer(
  source: MigrationSource,
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): void {
  const done = new Set(applied.map(({ version }) => version))
  const newest = applied.at(-1)?.version ?? ''
  const latecomer = migrations.find(({ version }) => version < newest && !done.has(version))
  if (latecomer === undefined) return
  throw new MigrationError(
    `${source.name}/${latecomer.file} has not run, but ${newest} has. Give it a number after ${newest}`,
  )
}
