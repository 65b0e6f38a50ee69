/** Files and ledger disagree, or a migration failed. The message names the file and what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}
