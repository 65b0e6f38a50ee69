import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

import { databaseMigrations } from '@platform/database'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { asOwner } from '../../../realtime/testing/database-owner.ts'
import { redisProgram, startRedis, type RedisServer } from '../../../realtime/testing/redis-server.ts'
import {
  authMigrations,
  createRedisRateLimiter,
  createSharedRateLimiter,
  createTableRateLimiter,
  type AuthEvent,
  type RateLimiter,
} from '../../src/index.ts'

const rate = { limit: 5, seconds: 3600 }

let database: TestDatabase
let redis: RedisServer | null = null
const leftovers: (() => PromiseLike<unknown>)[] = []

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [databaseMigrations, authMigrations] })
  if (redisProgram !== null) redis = await startRedis()
})
afterEach(async () => {
  for (const end of leftovers.splice(0).reverse()) await end()
})
afterAll(async () => {
  await redis?.[Symbol.asyncDispose]()
  await database.dispose()
})

function byTable(): RateLimiter {
  return createTableRateLimiter(database.databases.system)
}

async function byRedis(url = redis?.url ?? ''): Promise<RateLimiter> {
  const limiter = await createRedisRateLimiter(url)
  leftovers.push(() => limiter[Symbol.asyncDispose]())
  return limiter
}

/** Answers once it counts by its store. */
async function counting(limiter: RateLimiter): Promise<RateLimiter> {
  await expect.poll(() => limiter.take(crypto.randomUUID(), rate).catch(() => null)).toBe(0)
  return limiter
}

const grantedOf = (answers: readonly number[]) => answers.filter((wait) => wait === 0).length

/** Of so many tries at once by two processes. */
async function tries(limiters: readonly RateLimiter[], key: string, count = 20): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => limiters[index % limiters.length]!.take(key, rate)))
}

const stores = [
  { store: 'a table', isMissing: false, open: async () => byTable() },
  { store: 'Redis', isMissing: redisProgram === null, open: () => byRedis() },
]

describe.each(stores)('two processes that count in $store', ({ store, isMissing, open }) => {
  it.skipIf(isMissing)('grant together what one does, and say how long the others wait', async () => {
    const both = [await counting(await open()), await counting(await open())]
    const answers = await tries(both, `many at once in ${store}`)
    expect(grantedOf(answers)).toBe(5)
    const waits = answers.filter((wait) => wait > 0)
    for (const wait of waits) {
      expect(wait).toBeGreaterThan(600)
      expect(wait).toBeLessThanOrEqual(720)
    }
    expect(await both[0]!.take(`another in ${store}`, rate)).toBe(0)
  })

  it.skipIf(isMissing)('put back what did not count, and never more than there is room for', async () => {
    const [one, other] = [await counting(await open()), await counting(await open())]
    const key = `given back in ${store}`
    expect(grantedOf(await tries([one, other], key, 5))).toBe(5)
    expect(await other.take(key, rate)).toBeGreaterThan(0)
    await one.giveBack(key, rate)
    expect(await other.take(key, rate)).toBe(0)
    expect(await one.take(key, rate)).toBeGreaterThan(0)
    for (let count = 0; count < 9; count += 1) await other.giveBack(key, rate)
    await other.giveBack(`never taken in ${store}`, rate)
    for (const each of [key, `never taken in ${store}`]) expect(grantedOf(await tries([one, other], each))).toBe(5)
  })
})

it('a table keeps no address, and D-22 locks nobody out when the clock is set back', async () => {
  const limiter = byTable()
  expect(grantedOf(await tries([limiter], 'ada@shop.example', 6))).toBe(5)
  expect(await asOwner(database, `select from auth.rate_buckets where key like '%ada%' or key like '%@%'`)).toBe(0)
  await asOwner(database, `update auth.rate_buckets set full_at = clock_timestamp() + interval '2 days'`)
  expect(grantedOf(await tries([limiter], 'ada@shop.example', 6))).toBe(5)
})

/** A way to Redis that can fall silent without ending. */
async function wayTo(url: string) {
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      one.pipe(other).on('error', () => {})
      sockets.push(one)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  leftovers.push(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallSilent: () => sockets.forEach((socket) => void socket.unpipe().resume()),
  }
}

describe('while what is shared is away', () => {
  function shared(...named: readonly (readonly [string, RateLimiter])[]) {
    const events: AuthEvent[] = []
    const all = named.map(([name, limiter]) => ({ name, limiter }))
    const limiter = createSharedRateLimiter({ stores: all, observe: (event) => events.push(event), now: () => 0 })
    const lost = () => events.flatMap((event) => (event.kind === 'auth.rates-unshared' ? [event.store] : []))
    return { limiter, lost }
  }

  it.skipIf(redisProgram === null)('a Redis that hangs: the table counts for both, and nobody is refused', async () => {
    const way = await wayTo(redis!.url)
    const [one, other] = [await counting(await byRedis(way.url)), await counting(await byRedis(way.url))]
    const both = [shared(['redis', one], ['table', byTable()]), shared(['redis', other], ['table', byTable()])]
    way.fallSilent()
    const answers = await tries(
      both.map(({ limiter }) => limiter),
      'while Redis hangs',
    )
    expect(grantedOf(answers)).toBe(5)
    for (const { lost } of both) expect(new Set(lost())).toEqual(new Set(['redis']))
  })

  it('nothing at all: each counts by itself, bounded, and tells once that it does', async () => {
    const nowhere = 'redis://127.0.0.1:1'
    const both = [shared(['redis', await byRedis(nowhere)]), shared(['redis', await byRedis(nowhere)])]
    for (const { limiter, lost } of both) {
      for (const granted of [true, true, true, true, true, false]) {
        expect((await limiter.take('alone', rate)) === 0).toBe(granted)
      }
      await limiter.giveBack('alone', rate)
      expect(await limiter.take('alone', rate)).toBe(0)
      expect(lost()).toEqual(['redis'])
    }
  })
})
