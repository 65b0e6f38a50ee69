import type { MigrationSource } from './source.ts'

/** Roles, schemas and functions that every other source builds on. Runs first. */
export const databaseMigrations: MigrationSource = { name: 'database', folder: new URL('../../sql/', import.meta.url) }
