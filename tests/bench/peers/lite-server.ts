/** @supabase/lite in a process of its own, on the PostgreSQL that our server works on. */
import type { Postgres } from '../support/postgres.ts'
import { answers, freePort, inBench, startScript } from '../support/processes.ts'
import { jwtSecret } from '../support/tokens.ts'

export interface LiteServer extends AsyncDisposable {
  readonly pid: number
  readonly url: string
  /** Acts as the role anon. */
  readonly publishableKey: string
}

export interface LiteOptions {
  readonly postgres: Postgres
  readonly database: string
  /** Answers 200 when it is up. */
  readonly probe: string
}

/** lite makes no tables for auth on PostgreSQL: it works on the hosted service's, some of whose columns ours leave out. */
export const liteTablesSql = `
alter table auth.sessions add column if not exists factor_id uuid, add column if not exists tag text,
  add column if not exists oauth_client_id uuid, add column if not exists scopes text,
  add column if not exists refresh_token_hmac_key text, add column if not exists refresh_token_counter bigint;
alter table auth.refresh_tokens alter id drop identity;
alter table auth.refresh_tokens alter id type text;
create table if not exists auth.audit_log_entries
  (id uuid primary key, instance_id uuid, payload json, created_at timestamptz, ip_address text);
`

const publishableKey = 'sb_publishable_measured_against_0123456789'

export async function startLite({ postgres, database, probe }: LiteOptions): Promise<LiteServer> {
  await using resources = new AsyncDisposableStack()
  const port = await freePort()
  const env = {
    PORT: String(port),
    PG_SOCKET: postgres.socketPath,
    PG_DATABASE: database,
    PUBLISHABLE_KEY: publishableKey,
    JWT_SECRET: jwtSecret,
    LITE_TELEMETRY: '0',
    DO_NOT_TRACK: '1',
  }
  const { pid } = resources.use(startScript(inBench('peers/lite-process.ts'), { env }))
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}${probe}`, { apikey: publishableKey })
  const kept = resources.move()
  return { pid, url, publishableKey, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
