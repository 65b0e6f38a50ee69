/** Nodes as `npm start` runs them, by roles, behind the balancer of `ops/haproxy-roles.cfg`. */
import { createHmac, randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { freePort } from '../../bench/support/processes.ts'
import { startHaproxy, startPostgres, startRedis, type DatabaseMachine, type RedisMachine } from './machines.ts'
import { Hopeless, isTrue, startProgram, until, type Program } from './programs.ts'

export const root = join(import.meta.dirname, '../../..')

export interface Node {
  readonly name: string
  readonly url: string
  readonly program: () => Program
  /** @param tree where its code lies, if not here */
  start(tree?: string): Promise<void>
  /** One line of /metrics, summed over its labels. */
  metric(name: string): Promise<number>
}

export interface Cluster extends AsyncDisposable {
  /** Of the balancer, or of the only node. */
  readonly url: string
  readonly folder: string
  readonly database: DatabaseMachine
  readonly redis: RedisMachine
  readonly nodes: readonly Node[]
  readonly anonKey: string
  readonly serviceKey: string
  readonly settings: Readonly<Record<string, string>>
  visitor(): SupabaseClient
  service(): SupabaseClient
  of(role: string): readonly Node[]
}

export interface ClusterOptions {
  readonly roles?: readonly string[]
  readonly settings?: Readonly<Record<string, string>>
  /** In place of a PostgreSQL of its own. */
  readonly openDatabase?: (folder: string) => Promise<DatabaseMachine>
  /** The database's address for the nodes, where it is not the machine's own. */
  readonly databaseUrl?: string
}

export const usualRoles = ['web', 'web', 'realtime', 'realtime', 'worker', 'relay', 'relay'] as const

const stateless = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } } as const

export function signKey(secret: string, claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 86_400
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iss: 'supabase', exp, ...claims })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

export async function scaleFolder(resources: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scale-'))
  // The database's user walks through it.
  await chmod(folder, 0o755)
  if (process.env['BENCH_KEEP'] === undefined) {
    resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  } else console.log(`Kept: ${folder}`)
  return folder
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  await using resources = new AsyncDisposableStack()
  const folder = await scaleFolder(resources)
  const database = resources.use(await (options.openDatabase ?? startPostgres)(folder))
  const redis = resources.use(await startRedis(folder))
  const roles = options.roles ?? usualRoles
  const ports = await portsFor(roles.length)
  const secret = randomBytes(32).toString('hex')
  const places = placesOf(roles, ports)
  const data = join(folder, 'data')
  await mkdir(data)
  const environment = {
    DATABASE_URL: options.databaseUrl ?? database.url,
    REDIS_URL: redis.url,
    REALTIME_CHANGES: 'relay',
    JWT_SECRET: secret,
    DATA_DIR: data,
    TRUST_PROXY: '1',
    DATABASE_POOL: '5',
    DATABASE_SYSTEM_POOL: '2',
    SEED_DEMO: 'off',
    SHED_LOAD: 'off',
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
    ...options.settings,
  }
  if ((await migrate(folder, environment).ended()) !== 0)
    throw new Error(`ROLE=migrate failed: ${join(folder, 'migrate.log')}`)
  const balancer = resources.use(await startHaproxy(folder, 'haproxy-roles.cfg', places))
  const settings = { ...environment, PUBLIC_URL: balancer.url, MIGRATIONS: 'wait' }
  const nodes = roles.map((role, at) => {
    const node = nodeOf({ name: `${role}-${at + 1}`, role, port: ports[at] ?? 0, folder, settings })
    resources.defer(() => node.program()[Symbol.asyncDispose]())
    return node
  })
  await Promise.all(nodes.map((node) => node.start()))
  const config = await until('the balancer answers', async () => {
    const answer = await fetch(`${balancer.url}/api/config`)
    return answer.ok ? ((await answer.json()) as { anonKey: string }) : null
  })
  const serviceKey = signKey(secret, { role: 'service_role' })
  const kept = resources.move()
  return {
    url: balancer.url,
    folder,
    database,
    redis,
    nodes,
    settings,
    anonKey: config.anonKey,
    serviceKey,
    visitor: () => createClient(balancer.url, config.anonKey, stateless),
    service: () => createClient(balancer.url, serviceKey, stateless),
    of: (role) => nodes.filter(({ name }) => name.startsWith(`${role}-`)),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function portsFor(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let at = 0; at < count; at += 1) ports.push(await freePort())
  return ports
}

/** Which addresses of `ops/haproxy-roles.cfg` become which. */
function placesOf(roles: readonly string[], ports: readonly number[]): Record<string, string> {
  const own = (role: string, place: number) => {
    const all = ports.filter((_, at) => roles[at] === role || roles[at] === 'all')
    return `127.0.0.1:${all[place] ?? all[0]}`
  }
  return {
    '127.0.0.1:3001': own('web', 0),
    '127.0.0.1:3002': own('web', 1),
    '127.0.0.1:3011': own('realtime', 0),
    '127.0.0.1:3012': own('realtime', 1),
  }
}

const npm = ['start', '--silent', '--ignore-scripts'] as const

/** A process of `ROLE=migrate`, as a deployment runs it before its nodes. */
export function migrate(folder: string, environment: Readonly<Record<string, string>>, tree = root) {
  const env = { ...environment, ROLE: 'migrate', MIGRATIONS: 'run', PORT: '0' }
  const program = startProgram('npm', npm, { env, cwd: tree, log: join(folder, 'migrate.log') })
  const ended = async () => {
    await until('ROLE=migrate ends', () => isTrue(program.isOver()), 180_000)
    return program.end()
  }
  return { program, ended }
}

interface NodeFacts {
  readonly name: string
  readonly role: string
  readonly port: number
  readonly folder: string
  readonly settings: Readonly<Record<string, string>>
}

function nodeOf({ name, role, port, folder, settings }: NodeFacts): Node {
  const url = `http://127.0.0.1:${port}`
  let program: Program | null = null
  return {
    name,
    url,
    program: () => {
      if (program === null) throw new Error(`${name} was never started`)
      return program
    },
    async start(tree = root) {
      const env = { ...settings, ROLE: role, PORT: String(port) }
      const log = join(folder, `${name}.log`)
      const started = startProgram('npm', npm, { env, cwd: tree, log })
      program = started
      await until(
        `${name} is ready`,
        async () => {
          if (started.isOver()) throw new Hopeless(`${name} ended:\n${(await readFile(log, 'utf8')).slice(-2_000)}`)
          return isTrue((await fetch(`${url}/readyz`)).status === 200)
        },
        120_000,
      )
    },
    async metric(wanted) {
      const text = await (await fetch(`${url}/metrics`)).text()
      const lines = text.split('\n').filter((line) => line.startsWith(wanted) && !/^\w/.test(line.slice(wanted.length)))
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    },
  }
}
