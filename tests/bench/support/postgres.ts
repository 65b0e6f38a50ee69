/** The PostgreSQL that everybody is measured on: the embedded one with its usual settings, in a temporary folder. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startEmbeddedServer } from '@platform/database'
import pg from 'pg'

export interface Postgres extends AsyncDisposable {
  /** Folder of its Unix socket. */
  readonly socketFolder: string
  readonly socketPath: string
  readonly port: number
  /** Of its first process, the parent of all others. */
  readonly pid: number
  url(database: string): string
  /** Runs statements; answers the rows of each. */
  script(database: string, text: string): Promise<object[][]>
}

export async function startPostgres(settings: Record<string, string> = {}): Promise<Postgres> {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'bench-pg-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const server = resources.use(
    await startEmbeddedServer(
      { kind: 'embedded', folder, settings: { max_connections: '200', ...settings } },
      () => {},
    ),
  )
  const { host, port } = server.login
  const url = (database: string) => {
    const named = new URL(server.url)
    named.pathname = `/${database}`
    return named.href
  }
  const pid = Number.parseInt(await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8'), 10)
  const kept = resources.move()
  return {
    socketFolder: host,
    socketPath: join(host, `.s.PGSQL.${port}`),
    port,
    pid,
    url,
    script: async (database, text) => {
      const client = new pg.Client({ connectionString: url(database) })
      await client.connect()
      try {
        const results = (await client.query(text)) as pg.QueryResult<object> | pg.QueryResult<object>[]
        return [results].flat().map(({ rows }) => rows)
      } finally {
        await client.end()
      }
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
