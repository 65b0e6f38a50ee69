import type { MigrationSource } from '@platform/database'

/** Schema `storage`; runs after the database's own migrations and before any that names buckets. */
export const storageMigrations: MigrationSource = { name: 'storage', folder: new URL('../sql/', import.meta.url) }
