import assert from 'node:assert/strict'

import { hashAlone } from '../peers/hash-alone.ts'
import { liteTablesSql, startLite } from '../peers/lite-server.ts'
/**
 * Signing in by password (8 people at once) and asking who one is (1, 16 and 64), in turns with @supabase/lite on the same
 * PostgreSQL. Ours hashes with argon2id beside the event loop, lite with bcryptjs on it; what the hash function alone
 * allows on the same threads is measured in the same turns.
 */
import { compare, overHttp } from '../support/compare.ts'
import type { Load } from '../support/load.ts'
import { startOurServer } from '../support/our-server.ts'
import { startPostgres } from '../support/postgres.ts'

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

type Question = Omit<Load, 'connections' | 'seconds'>

const signIn = ({ url, key }: Service): Question => ({
  url: `${url}/auth/v1/token?grant_type=password`,
  method: 'POST',
  headers: { apikey: key, 'content-type': 'application/json' },
  body: JSON.stringify({ email, password }),
})

const readUser = ({ url, key }: Service, token: string): Question => ({
  url: `${url}/auth/v1/user`,
  headers: { apikey: key, authorization: `Bearer ${token}` },
})

/** The question as it will be asked, answered with the account it is about: its bytes are the least to be had. */
async function proven(question: Question, read: (answer: Record<string, unknown>) => unknown): Promise<Question> {
  const { url, method = 'GET', headers = {}, body } = question
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await answer.text()
  assert.ok(answer.ok, `${url} answered ${answer.status}: ${text}`)
  assert.equal(read(JSON.parse(text) as Record<string, unknown>), email)
  return { ...question, atLeast: Math.floor(Buffer.byteLength(text) * 0.9) }
}

const emailOf = (account: unknown) => (account as { email?: unknown } | undefined)?.email
const ofSession = ({ access_token: token, user }: Record<string, unknown>) => (token ? emailOf(user) : undefined)

await using postgres = await startPostgres()
await postgres.script('postgres', 'create database ours')
const migrated = await startOurServer({ DATABASE_URL: postgres.url('ours') })
await migrated[Symbol.asyncDispose]()
await postgres.script('postgres', 'create database lite template ours')
await postgres.script('lite', liteTablesSql)
await using ours = await startOurServer({ DATABASE_URL: postgres.url('ours') })
await using lite = await startLite({ postgres, database: 'lite', probe: '/auth/v1/settings' })
const services = {
  ours: { url: ours.url, key: ours.anonKey },
  lite: { url: lite.url, key: lite.publishableKey },
}
const tokens = { ours: await signUp(services.ours), lite: await signUp(services.lite) }

await compare({
  title: 'Signing in by password',
  contenders: {
    ours: overHttp(ours, postgres, await proven(signIn(services.ours), ofSession)),
    'hash alone': hashAlone,
    lite: overHttp(lite, postgres, await proven(signIn(services.lite), ofSession)),
  },
  clients: [8],
  seconds: 5,
  targets: [
    { peer: 'hash alone', clients: 8, atLeast: 0.9 },
    { peer: 'lite', clients: 8, atLeast: 5 },
  ],
})
await compare({
  title: 'GET user',
  contenders: {
    ours: overHttp(ours, postgres, await proven(readUser(services.ours, tokens.ours), emailOf)),
    lite: overHttp(lite, postgres, await proven(readUser(services.lite, tokens.lite), emailOf)),
  },
  clients: [1, 16, 64],
  targets: [{ peer: 'lite', clients: 16, atLeast: 8 }],
})
