import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient } from '@supabase/supabase-js'
import { afterEach, describe, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { asOwner } from '../../../realtime/testing/database-owner.ts'
import { redisProgram, startRedis } from '../../../realtime/testing/redis-server.ts'
import { composeSystem, readConfig, type System } from '../index.ts'

let resources = new AsyncDisposableStack()
afterEach(async () => {
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

/** Two processes on one database. */
async function twoNodes(settings: Record<string, string> = {}): Promise<{ nodes: System[]; database: TestDatabase }> {
  const root = await mkdtemp(join(tmpdir(), 'rate-limits-'))
  resources.defer(() => rm(root, { recursive: true }))
  const database = await createTestDatabase({ migrations: [] })
  resources.defer(() => database.dispose())
  const own = { PORT: '0', LOG_LEVEL: 'silent', SEED_DEMO: 'off', DATABASE_URL: database.url, DATA_DIR: root }
  const start = () => composeSystem(readConfig({ ...own, ...settings }, { root }))
  const nodes = [resources.use(await start()), resources.use(await start())]
  return { nodes, database }
}

const password = 'Analytical-Engine-1843'
const clientOf = ({ url, anonKey }: System) =>
  createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })

async function member(node: System, name: string): Promise<string> {
  const email = `${name}@shop.example`
  const { error } = await clientOf(node).auth.signUp({ email, password })
  if (error) throw error
  return email
}

async function signIn(node: System, email: string, text: string): Promise<string> {
  const { error } = await clientOf(node).auth.signInWithPassword({ email, password: text })
  return error === null ? 'in' : String(error.code)
}

/** How many wrong passwords are compared before each of the nodes refuses to go on. */
async function triesUntilRefused(nodes: readonly System[], email: string): Promise<number> {
  const refused = new Set<number>()
  for (let count = 0; ; count += 1) {
    const index = count % nodes.length
    const code = await signIn(nodes[index]!, email, `wrong ${count}`)
    if (code === 'over_request_rate_limit') refused.add(index)
    else if (code !== 'invalid_credentials') throw new Error(code)
    if (refused.size === nodes.length) return count + 1 - nodes.length
  }
}

const bound = 10

describe('M6 wrong passwords for one account, tried at two nodes in turn', () => {
  it('reach the bound of one node; so do mails to one address; and who knows the password is as free as before', async () => {
    const { nodes } = await twoNodes()
    const [ada, bob] = [await member(nodes[0]!, 'ada'), await member(nodes[1]!, 'bob')]
    expect(await triesUntilRefused(nodes, ada)).toBe(bound)
    expect(await signIn(nodes[0]!, ada, password)).toBe('over_request_rate_limit')
    for (const node of [...nodes, ...nodes, ...nodes]) expect(await signIn(node, bob, password)).toBe('in')
    expect((await clientOf(nodes[0]!).auth.resetPasswordForEmail(bob)).error).toBeNull()
    expect((await clientOf(nodes[1]!).auth.resetPasswordForEmail(bob)).error?.code).toBe('over_email_send_rate_limit')
  })

  it.skipIf(redisProgram === null)(
    'do by Redis, and while it is gone; without table either, each node has its own',
    async () => {
      const redis = resources.use(await startRedis())
      const { nodes, database } = await twoNodes({ REDIS_URL: redis.url })
      const names = ['ada', 'bob', 'eve', 'zoe']
      const [ada, bob, eve, zoe] = await Promise.all(names.map((name) => member(nodes[0]!, name)))
      expect(await triesUntilRefused(nodes, ada!)).toBe(bound)
      await redis.kill()
      expect(await triesUntilRefused(nodes, bob!)).toBe(bound)
      expect(await signIn(nodes[1]!, zoe!, password)).toBe('in')
      await asOwner(database, 'alter table auth.rate_buckets rename to rate_buckets_gone')
      expect(await triesUntilRefused(nodes, eve!)).toBe(bound * nodes.length)
      for (const node of nodes) expect(await signIn(node, zoe!, password)).toBe('in')
    },
  )
})
