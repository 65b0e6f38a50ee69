export { openBaseBackup, type BackupPosition, type BaseBackup } from './backup/base-backup.ts'
export { isLogFile, recover, type Recovery } from './backup/recover.ts'
export { loadRows, openRows, RowsError, type RowsOut, type TableIn, type TableOut } from './backup/rows.ts'
export { openSession } from './backup/session.ts'
export type { Sequence, Table } from './backup/tables.ts'
export type {
  DatabaseConfig,
  DiskLimits,
  EmbeddedConfig,
  PostgresConfig,
  Timeouts,
  Tuning,
  WatchdogTimes,
} from './config.ts'
export type {
  Access,
  Claims,
  Database,
  Databases,
  Parameter,
  RawResult,
  ReadTransaction,
  Session,
  Statement,
  WriteTransaction,
} from './database.ts'
export type { Login } from './driver/login.ts'
export { startEmbeddedServer, type EmbeddedServer } from './embedded/embedded-server.ts'
export { EmbeddedPostgresError } from './embedded/errors.ts'
export { embeddedVersion } from './embedded/binaries.ts'
export { keptLogFolder } from './embedded/cluster.ts'
export { DatabaseError, DatabaseUnavailableError, type DatabaseErrorFields } from './errors.ts'
export type { DatabaseEvent, DiskState } from './events.ts'
export { MigrationError } from './migrations/migration-error.ts'
export { migrationVersions, type MigrationSource } from './migrations/source.ts'
export { databaseMigrations } from './migrations/database-migrations.ts'
export { awaitSchema, migrate, openDatabases, ownerLogin, poolLoads, systemSession } from './open.ts'
export { DatabaseSetupError } from './postgres/requirements.ts'
