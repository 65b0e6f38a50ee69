import type { Connection } from '../driver/connection.ts'
import { toObjects } from '../driver/transaction.ts'
import type { Migration, MigrationSource } from './source.ts'

export interface AppliedMigration {
  readonly version: string
  /** What ran, as stored: the whole file; null where another tool only marked it as applied. */
  readonly statements: readonly string[] | null
}

const PATIENCE = 30_000
const role = 'none'

/** The tables in which it is written what has run. */
const CREATE_LEDGERS = `
  create schema if not exists platform_migrations;
  create table if not exists platform_migrations.schema_migrations (
    source text not null,
    version text not null,
    statements text[],
    name text,
    primary key (source, version)
  );
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key,
    statements text[],
    name text
  );`

export async function createLedgers(connection: Connection): Promise<void> {
  await connection.script(CREATE_LEDGERS)
}

export async function readLedger(connection: Connection, source: MigrationSource): Promise<AppliedMigration[]> {
  // As JSON, which is read in no time: the text of an array is read letter by letter, and here is the whole schema.
  const columns = 'version, array_to_json(statements) statements'
  const statement =
    source.ledger === 'hosted'
      ? { text: `select ${columns} from supabase_migrations.schema_migrations order by version` }
      : {
          text: `select ${columns} from platform_migrations.schema_migrations where source = $1 order by version`,
          params: [source.name],
        }
  return toObjects<AppliedMigration>(await connection.run({ statement, role, describe: true, patience: PATIENCE }))
}

export async function recordMigration(connection: Connection, source: MigrationSource, migration: Migration) {
  const { version, name, text } = migration
  const statement =
    source.ledger === 'hosted'
      ? {
          text: 'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
          params: [version, [text], name],
        }
      : {
          text: 'insert into platform_migrations.schema_migrations (source, version, statements, name) values ($1, $2, $3, $4)',
          params: [source.name, version, [text], name],
        }
  await connection.run({ statement, role, patience: PATIENCE })
}
