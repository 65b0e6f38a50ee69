/** Hands the first feed page, asked for by boot.ts before the app's own code has arrived, to the feed's query. */
import type { Config } from './config.ts'
import { restGetWith, type RestQuery } from './rest.ts'

export interface TableQuery extends RestQuery {
  /** Or `rpc/` and a function. */
  table: string
}

declare global {
  interface Window {
    early?: Record<string, Promise<unknown[]> | undefined>
  }
}

export function startEarly(config: Config, query: TableQuery): Promise<unknown[]> {
  const rows = restGetWith<unknown[]>(config, query.table, query)
  // Whoever takes it sees the error; nobody taking it is no error.
  rows.catch(() => undefined)
  window.early = { ...window.early, [nameOf(query)]: rows }
  return rows
}

/** The rows on their way, once: later calls answer `undefined`, so that a refetch asks the server again. */
export function takeEarly<Row>(query: TableQuery): Promise<Row[]> | undefined {
  const name = nameOf(query)
  const rows = window.early?.[name]
  delete window.early?.[name]
  return rows as Promise<Row[]> | undefined
}

/** The same question has the same name. */
function nameOf({ table, params, body }: TableQuery): string {
  return JSON.stringify([table, params, body])
}
