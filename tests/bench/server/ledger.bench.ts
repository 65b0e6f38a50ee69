/**
 * Postings per second: a hold and its settlement by the ledger's functions, against two rows updated in one transaction,
 * which is the least that moving value can cost. One PostgreSQL with fsync, pgbench, in turns. One settlement in ten
 * gives its credit back; a posting is one transaction and one round trip on both sides.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { authMigrations } from '@platform/auth'
import { databaseMigrations, migrate, openDatabases } from '@platform/database'
import { realtimeMigrations } from '@platform/realtime'
import { storageMigrations } from '@platform/storage'

import { startPostgres, type Postgres } from '../support/postgres.ts'
import { outputOf } from '../support/processes.ts'
import { median, number, table } from '../support/report.ts'

const people = 1000
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const database = 'ledger'

interface Contender {
  readonly name: string
  readonly script: string
  readonly postingsPerRun: number
}

const ledger: Contender = {
  name: 'ledger',
  script: `
    \\set person random(1, :people)
    \\set job random(1, 9000000000000000)
    \\set used least(1, random(0, 9))
    select ledger.hold(md5('job ' || :job)::uuid, md5('person ' || :person)::uuid, 1, 'generation', 'job ' || :job);
    select ledger.settle(md5('job ' || :job)::uuid, :used);`,
  postingsPerRun: 2,
}
const bare: Contender = {
  name: 'two rows',
  script: `
    \\set person random(1, :people)
    \\startpipeline
    update public.purses set balance = balance - 1 where id = :person * 2;
    update public.purses set balance = balance + 1 where id = :person * 2 + 1;
    \\endpipeline`,
  postingsPerRun: 1,
}

const scenes = [
  { title: `1 connection, ${people} people`, connections: 1, people },
  { title: `16 connections, ${people} people`, connections: 16, people },
  { title: '1 connection, one person', connections: 1, people: 1 },
  { title: '16 connections, one person', connections: 16, people: 1 },
] as const

async function prepare(postgres: Postgres): Promise<void> {
  await postgres.script('postgres', `create database ${database}`)
  await using databases = await openDatabases({ kind: 'postgres', url: postgres.url(database) }, () => {})
  const product = { name: 'product', folder: new URL('../../../supabase/migrations/', import.meta.url) }
  const sources = [databaseMigrations, authMigrations, storageMigrations, realtimeMigrations, product]
  await migrate(databases, sources, () => {})
  await postgres.script(
    database,
    `insert into auth.users (id, email)
       select md5('person ' || n)::uuid, n || '@example.com' from generate_series(1, ${people}) n;
     select ledger.give(id, 1000000000, 'bench') from auth.users;
     create table public.purses (id int primary key, balance bigint not null default 0) with (fillfactor = 70);
     insert into public.purses (id) select generate_series(2, ${people * 2 + 1});
     analyze;`,
  )
}

/** Transactions that pgbench says it has made. */
const runs = new Map<Contender, number>([
  [ledger, 0],
  [bare, 0],
])

async function postingsPerSecond(
  postgres: Postgres,
  contender: Contender,
  scene: (typeof scenes)[number],
): Promise<number> {
  const { script, postingsPerRun } = contender
  const folder = await mkdtemp(join(tmpdir(), 'ledger-bench-'))
  try {
    const file = join(folder, 'script.sql')
    await writeFile(file, script)
    const options = {
      host: postgres.socketFolder,
      port: postgres.port,
      username: new URL(postgres.url(database)).username,
      protocol: 'prepared',
      client: scene.connections,
      jobs: Math.min(2, scene.connections),
      time: seconds,
      define: `people=${scene.people}`,
      file,
    }
    const output = await outputOf('pgbench', [
      ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
      '--no-vacuum',
      database,
    ])
    assert.match(output, /failed transactions: 0 /, output)
    const made = Number(/transactions actually processed: (\d+)/.exec(output)?.[1])
    runs.set(contender, (runs.get(contender) ?? 0) + made)
    return Number(/tps = ([\d.]+) \(without/.exec(output)?.[1]) * postingsPerRun
  } finally {
    await rm(folder, { recursive: true })
  }
}

await using postgres = await startPostgres()
await prepare(postgres)
const rows: string[][] = []
for (const scene of scenes) {
  const measured = new Map<Contender, number[]>([
    [ledger, []],
    [bare, []],
  ])
  for (let round = 0; round < rounds; round++)
    for (const [contender, figures] of measured) figures.push(await postingsPerSecond(postgres, contender, scene))
  const [ours, theirs] = [median(measured.get(ledger)!), median(measured.get(bare)!)]
  rows.push([scene.title, number(ours), number(theirs), `${number(ours / theirs)}×`])
}
console.log(table(['postings/s', ledger.name, bare.name, 'share'], rows))
const [[kept]] = (await postgres.script(
  database,
  `select (select count(*)::int from ledger.holds where captured + released = amount) as settled,
    (select sum(balance)::int from public.purses where id % 2 = 1) as moved`,
)) as [[{ settled: number; moved: number }]]
assert.deepEqual(kept, { settled: runs.get(ledger), moved: runs.get(bare) }, 'every run has left its rows')
const [[violations]] = (await postgres.script(database, 'select count(*)::int as count from ledger.violations')) as [
  [{ count: number }],
]
console.log(`violations after all of it: ${violations.count}`)
if (violations.count > 0) process.exitCode = 1
