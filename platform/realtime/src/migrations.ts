import type { MigrationSource } from '@platform/database'

/** Schema `realtime`; runs after the database's own migrations and before any that publishes tables or names messages. */
export const realtimeMigrations: MigrationSource = { name: 'realtime', folder: new URL('../sql/', import.meta.url) }
