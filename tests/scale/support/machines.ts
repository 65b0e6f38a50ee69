/** What stands beside the nodes: PostgreSQL 15, Redis and HAProxy as the distribution has them. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'

import pg from 'pg'

import { freePort } from '../../bench/support/processes.ts'
import { startProgram, until, type Program } from './programs.ts'

const postgresFolder = ['17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`).find(existsSync)

/** Where the programs of PostgreSQL lie. @throws where none is installed */
export function postgresPrograms(): string {
  if (postgresFolder === undefined) throw new Error('No PostgreSQL: apt-get install postgresql')
  return postgresFolder
}

/** PostgreSQL refuses to run as root. */
export function databaseUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A folder that the database's user may write. */
export async function folderForDatabase(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const { uid, gid } = databaseUser()
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  return path
}

export interface Machine extends AsyncDisposable {
  readonly url: string
  readonly program: Program
}

export interface DatabaseMachine extends Machine {
  rows<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>
}

export async function startPostgres(folder: string, settings: Readonly<Record<string, string>> = {}) {
  const data = await folderForDatabase(join(folder, 'postgres'))
  const bin = postgresPrograms()
  const port = await freePort()
  execFileSync(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'], {
    ...databaseUser(),
    stdio: 'ignore',
    cwd: '/',
  })
  const all = { wal_level: 'logical', max_slot_wal_keep_size: '1GB', fsync: 'off', ...settings }
  const given = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', data, '-p', String(port), '-k', data, '-c', 'listen_addresses=127.0.0.1', ...given]
  const program = startProgram(join(bin, 'postgres'), args, {
    ...databaseUser(),
    cwd: '/',
    log: join(folder, 'postgres.log'),
  })
  return databaseAt(`postgres://postgres@127.0.0.1:${port}/postgres`, program)
}

/** Waits until it answers; the program ends with it. */
export async function databaseAt(url: string, program: Program): Promise<DatabaseMachine> {
  const rows = async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(sql, [...values])).rows
    } finally {
      await client.end()
    }
  }
  await until('PostgreSQL answers', () => rows('select 1'))
  return {
    url,
    program,
    rows,
    [Symbol.asyncDispose]: async () => {
      program.signal('SIGCONT')
      await program.end('SIGINT')
    },
  }
}

export interface RedisMachine extends Machine {
  /** Another one at the same place, which knows nothing. */
  start(): Promise<void>
  kill(): Promise<void>
  signal(name: NodeJS.Signals): void
  /** One word to it, as `FLUSHALL`. */
  say(word: string): Promise<void>
}

export async function startRedis(folder: string): Promise<RedisMachine> {
  const port = await freePort()
  const run = () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    return startProgram('redis-server', args, { log: join(folder, 'redis.log'), cwd: folder })
  }
  const say = (word: string) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${word}\r\n`))
      socket.once('data', () => resolve(void socket.destroy()))
      socket.once('error', reject)
    })
  let program = run()
  const answers = () => until('Redis answers', () => say('PING').then(() => true as const))
  await answers()
  return {
    url: `redis://127.0.0.1:${port}`,
    get program() {
      return program
    },
    say,
    signal: (name) => program.signal(name),
    kill: async () => void (await program.end()),
    start: async () => {
      program = run()
      await answers()
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  }
}

/** The file of `ops/` with the addresses of this run in place of its own. */
export async function startHaproxy(
  folder: string,
  file: string,
  places: Readonly<Record<string, string>>,
): Promise<Machine> {
  const port = await freePort()
  let text = await readFile(join(import.meta.dirname, '../../../ops', file), 'utf8')
  // As many connections as this machine's limit of files allows.
  text = text.replace(/maxconn \d+/, 'maxconn 4000')
  for (const [from, to] of Object.entries({ ...places, '127.0.0.1:8080': `127.0.0.1:${port}` })) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
    text = text.replace(from, to)
  }
  const own = join(folder, file)
  await writeFile(own, text)
  const program = startProgram('haproxy', ['-db', '-f', own], { log: join(folder, 'haproxy.log') })
  const url = `http://127.0.0.1:${port}`
  return { url, program, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() }
}
