/** One process of all roles on its built-in PostgreSQL, as `npm start` runs it with no setting but its folder. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { freePort } from '../../bench/support/processes.ts'
import { asClusterOwner } from '../../support/start-system.ts'
import { Hopeless, isTrue, startProgram, until, type Program } from './programs.ts'

const root = join(import.meta.dirname, '../../..')

export interface LoneNode extends AsyncDisposable {
  readonly url: string
  readonly anonKey: string
  readonly environment: Readonly<Record<string, string>>
  readonly program: Program
  readonly database: { rows<Row extends object>(sql: string): Promise<Row[]> }
}

export async function startLoneNode(
  folder: string,
  data: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<LoneNode> {
  const port = String(await freePort())
  const environment = {
    SEED_DEMO: 'off',
    SHED_LOAD: 'off',
    LOG_FORMAT: 'json',
    ...settings,
    DATA_DIR: data,
    PORT: port,
  }
  const log = join(folder, `lone-${port}.log`)
  const program = startProgram('npm', ['start', '--silent', '--ignore-scripts'], { env: environment, cwd: root, log })
  const url = `http://127.0.0.1:${port}`
  await until(
    'it is ready',
    async () => {
      if (program.isOver()) throw new Hopeless((await readFile(log, 'utf8')).slice(-2_000))
      return isTrue((await fetch(`${url}/readyz`)).status === 200)
    },
    180_000,
  )
  const { anonKey } = (await (await fetch(`${url}/api/config`)).json()) as { anonKey: string }
  return {
    url,
    anonKey,
    environment,
    program,
    database: { rows: (sql) => asClusterOwner(data, sql) },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  }
}

/** `npm run …` beside it; what it says, where it ended well. */
export async function npmRun(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> {
  const env = { ...process.env, ...environment }
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', ...args], { cwd: root, env })
  return stdout.trim()
}
