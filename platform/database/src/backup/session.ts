/** A connection of its own for work that takes as long as it takes: nothing here has a deadline. */
import pg from 'pg'

import { toFailure } from '../driver/failure.ts'
import type { Login } from '../driver/login.ts'

/** How values are written must be the same on both sides, whatever the server's own settings. */
const asWritten =
  '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c bytea_output=hex -c extra_float_digits=1 -c client_encoding=UTF8'
const unhurried = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=30000'

export async function openSession(login: Login, kind: 'sql' | 'replication' = 'sql'): Promise<pg.Client> {
  const { ssl = false, options = '', password = '', ...rest } = login
  const client = new pg.Client({
    ...rest,
    ssl,
    // NOTE: without a password `pg` would look into the user's ~/.pgpass.
    password,
    application_name: 'backup',
    options: [options, asWritten, unhurried].filter(Boolean).join(' '),
    ...(kind === 'replication' && { replication: 'true' }),
  })
  // What is under way then fails by itself.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    client.connection.stream.destroy()
    throw toFailure(error)
  }
}
