/** S13: the built-in PostgreSQL becomes one by URL, of an older version, by one command: equal rows in every table. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { startEmbeddedServer } from '@platform/database'
import pg from 'pg'

import { newMember, order } from '../../supabase/tests/making/generation-people.ts'
import { scaleFolder } from './support/cluster.ts'
import { npmRun, startLoneNode } from './support/lone-node.ts'
import { startPostgres } from './support/machines.ts'
import { isTrue, until } from './support/programs.ts'

const people = 20

await using resources = new AsyncDisposableStack()
const folder = await scaleFolder(resources)
const data = join(folder, 'data')
const node = await startLoneNode(folder, data)
const members = []
for (let at = 0; at < people; at += 1) {
  if (at > 0 && at % 9 === 0) await node.database.rows('delete from auth.rate_buckets').catch(() => [])
  members.push(await newMember(node))
}
await order(members[0]!, { prompt: 'Un baobab', count: 2 })
await until(
  'pictures are there',
  async () => {
    const rows = await node.database.rows<{ status: string }>('select status from public.generations')
    return isTrue(rows.every(({ status }) => status === 'succeeded'))
  },
  120_000,
)
await node.program.end('SIGTERM')
await until('PostgreSQL has ended with it', async () =>
  isTrue((await readFile(join(data, 'database/cluster/postmaster.pid'), 'utf8').catch(() => '')) === ''),
)

/** By table: how many rows, and a sum over all of them in whatever order. What processes say of themselves is left out. */
async function sumsOf(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'nodes') order by 1`,
    )
    const sums = new Map<string, string>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from ${name} t`,
      )
      sums.set(name, rows[0]?.sum ?? '')
    }
    return sums
  } finally {
    await client.end()
  }
}

const target = resources.use(await startPostgres(folder))
const movedAt = performance.now()
console.log(await npmRun(['database:move', '--', target.url], { ...node.environment }))
const seconds = (performance.now() - movedAt) / 1_000
const before = await (async () => {
  await using source = await startEmbeddedServer({ kind: 'embedded', folder: join(data, 'database') }, () => {})
  return await sumsOf(source.url)
})()
const after = await sumsOf(target.url)
const other = [...before]
  .filter(([name, sum]) => !sum.startsWith('0 ') && after.get(name) !== sum)
  .map(([name]) => name)
const filled = [...before.values()].filter((sum) => !sum.startsWith('0 ')).length
console.log(
  `${before.size} tables, ${filled} of them with rows, in ${Math.round(seconds)} s; with other rows afterwards: ${other.join(', ') || 'none'}.`,
)
assert.deepEqual(other, [])
