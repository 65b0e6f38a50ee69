import type { Database, ReadTransaction } from '@platform/database'

/** The same database; each query of a read is handed to `around`, which asks it. */
export function watched(
  database: Database,
  around: (text: string, ask: () => Promise<void>) => Promise<void>,
): Database {
  const watchedIn = (tx: ReadTransaction): ReadTransaction => ({
    async query<Row extends object>(...[text, params]: Parameters<ReadTransaction['query']>) {
      let rows: Row[] = []
      await around(text, async () => {
        rows = await tx.query<Row>(text, params)
      })
      return rows
    },
    raw: (statement) => tx.raw(statement),
  })
  return {
    once: (session, statement, access) => database.once(session, statement, access),
    read: (session, work) => database.read(session, (tx) => work(watchedIn(tx))),
    write: (session, work) => database.write(session, work),
    listen: (channel, onPayload) => database.listen(channel, onPayload),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
