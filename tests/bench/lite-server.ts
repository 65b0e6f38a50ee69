import type { Postgres } from './postgres.ts'
/** @supabase/lite in a process of its own, on the PostgreSQL that our server works on. */
import { answers, freePort, inThisFolder, startScript } from './processes.ts'

export interface LiteServer extends AsyncDisposable {
  readonly pid: number
  readonly url: string
  /** Acts as the role anon. */
  readonly publishableKey: string
}

export interface LiteOptions {
  readonly postgres: Postgres
  readonly database: string
  /** Its own auth/v1 as well, whose tables it makes. */
  readonly hasAuth: boolean
  /** Answers 200 when it is up. */
  readonly probe: string
}

const publishableKey = 'sb_publishable_measured_against_0123456789'

export async function startLite({ postgres, database, hasAuth, probe }: LiteOptions): Promise<LiteServer> {
  await using resources = new AsyncDisposableStack()
  const port = await freePort()
  const env = {
    PORT: String(port),
    PG_SOCKET: postgres.socketPath,
    PG_DATABASE: database,
    PUBLISHABLE_KEY: publishableKey,
    JWT_SECRET: 'a secret that only this measurement knows, long enough',
    AUTH: hasAuth ? 'on' : 'off',
    LITE_TELEMETRY: '0',
    DO_NOT_TRACK: '1',
  }
  const { pid } = resources.use(startScript(inThisFolder('lite-process.ts'), { env }))
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}${probe}`, { apikey: publishableKey })
  const kept = resources.move()
  return { pid, url, publishableKey, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
