/**
 * Signing in by password (8 people at once) and asking who one is (16 at once), in turns with @supabase/lite on the same
 * PostgreSQL. Ours hashes with argon2id beside the event loop, lite with bcryptjs on it.
 */
import { liteTablesSql, startLite } from './lite-server.ts'
import { applyLoad, type Load, type LoadResult } from './load.ts'
import { startOurServer } from './our-server.ts'
import { startPostgres } from './postgres.ts'
import { median, number, ratio, table } from './report.ts'

const rounds = 3
const email = 'aya@example.com'
const password = 'Lagune-Ébrié-2026'

interface Service {
  readonly url: string
  readonly key: string
}

async function signUp({ url, key }: Service): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const session = (await answer.json()) as { access_token?: string }
  if (session.access_token === undefined) throw new Error(`${url}: no session, ${JSON.stringify(session)}`)
  return session.access_token
}

type Question = Pick<Load, 'url' | 'method' | 'headers' | 'body' | 'connections'>

const signIn = ({ url, key }: Service): Question => ({
  url: `${url}/auth/v1/token?grant_type=password`,
  method: 'POST',
  headers: { apikey: key, 'content-type': 'application/json' },
  body: JSON.stringify({ email, password }),
  connections: 8,
})

const readUser = ({ url, key }: Service, token: string): Question => ({
  url: `${url}/auth/v1/user`,
  headers: { apikey: key, authorization: `Bearer ${token}` },
  connections: 16,
})

await using postgres = await startPostgres()
await postgres.script('postgres', 'create database ours')
const migrated = await startOurServer({ DATABASE_URL: postgres.url('ours') })
await migrated[Symbol.asyncDispose]()
await postgres.script('postgres', 'create database lite template ours')
await postgres.script('lite', liteTablesSql)
await using ourServer = await startOurServer({ DATABASE_URL: postgres.url('ours') })
await using lite = await startLite({ postgres, database: 'lite', probe: '/auth/v1/settings' })
const services = {
  ours: { url: ourServer.url, key: ourServer.anonKey },
  lite: { url: lite.url, key: lite.publishableKey },
}
const names = ['ours', 'lite'] as const
const tokens = { ours: await signUp(services.ours), lite: await signUp(services.lite) }
const questions = [
  { title: 'password sign-in at 8', target: 5, seconds: 8, ask: (name: 'ours' | 'lite') => signIn(services[name]) },
  {
    title: 'GET user at 16',
    target: 6,
    seconds: 3,
    ask: (name: 'ours' | 'lite') => readUser(services[name], tokens[name]),
  },
]

for (const { title, target, seconds, ask } of questions) {
  const measured: Record<'ours' | 'lite', LoadResult[]> = { ours: [], lite: [] }
  for (const name of names) await applyLoad({ ...ask(name), seconds: 3 })
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) measured[name].push(await applyLoad({ ...ask(name), seconds }))
  }
  const middle = (name: 'ours' | 'lite', pick: (one: LoadResult) => number) => median(measured[name].map(pick))
  const rows = names.map((name) => [
    name,
    number(middle(name, ({ perSecond }) => perSecond)),
    number(middle(name, ({ p50 }) => p50)),
    number(middle(name, ({ p99 }) => p99)),
    measured[name].flatMap(({ failures }) => failures).join(', '),
  ])
  console.log(`${title}, medians of ${rounds} rounds of ${seconds} s`)
  console.log(table(['', 'answers/s', 'p50 ms', 'p99 ms', 'failures'], rows))
  const rate = (name: 'ours' | 'lite') => middle(name, ({ perSecond }) => perSecond)
  console.log(`ours to lite ${ratio(rate('ours'), rate('lite'), target)}\n`)
}
