import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { postgresBus } from '../src/wire.ts'
import { startBalancer } from '../testing/balancer.ts'
import { clientFor } from '../testing/client.ts'
import { Guest } from '../testing/guest.ts'
import { realtimeDatabase, startRealtime } from '../testing/realtime-server.ts'
import { spawnNode } from '../testing/spawn-node.ts'

const config = { times: { heartbeat: 500, nodeSilent: 3_000 } }
const guestCount = 20

let database: TestDatabase
const leftovers: (() => PromiseLike<unknown>)[] = []

beforeAll(async () => {
  database = await realtimeDatabase()
})
afterEach(async () => {
  for (const end of leftovers.splice(0).reverse()) await end()
})
afterAll(() => database.dispose())

test('a node is killed: its clients are with the other one within 5 s, and presence is right again', async () => {
  const staying = await startRealtime({ database, openBus: postgresBus(database.databases.system), config })
  leftovers.push(() => staying[Symbol.asyncDispose]())
  const dying = await spawnNode({ databaseUrl: database.url, redisUrl: null, config })
  leftovers.push(() => dying.kill())
  await expect.poll(() => staying.events.map(({ kind }) => kind), { timeout: 30_000 }).toContain('realtime.node-joined')
  const balancer = await startBalancer([staying.origin, dying.origin])
  leftovers.push(() => balancer[Symbol.asyncDispose]())

  const names = Array.from({ length: guestCount }, (_, index) => `guest ${index + 10}`)
  const guests = names.map((name) => {
    const client = clientFor(balancer.origin, 'anon', { ownDelays: true })
    leftovers.push(() => client.realtime.disconnect())
    return new Guest(client, 'reading room', name).enter()
  })
  const seesAll = () => guests.filter(({ sees }) => sees.join() === names.join()).length
  await expect.poll(seesAll, { timeout: 30_000 }).toBe(guestCount)
  expect(staying.connections()).toBe(guestCount / 2)

  const killedAt = performance.now()
  await dying.kill()
  await expect.poll(() => guests.filter(({ isBack }) => isBack).length, { timeout: 30_000 }).toBe(guestCount / 2)
  const ways = guests.filter(({ isBack }) => isBack).map(({ joinedAt }) => (joinedAt ?? 0) - killedAt)
  expect(ways.sort((a, b) => a - b)[guestCount / 4]).toBeLessThan(5_000)
  expect(staying.connections()).toBe(guestCount)

  // Those that died with the node leave when its heartbeats have been missed for long enough: nobody stands there twice.
  await expect.poll(seesAll, { timeout: 30_000 }).toBe(guestCount)
  await guests[0]!.channel.send({ type: 'broadcast', event: 'bell', payload: { rings: 1 } })
  await expect.poll(() => guests.filter(({ heard }) => heard.length === 1).length).toBe(guestCount - 1)
})
