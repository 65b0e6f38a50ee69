import { EmbeddedPostgresError, MigrationError, DatabaseSetupError, DatabaseUnavailableError } from '@platform/database'
import { PortTakenError } from '@platform/http'

import { mask } from './log-record.ts'
import { ProjectError } from './project.ts'
import { SettingsError } from './settings.ts'

const expected = [
  DatabaseSetupError,
  DatabaseUnavailableError,
  EmbeddedPostgresError,
  MigrationError,
  PortTakenError,
  ProjectError,
  SettingsError,
]

/** What somebody who starts the server reads when it cannot: what is wrong, and the stack only where nobody expected it. */
export function startError(error: unknown): string {
  if (!(error instanceof Error)) return `The server cannot start: ${String(error)}`
  const isExpected = expected.some((kind) => error instanceof kind)
  const hint = error instanceof PortTakenError ? ' Choose another one: PORT=3001 npm start' : ''
  return mask(`The server cannot start.\n${isExpected ? error.message + hint : (error.stack ?? error.message)}`)
}
