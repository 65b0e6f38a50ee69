import type { MigrationSource } from '@platform/database'

/** Runs after the database's own migrations, which make the schema `auth` and the roles. */
export const authMigrations: MigrationSource = { name: 'auth', folder: new URL('../../sql/', import.meta.url) }
