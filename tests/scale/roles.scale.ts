/**
 * S1 and S6: two web, two realtime, a worker and two relays as `npm start` runs them, on PostgreSQL over TCP and Redis, behind
 * HAProxy. The official client hears each row once, the synthetic person of the command line finds that all works; then the
 * relay that reads is killed under writes, again and again.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { median, number } from '../bench/support/report.ts'
import { password } from '../support/people.ts'
import { startCluster, type Cluster, type Node } from './support/cluster.ts'
import { isTrue, until } from './support/programs.ts'

const kills = Number(process.argv[2] ?? 20)
const perSecond = 200

await using cluster = await startCluster()
const { database } = cluster
await database.rows(
  `create table public.heard (id bigint generated always as identity primary key, round int not null)`,
)
await database.rows(`alter table public.heard enable row level security`)
await database.rows(`create policy "everybody reads" on public.heard for select to anon using (true)`)
await database.rows(`grant select on public.heard to anon`)
await database.rows(`alter publication supabase_realtime add table public.heard`)

const active = async (node: Node) => node.metric('relay_active').catch(() => 0)
const activeRelays = async () => {
  const states = await Promise.all(
    cluster.of('relay').map(async (node) => ({ node, isActive: (await active(node)) === 1 })),
  )
  return states.filter(({ isActive }) => isActive).map(({ node }) => node)
}
await until('one relay reads', async () => isTrue((await activeRelays()).length === 1))

/** Each ear by a connection of its own, so that the balancer gives it to either node. */
async function listen(): Promise<{ ids: number[]; close: () => Promise<unknown> }> {
  const ids: number[] = []
  const client = cluster.visitor()
  await new Promise<void>((resolve, reject) => {
    client
      .channel(`ear-${crypto.randomUUID()}`)
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'heard' }, ({ new: row }) =>
        ids.push(Number(row['id'])),
      )
      .on('system', {}, ({ extension, status, message }: Record<string, string>) => {
        if (extension !== 'postgres_changes') return
        if (status === 'ok') resolve()
        else reject(new Error(message))
      })
      .subscribe()
  })
  return { ids, close: () => client.realtime.disconnect() }
}

const ears = await Promise.all(Array.from({ length: 4 }, listen))
const written = async () =>
  (await database.rows<{ id: string }>('select id from heard order by id')).map(({ id }) => Number(id))
const hearAll = async (what: string) => {
  const rows = await written()
  await until(what, () => isTrue(ears.every(({ ids }) => ids.length >= rows.length)), 30_000).catch(
    (error: unknown) => {
      console.log(`heard ${ears.map(({ ids }) => ids.length).join(', ')} of ${rows.length}`)
      throw error
    },
  )
  await wait(500)
  for (const { ids } of ears) assert.deepEqual(ids, rows, 'each row once, in order')
  return rows.length
}

for (let at = 0; at < 50; at += 1) await database.rows('insert into heard (round) values (-1)')
console.log(`${await hearAll('50 rows')} rows, each heard once and in order by ${ears.length} official clients.`)

await useSyntheticPerson(cluster)

const connections = await database.rows<{ count: number }>(
  `select count(*)::int from pg_stat_activity where backend_type in ('client backend', 'walsender') and pid <> pg_backend_pid()`,
)
console.log(`${connections[0]?.count} connections to PostgreSQL of ${cluster.nodes.length} processes (at most 60).`)
assert.ok((connections[0]?.count ?? 99) <= 60)
const owners = await database.rows<{ name: string; roles: string }>(
  'select l.name, n.roles from nodes.leases l join nodes.live n on n.id = l.owner order by 1',
)
console.log(`Who has what only one may do: ${owners.map(({ name, roles }) => `${name} ${roles}`).join(', ')}`)
assert.ok(owners.some(({ name }) => name === 'schedules') && owners.every(({ roles }) => roles === 'worker'))

const gaps: number[] = []
const enough = new AbortController()
let round = 0
const writing = (async () => {
  while (!enough.signal.aborted) {
    const due = performance.now() + 100
    await database.rows(`insert into heard (round) select $1 from generate_series(1, $2)`, [round, perSecond / 10])
    await wait(Math.max(0, due - performance.now()))
  }
})()
for (round = 1; round <= kills; round += 1) {
  const [reader] = await until('one relay reads', async () => {
    const relays = await activeRelays()
    return relays.length === 1 ? relays : null
  })
  assert.ok(reader)
  await wait(300)
  const killedAt = performance.now()
  await reader.program().end()
  await until(
    'the other one reads',
    async () => isTrue((await activeRelays()).some((relay) => relay !== reader)),
    20_000,
  )
  gaps.push(performance.now() - killedAt)
  await reader.start()
}
enough.abort()
await writing
const rows = await hearAll('all rows after the kills')
console.log(
  `${kills} × kill -9 of the relay that reads, under ${perSecond} rows/s: taken over after ${number(median(gaps))} ms (median), ` +
    `${number(Math.max(...gaps))} ms at most (target ≤ 2 000); ${rows} rows, each heard once and in order.`,
)
for (const { close } of ears) await close()

async function useSyntheticPerson({ url, folder, service, database: machine }: Cluster): Promise<void> {
  const email = 'synthetic@example.com'
  const { data, error } = await service().auth.admin.createUser({ email, password, email_confirm: true })
  if (error) throw error
  await machine.rows(`select ledger.give($1, 100, 'synthetic')`, [data.user.id])
  const file = join(folder, 'password')
  await writeFile(file, password)
  const args = ['run', '--silent', 'synthetic', '--', '--url', url, '--email', email, '--password-file', file, '--once']
  const walked = spawnSync('npm', args, { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' })
  console.log(`npm run synthetic -- --once:\n${walked.stdout.trimEnd()}`)
  assert.equal(walked.status, 0, walked.stderr)
}
