import { setTimeout as wait } from 'node:timers/promises'

import { defaultPools, defaultTimeouts, type DatabaseConfig, type Timeouts } from './config.ts'
import type { Databases, Session } from './database.ts'
import { createDoor } from './door.ts'
import { Connection } from './driver/connection.ts'
import { Listener } from './driver/listener.ts'
import type { Login } from './driver/login.ts'
import { Pool, type PoolLoad } from './driver/pool/pool.ts'
import { startEmbeddedServer } from './embedded/embedded-server.ts'
import type { DatabaseEvent } from './events.ts'
import { awaitMigrations, runMigrations } from './migrations/migrate.ts'
import type { MigrationSource } from './migrations/source.ts'
import { gatewayOpener, isRefusedLogin } from './postgres/gateway-login.ts'
import { parseUrl } from './postgres/parse-url.ts'
import { checkRequirements } from './postgres/requirements.ts'

type Observe = (event: DatabaseEvent) => void

/** Who acts at the system door when nobody in particular does: the owner's own login. */
export const systemSession: Session = { role: 'none', claims: {} }

const GREETING_POLL = 250

interface Server {
  readonly owner: Login
  readonly openGateway: (open: (login: Login) => Promise<Connection>) => () => Promise<Connection>
  readonly isReadOnly: () => boolean
}

const owners = new WeakMap<Databases, (settings: Record<string, string>) => Promise<Connection>>()
const ownerLogins = new WeakMap<Databases, Login>()
const poolsOf = new WeakMap<Databases, Readonly<Record<'gateway' | 'system', Pool>>>()

/**
 * Opens the database: starts the embedded one, or connects to the one given.
 * @throws {EmbeddedPostgresError} when the embedded one cannot start: no binary, folder in use, disk full
 * @throws {DatabaseUnavailableError} when the one given cannot be reached
 */
export async function openDatabases(config: DatabaseConfig, observe: Observe): Promise<Databases> {
  await using resources = new AsyncDisposableStack()
  const timeouts: Timeouts = { ...defaultTimeouts, ...config.timeouts }
  const pools = { ...defaultPools, ...config.pools }
  const server = await connectServer(config, observe, resources)
  const settings = sessionSettings(timeouts, server.owner)
  const connect = (login: Login, more: Readonly<Record<string, string>> = {}) =>
    Connection.open(login, { connectTimeout: timeouts.connect, settings: { ...settings, ...more } })
  await greet(() => connect(server.owner), timeouts.start, observe)
  const poolOf = (open: () => Promise<Connection>, size: number) =>
    new Pool({ open, size, acquireTimeout: timeouts.acquire })
  const openers = { gateway: server.openGateway(connect), system: () => connect(server.owner) }
  const own = { gateway: poolOf(openers.gateway, pools.gateway), system: poolOf(openers.system, pools.system) }
  const door = (name: keyof typeof own) => createDoorOf(own[name], openers[name])
  const createDoorOf = (pool: Pool, open: () => Promise<Connection>) =>
    createDoor({
      pool,
      listener: new Listener({
        open,
        onLost: (error) => observe({ kind: 'database.listener-lost', reason: error.message }),
        onRestored: () => observe({ kind: 'database.listener-restored' }),
      }),
      timeouts,
      isReadOnly: server.isReadOnly,
    })
  const wrapped = (name: keyof typeof own) => config.wrap?.(door(name), name) ?? door(name)
  const gateway = resources.use(wrapped('gateway'))
  const system = resources.use(wrapped('system'))
  const kept = resources.move()
  const databases: Databases = {
    gateway,
    system,
    isReadOnly: server.isReadOnly,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
  poolsOf.set(databases, own)
  owners.set(databases, (more) => connect(server.owner, more))
  ownerLogins.set(databases, server.owner)
  return databases
}

/** How busy its connections are just now. */
export function poolLoads(databases: Databases): Readonly<Record<'gateway' | 'system', PoolLoad>> {
  const pools = poolsOf.get(databases)
  if (pools === undefined) throw new TypeError('poolLoads() takes what openDatabases() gave')
  return { gateway: pools.gateway.load, system: pools.system.load }
}

/** For who speaks to PostgreSQL by a protocol of their own, e.g. replication: where it is, as its owner. */
export function ownerLogin(databases: Databases): Login {
  const login = ownerLogins.get(databases)
  if (login === undefined) throw new TypeError('ownerLogin() takes what openDatabases() gave')
  return login
}

/**
 * Runs every migration that has not run yet, source after source, in the order given.
 * @throws {MigrationError} when one fails, or when files and ledger disagree
 */
export async function migrate(
  databases: Databases,
  sources: readonly MigrationSource[],
  observe: Observe,
): Promise<void> {
  await asOwner(databases, (connection) => runMigrations(connection, sources, observe))
}

/**
 * Waits until another process has run every one of them.
 * @throws {MigrationError} when files and ledger disagree
 */
export async function awaitSchema(
  databases: Databases,
  sources: readonly MigrationSource[],
  observe: Observe,
): Promise<void> {
  await asOwner(databases, (connection) => awaitMigrations(connection, sources, observe))
}

async function asOwner(databases: Databases, work: (connection: Connection) => Promise<void>): Promise<void> {
  const open = owners.get(databases)
  if (open === undefined) throw new TypeError('This takes what openDatabases() gave')
  const connection = await open({ statement_timeout: '0', idle_in_transaction_session_timeout: '0' })
  try {
    await work(connection)
  } finally {
    await connection.close()
  }
}

async function connectServer(
  config: DatabaseConfig,
  observe: Observe,
  resources: AsyncDisposableStack,
): Promise<Server> {
  if (config.kind === 'postgres') {
    const owner = parseUrl(config.url)
    return { owner, openGateway: (open) => gatewayOpener(config, open), isReadOnly: () => false }
  }
  const { login, isReadOnly } = resources.use(await startEmbeddedServer(config, observe))
  // Who can reach the socket could read the data: no password adds anything.
  const gateway = { ...login, user: 'authenticator' }
  return { owner: login, openGateway: (open) => () => open(gateway), isReadOnly }
}

/** A server that is just starting gets some time; a wrong password does not. */
async function greet(connect: () => Promise<Connection>, patience: number, observe: Observe): Promise<void> {
  const started = performance.now()
  const connection = await openPatiently(connect, Date.now() + patience)
  try {
    const version = await checkRequirements(connection)
    observe({ kind: 'database.started', version, ms: Math.round(performance.now() - started) })
  } finally {
    await connection.close()
  }
}

async function openPatiently(connect: () => Promise<Connection>, deadline: number): Promise<Connection> {
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (Date.now() > deadline || isRefusedLogin(error)) throw error
      await wait(GREETING_POLL)
    }
  }
}

function sessionSettings(timeouts: Timeouts, { host }: Login): Record<string, string> {
  return {
    search_path: '"$user",public,extensions',
    lock_timeout: String(timeouts.lock),
    idle_in_transaction_session_timeout: String(timeouts.idleInTransaction),
    // What a network that swallows packets leaves behind ends by itself, and its locks with it.
    ...(host.startsWith('/')
      ? {}
      : { tcp_user_timeout: '15000', tcp_keepalives_idle: '10', tcp_keepalives_interval: '5' }),
  }
}
