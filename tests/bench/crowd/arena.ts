import { liteTablesSql, startLite, type LiteServer } from '../peers/lite-server.ts'
import { startOurServer, temporaryFolder, type OurServer } from '../support/our-server.ts'
import { startPostgres, type Postgres } from '../support/postgres.ts'
import { jwtSecret } from '../support/tokens.ts'
import { tapWire, type SentStatement } from '../support/wire-tap.ts'
/** The product with its crowd, three times on one PostgreSQL: our server, @supabase/lite, and pgbench beside them. */
import { crowdSql } from './crowd.ts'
import { feedPath } from './feed-request.ts'
import { sessionsSql } from './members.ts'

export const database = 'ours'

export interface Asking {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Arena extends AsyncDisposable {
  readonly postgres: Postgres
  readonly ours: OurServer
  readonly lite: LiteServer
  /** The statements that our server sends for a request, from the settings on. */
  learn(asking: Asking, marker: string): Promise<readonly SentStatement[]>
}

/** @param moreSql runs after the product's migrations and before anybody serves */
export async function openArena(moreSql = ''): Promise<Arena> {
  await using resources = new AsyncDisposableStack()
  const postgres = resources.use(await startPostgres())
  await postgres.script('postgres', `create database ${database}`)
  // One store for all that serve this database: a server whose files are elsewhere says so again and again.
  const folder = await temporaryFolder(resources)
  const migrating = await startOurServer({ DATABASE_URL: postgres.url(database), DATA_DIR: folder })
  await migrating[Symbol.asyncDispose]()
  await postgres.script(database, crowdSql)
  await postgres.script(database, sessionsSql)
  if (moreSql !== '') await postgres.script(database, moreSql)
  await postgres.script(database, 'vacuum analyze')
  // Its own copy, because it grants rights to its roles.
  await postgres.script('postgres', `create database lite template ${database}`)
  await postgres.script('lite', liteTablesSql)
  const settings = { DATABASE_URL: postgres.url(database), JWT_SECRET: jwtSecret, DATA_DIR: folder }
  const ours = resources.use(await startOurServer(settings))
  const lite = resources.use(await startLite({ postgres, database: 'lite', probe: feedPath }))
  const kept = resources.move()
  return {
    postgres,
    ours,
    lite,
    learn: (asking, marker) => learn({ postgres, folder }, asking, marker),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function learn(
  { postgres, folder }: { postgres: Postgres; folder: string },
  asking: Asking,
  marker: string,
): Promise<readonly SentStatement[]> {
  await using tap = await tapWire(postgres.socketPath)
  await using server = await startOurServer({
    DATABASE_URL: `postgres://postgres@127.0.0.1:${tap.port}/${database}`,
    JWT_SECRET: jwtSecret,
    DATA_DIR: folder,
  })
  const { path, method = 'GET', headers = {}, body } = asking
  const answer = await fetch(server.url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await answer.text()
  const sent = tap.batches.findLast((batch) => batch.some((statement) => statement.text.includes(marker)))
  if (!answer.ok || sent === undefined) throw new Error(`Our server answered ${answer.status} to ${path}: ${text}`)
  return sent
}
