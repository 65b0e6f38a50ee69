import pg from 'pg'

import { Connection } from '../driver/connection.ts'
import { ownerLogin, type Cluster } from './cluster.ts'

/** `busy`: it answered, but not with a result (starting, stopping, out of connections). */
export type Pulse = 'ready' | 'busy' | 'silent'

/** A new connection and a `select 1`: proves that the postmaster accepts and that a backend works. */
export async function ping(cluster: Cluster, within: number): Promise<Pulse> {
  let connection: Connection
  try {
    connection = await Connection.open(ownerLogin(cluster), { connectTimeout: within, settings: {} })
  } catch (error) {
    return (error as Error).cause instanceof pg.DatabaseError ? 'busy' : 'silent'
  }
  const late = setTimeout(() => connection.destroy(new Error('no answer')), within)
  try {
    await connection.run({ statement: { text: 'select 1' }, role: 'none', patience: within })
    return 'ready'
  } catch {
    return 'silent'
  } finally {
    clearTimeout(late)
    await connection.close()
  }
}
