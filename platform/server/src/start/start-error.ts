import { EmbeddedPostgresError, MigrationError, DatabaseSetupError, DatabaseUnavailableError } from '@platform/database'
import { PortTakenError } from '@platform/http'

import { ProjectError } from '../project.ts'
import { SettingsError } from '../settings/reader.ts'
import { mask } from '../watch/log-record.ts'

const expected = [
  DatabaseSetupError,
  DatabaseUnavailableError,
  EmbeddedPostgresError,
  MigrationError,
  PortTakenError,
  ProjectError,
  SettingsError,
]

const folderProblems: Readonly<Record<string, string>> = {
  EACCES: 'may not be written by this user',
  ENOTDIR: 'is, or lies below, a file and not a folder',
  EROFS: 'lies on a disk that can only be read',
}

/** What somebody who starts the server reads when it cannot: what is wrong, and the stack only where nobody expected it. */
export function startError(error: unknown): string {
  if (!(error instanceof Error)) return `The server cannot start: ${String(error)}`
  const folderProblem = folderProblems[(error as NodeJS.ErrnoException).code ?? '']
  const path = (error as NodeJS.ErrnoException).path
  if (folderProblem !== undefined && path !== undefined)
    return `The server cannot start.\n${path} ${folderProblem}. Choose another folder with DATA_DIR.`
  const isExpected = expected.some((kind) => error instanceof kind)
  const hint = error instanceof PortTakenError ? ' Choose another one: PORT=3001 npm start' : ''
  return mask(`The server cannot start.\n${isExpected ? error.message + hint : (error.stack ?? error.message)}`)
}
