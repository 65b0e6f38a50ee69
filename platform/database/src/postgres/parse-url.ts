import { parse } from 'pg-connection-string'

import type { Login } from '../driver/login.ts'

/** From `postgres://user:password@host:port/database?sslmode=…` to a login; `host=/folder` names a Unix socket. */
export function parseUrl(url: string): Login {
  const { host, port, user, password, database, ssl, options } = parse(url)
  const name = user || 'postgres'
  return {
    host: host || 'localhost',
    port: Number(port || 5432),
    user: name,
    database: database || name,
    ...(password ? { password } : {}),
    ...(ssl === undefined ? {} : { ssl: ssl as boolean | Record<string, unknown> }),
    ...(options === undefined ? {} : { options }),
  }
}
