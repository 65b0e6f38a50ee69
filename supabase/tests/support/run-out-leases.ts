/**
 * The leases of a process that has been killed, run out: what it held is anybody's, as it is after so many seconds. So
 * nothing waits for a clock, and a lease may be long enough for a process that lives on a busy machine.
 * NOTE: what PostgreSQL still commits of it afterwards is left to the clock.
 */
import pg from 'pg'

const runOut = `
  update app.generation_jobs set lease_until = clock_timestamp() where state = 'leased';
  update app.workflow_leases set due_at = clock_timestamp() where worker is not null and due_at > clock_timestamp()`

export async function runOutLeases(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(runOut)
  await client.end()
}
