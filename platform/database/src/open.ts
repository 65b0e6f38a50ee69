import { defaultPools, defaultTimeouts, type DatabaseConfig, type Timeouts } from './config.ts'
import type { Databases, Session } from './database.ts'
import { createDoor } from './door.ts'
import { Connection } from './driver/connection.ts'
import { Listener } from './driver/listener.ts'
import type { Login } from './driver/login.ts'
import { Pool } from './driver/pool.ts'
import { startEmbeddedServer } from './embedded/embedded-server.ts'
import type { DatabaseEvent } from './events.ts'
import { runMigrations } from './migrations/migrate.ts'
import type { MigrationSource } from './migrations/source.ts'
import { parseUrl } from './postgres/parse-url.ts'

type Observe = (event: DatabaseEvent) => void

/** Who acts at the system door when nobody in particular does: the owner's own login. */
export const systemSession: Session = { role: 'none', claims: {} }

interface Server {
  readonly owner: Login
  readonly gateway: () => Promise<Login> | Login
  readonly isReadOnly: () => boolean
}

const owners = new WeakMap<Databases, (settings: Record<string, string>) => Promise<Connection>>()

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
  const connect = (login: Login, more: Record<string, string> = {}) =>
    Connection.open(login, { connectTimeout: timeouts.connect, settings: { ...settings, ...more } })
  const door = (open: () => Promise<Connection>, size: number) =>
    createDoor({
      pool: new Pool({ open, size, acquireTimeout: timeouts.acquire }),
      listener: new Listener({
        open,
        onLost: (error) => observe({ kind: 'database.listener-lost', reason: error.message }),
        onRestored: () => observe({ kind: 'database.listener-restored' }),
      }),
      timeouts,
      isReadOnly: server.isReadOnly,
    })
  const gateway = resources.use(door(async () => connect(await server.gateway()), pools.gateway))
  const system = resources.use(door(() => connect(server.owner), pools.system))
  const kept = resources.move()
  const databases: Databases = {
    gateway,
    system,
    isReadOnly: server.isReadOnly,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
  owners.set(databases, (more) => connect(server.owner, more))
  return databases
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
  const open = owners.get(databases)
  if (open === undefined) throw new TypeError('migrate() takes what openDatabases() gave')
  const connection = await open({ statement_timeout: '0', idle_in_transaction_session_timeout: '0' })
  try {
    await runMigrations(connection, sources, observe)
  } finally {
    await connection.close()
  }
}

async function connectServer(
  config: DatabaseConfig,
  observe: Observe,
  resources: AsyncDisposableStack,
): Promise<Server> {
  if (config.kind === 'embedded') {
    const server = resources.use(await startEmbeddedServer(config, observe))
    const gateway = { ...server.login, user: 'authenticator' }
    return { owner: server.login, gateway: () => gateway, isReadOnly: server.isReadOnly }
  }
  const owner = parseUrl(config.url)
  const gateway = { ...owner, user: 'authenticator' }
  return { owner, gateway: () => gateway, isReadOnly: () => false }
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
