/** What somebody who starts the server reads: that it is there, or why it cannot be. */

import { networkInterfaces } from 'node:os'
import { relative } from 'node:path'
import { styleText } from 'node:util'

import { EmbeddedPostgresError, MigrationError, DatabaseSetupError, DatabaseUnavailableError } from '@platform/database'
import { PortTakenError } from '@platform/http'

import { ProjectError } from '../project.ts'
import type { Config } from '../settings/config.ts'
import { SettingsError } from '../settings/reader.ts'
import { mask } from '../watch/log-record.ts'

/** What a person reads when the server is there: where, what it keeps where, and what stands in for the real thing. */
export function startNote(config: Config, url: string, ms: number): string {
  const { port, protocol } = new URL(config.http.publicUrl ?? url)
  const addresses = [config.http.publicUrl ?? url.replace('//127.0.0.1:', '//localhost:')]
  if (config.http.host === '0.0.0.0')
    addresses.push(...lanAddresses().map((address) => `${protocol}//${address}:${port}`))
  const near = relative(process.cwd(), config.dataFolder)
  const folder = near === '' || near.startsWith('..') ? config.dataFolder : near
  const facts = [
    ['data', folder],
    ['database', config.database.kind === 'embedded' ? 'built in' : 'DATABASE_URL'],
    ...config.product.notes,
    ['mail', config.mail ? `sent from ${config.mail.from}` : `kept in ${folder}/outbox${trust(config)}`],
  ]
  const lines = facts.map(([name = '', fact]) => `  ${styleText('gray', name.padEnd(9))} ${fact}`)
  const title = `  ${styleText('bold', addresses.join('  '))}  ${styleText('gray', `ready in ${(ms / 1_000).toFixed(1)} s`)}`
  return `\n${[title, ...lines].join('\n')}\n\n`
}

function trust({ auth }: Config): string {
  return (auth.email.autoconfirm ?? true) ? ', addresses count as confirmed' : ''
}

function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}

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
