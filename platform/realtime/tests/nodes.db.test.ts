import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { TestDatabase } from '../../../tests/support/test-database.ts'
import type { OpenBus } from '../src/index.ts'
import { memoryBus, postgresBus, redisBus } from '../src/wire.ts'
import { clientFor, joined } from '../testing/client.ts'
import { asOwner } from '../testing/database-owner.ts'
import { realtimeDatabase, startRealtime, type RealtimeServer } from '../testing/realtime-server.ts'
import { redisProgram, startRedis, type RedisServer } from '../testing/redis-server.ts'
import { spawnNode } from '../testing/spawn-node.ts'
import { ada, bob } from '../testing/tokens.ts'

const config = { times: { heartbeat: 200, nodeSilent: 1_500 }, rates: { presencesPerChannel: 50 } }

let database: TestDatabase
let redis: RedisServer | null = null
const leftovers: (() => PromiseLike<unknown>)[] = []

beforeAll(async () => {
  database = await realtimeDatabase()
  if (redisProgram !== null) redis = await startRedis()
})
afterEach(async () => {
  for (const end of leftovers.splice(0).reverse()) await end()
})
afterAll(async () => {
  await redis?.[Symbol.asyncDispose]()
  await database.dispose()
})

async function startNode(openBus: OpenBus): Promise<RealtimeServer> {
  const server = await startRealtime({ database, openBus, config })
  leftovers.push(() => server[Symbol.asyncDispose]())
  return server
}

function clientOf(origin: string, who: string): SupabaseClient {
  const client = clientFor(origin, who)
  leftovers.push(() => client.realtime.disconnect())
  return client
}

function heardOn(channel: RealtimeChannel): unknown[] {
  const heard: unknown[] = []
  channel.on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload))
  return heard
}

function present(client: SupabaseClient, topic: string, key: string): RealtimeChannel {
  return client.channel(topic, { config: { presence: { key } } }).on('presence', { event: 'sync' }, () => {})
}

const keysOf = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).sort()

const between = memoryBus()
const buses = [
  { bus: 'memory', isMissing: false, open: () => between },
  { bus: 'PostgreSQL', isMissing: false, open: () => postgresBus(database.databases.system) },
  {
    bus: 'Redis',
    isMissing: redisProgram === null,
    open: () => redisBus({ url: redis?.url ?? '', channel: 'test' }),
  },
]

describe.each(buses)('two nodes with $bus between them', ({ open, isMissing }) => {
  test.skipIf(isMissing)('broadcasts cross, JSON and bytes', async () => {
    const [one, two] = [await startNode(open()), await startNode(open())]
    await expect.poll(() => one.events.map(({ kind }) => kind)).toContain('realtime.node-joined')
    const listening = clientOf(two.origin, ada).channel('shelf')
    const heard = heardOn(listening)
    await joined(listening)
    const speaking = await joined(clientOf(one.origin, bob).channel('shelf'))
    await speaking.send({ type: 'broadcast', event: 'sold', payload: { title: 'Émile' } })
    await speaking.send({ type: 'broadcast', event: 'cover', payload: Uint8Array.from([0, 255]).buffer })
    await expect.poll(() => heard).toEqual([{ title: 'Émile' }, Uint8Array.from([0, 255]).buffer])
  })

  test.skipIf(isMissing)('presences cross, and a node that comes later learns of them', async () => {
    const one = await startNode(open())
    const hers = await joined(present(clientOf(one.origin, ada), 'lobby', 'ada'))
    await hers.track({ shelf: 1 })
    const two = await startNode(open())
    const his = await joined(present(clientOf(two.origin, bob), 'lobby', 'bob'))
    await his.track({ shelf: 2 })
    await expect
      .poll(() => [keysOf(hers), keysOf(his)])
      .toEqual([
        ['ada', 'bob'],
        ['ada', 'bob'],
      ])
    await hers.untrack()
    await expect.poll(() => keysOf(his)).toEqual(['bob'])
    await two[Symbol.asyncDispose]()
    await expect.poll(() => keysOf(hers)).toEqual([])
  })
})

describe.each(buses.filter(({ bus }) => bus !== 'memory'))(
  'a node that dies, with $bus',
  ({ bus, isMissing, open }) => {
    test.skipIf(isMissing)('its presences leave when its heartbeats stop', async () => {
      const one = await startNode(open())
      const redisUrl = bus === 'Redis' ? (redis?.url ?? null) : null
      const two = await spawnNode({ databaseUrl: database.url, redisUrl, config })
      leftovers.push(() => two.kill())
      const hers = await joined(present(clientOf(one.origin, ada), 'lobby', 'ada'))
      const his = await joined(present(clientOf(two.origin, bob), 'lobby', 'bob'))
      await his.track({})
      await expect.poll(() => keysOf(hers)).toEqual(['bob'])
      await two.kill()
      // The heartbeats of 200 ms are missed for 1.5 s, and noticed with the next one.
      await expect.poll(() => keysOf(hers), { timeout: 30_000 }).toEqual([])
    })
  },
)

describe('what carries the messages dies', () => {
  test('PostgreSQL ends the listening connection: what was sent meanwhile is read later', async () => {
    const [one, two] = [await startNode(buses[1]!.open()), await startNode(buses[1]!.open())]
    await expect.poll(() => one.events.map(({ kind }) => kind)).toContain('realtime.node-joined')
    const listening = clientOf(two.origin, ada).channel('shelf')
    const heard = heardOn(listening)
    await joined(listening)
    const speaking = await joined(clientOf(one.origin, bob).channel('shelf'))
    // Its last words are a heartbeat's once it has had one.
    const ended = await asOwner(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where (query ilike 'listen "realtime_relay"' or query = 'select 1') and datname = current_database()`,
    )
    expect(ended).toBeGreaterThan(0)
    for (let copy = 1; copy <= 5; copy += 1)
      await speaking.send({ type: 'broadcast', event: 'sold', payload: { copy } })
    await expect
      .poll(() => heard, { timeout: 30_000 })
      .toEqual([{ copy: 1 }, { copy: 2 }, { copy: 3 }, { copy: 4 }, { copy: 5 }])
  })

  test.runIf(redisProgram !== null)('Redis is killed and comes back: presences agree again', async () => {
    const [one, two] = [await startNode(buses[2]!.open()), await startNode(buses[2]!.open())]
    const hers = await joined(present(clientOf(one.origin, ada), 'lobby', 'ada'))
    const his = await joined(present(clientOf(two.origin, bob), 'lobby', 'bob'))
    await his.track({})
    await expect.poll(() => keysOf(hers)).toEqual(['bob'])
    await redis?.kill()
    await expect.poll(() => one.events.map(({ kind }) => kind)).toContain('realtime.bus-lost')
    await hers.track({})
    await his.untrack()
    await redis?.start()
    await expect.poll(() => [keysOf(hers), keysOf(his)], { timeout: 30_000 }).toEqual([['ada'], ['ada']])
  })
})
