/**
 * The first page of the feed as a visitor's app asks for it: 20 posts with their creators out of 100 000, row-level
 * security on. Our whole server, @supabase/lite and pgbench (the very statements that our server sends, in one pipeline)
 * on one PostgreSQL, in turns. The load comes from a process of its own; all share the machine's cores.
 */
import { crowdSql, people, posts } from './crowd.ts'
import { feedPath, visitorHeaders } from './feed-request.ts'
import { startLite } from './lite-server.ts'
import { applyLoad, type Load, type LoadResult } from './load.ts'
import { startOurServer } from './our-server.ts'
import { runPgbench } from './pgbench.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import { familyTime, processorTime } from './processor-time.ts'
import { explainFeed } from './query-plan.ts'
import { median, number, ratio, table } from './report.ts'
import { tapWire, type SentStatement } from './wire-tap.ts'

const rounds = 4
const seconds = 2
const warmUpSeconds = 8
const clients = [1, 16, 64]
const database = 'ours'

/** Migrates the database and learns what our server sends for the request. */
async function learnStatements(postgres: Postgres): Promise<readonly SentStatement[]> {
  await using tap = await tapWire(postgres.socketPath)
  await using server = await startOurServer({ DATABASE_URL: `postgres://postgres@127.0.0.1:${tap.port}/${database}` })
  const answer = await fetch(server.url + feedPath, { headers: visitorHeaders(server.anonKey) })
  await answer.text()
  const sent = tap.batches.findLast((batch) => batch.some(({ text }) => text.includes('"feed_posts"')))
  if (sent === undefined) throw new Error('Our server sent no query for the feed')
  return sent
}

interface Figures extends Omit<LoadResult, 'bytes'> {
  /** Per request, in ms: of the server's own process, and of all PostgreSQL processes. */
  readonly serverTime: number
  readonly databaseTime: number
}
type Contender = (connections: number, seconds: number) => Promise<Figures>

/** Measures `run` and what it costs on the processors, whose share others do not change as they do its rate. */
async function costOf(
  run: () => Promise<Omit<LoadResult, 'bytes'>>,
  databasePid: number,
  serverPid: number | null,
): Promise<Figures> {
  const times = () => Promise.all([serverPid === null ? 0 : processorTime(serverPid), familyTime(databasePid)])
  const before = await times()
  const result = await run()
  const after = await times()
  const [serverTime = 0, databaseTime = 0] = after.map((time, at) => (time - (before[at] ?? 0)) / result.answered)
  return { ...result, serverTime, databaseTime }
}

await using postgres = await startPostgres()
await postgres.script('postgres', `create database ${database}`)
const statements = await learnStatements(postgres)
await postgres.script(database, crowdSql)
await postgres.script(database, 'vacuum analyze')
console.log(`${posts} posts of ${people} people. ${await explainFeed(postgres, database, statements)}`)
// Its own copy, because it grants rights to its roles.
await postgres.script('postgres', `create database lite template ${database}`)

await using ours = await startOurServer({ DATABASE_URL: postgres.url(database) })
await using lite = await startLite({ postgres, database: 'lite', hasAuth: false, probe: feedPath })
const overHttp =
  (pid: number, request: Pick<Load, 'url' | 'headers'>): Contender =>
  (connections, seconds) =>
    costOf(() => applyLoad({ ...request, connections, seconds }), postgres.pid, pid)
const pipeline = { postgres, user: 'authenticator', database, statements }
const contenders: Record<'ours' | 'lite' | 'pgbench', Contender> = {
  ours: overHttp(ours.pid, { url: ours.url + feedPath, headers: visitorHeaders(ours.anonKey) }),
  lite: overHttp(lite.pid, { url: lite.url + feedPath, headers: { apikey: lite.publishableKey } }),
  pgbench: (connections, seconds) =>
    costOf(() => runPgbench({ ...pipeline, connections, seconds }), postgres.pid, null),
}
type Name = keyof typeof contenders
const names = Object.keys(contenders) as Name[]

const bodies = await Promise.all(
  [
    fetch(ours.url + feedPath, { headers: visitorHeaders(ours.anonKey) }),
    fetch(lite.url + feedPath, { headers: { apikey: lite.publishableKey } }),
  ].map(async (answer) => (await (await answer).json()) as { id: string; creator: { id: string } }[]),
)
const [ourPage, litePage] = bodies.map((page) => page.map(({ id, creator }) => `${id} ${creator.id}`).join())
console.log(`Both answer the same ${bodies[0]?.length} posts and creators: ${ourPage === litePage}`)

for (const name of ['ours', 'lite'] as const) await contenders[name](16, warmUpSeconds)
const measured = new Map<string, Figures[]>()
for (let round = 0; round < rounds; round += 1) {
  for (const connections of clients) {
    for (const name of names) {
      const key = `${name} ${connections}`
      measured.set(key, [...(measured.get(key) ?? []), await contenders[name](connections, seconds)])
    }
  }
}

const figures = (name: Name, connections: number) => measured.get(`${name} ${connections}`) ?? []
const middle = (name: Name, connections: number, pick: (one: Figures) => number = (one) => one.perSecond) =>
  median(figures(name, connections).map(pick))
const describe = (name: Name, connections: number) => [
  `${connections} × ${name}`,
  number(middle(name, connections)),
  number(middle(name, connections, ({ p50 }) => p50)),
  number(middle(name, connections, ({ p99 }) => p99)),
  number(middle(name, connections, ({ serverTime }) => serverTime)),
  number(middle(name, connections, ({ databaseTime }) => databaseTime)),
  figures(name, connections)
    .flatMap(({ failures }) => failures)
    .join(', '),
]
const rows = clients.flatMap((connections) => names.map((name) => describe(name, connections)))
console.log(`Medians of ${rounds} rounds of ${seconds} s; the last two are processor time per request:`)
console.log(table(['clients', 'requests/s', 'p50 ms', 'p99 ms', 'server ms', 'PostgreSQL ms', 'failures'], rows))
for (const connections of clients) {
  const targets = { lite: 6, pgbench: 0.5 }
  for (const peer of ['lite', 'pgbench'] as const) {
    const result = ratio(middle('ours', connections), middle(peer, connections), targets[peer])
    console.log(`at ${connections}: ours to ${peer} ${result}`)
  }
  const cost = (name: Name) => middle(name, connections, ({ serverTime, databaseTime }) => serverTime + databaseTime)
  const costs = names.map((name) => `${name} ${number(cost(name))}`).join(', ')
  console.log(`at ${connections}: processor ms per request, server and PostgreSQL: ${costs}`)
}
