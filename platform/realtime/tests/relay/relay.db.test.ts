/** One process reads the log for all: what happens when it, or Redis, is killed; and that nodes hear only what they ask for. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { draws } from '../../../../tests/support/draws.ts'
import { rowsOf } from '../../../../tests/support/test-database.ts'
import { ada, bob } from '../../testing/bookshop.ts'
import { joined } from '../../testing/client.ts'
import { anon, openNode, person, startListening, type Ear, type Listening } from '../../testing/listening.ts'
import { startRealtime } from '../../testing/realtime-server.ts'
import { redisProgram, startRedis, type RedisServer } from '../../testing/redis-server.ts'

const books = { event: 'INSERT', schema: 'public', table: 'books' }
const letters = { event: 'INSERT', schema: 'public', table: 'letters' }
const titles = (ear: Ear) => ear.of('books').map(({ record }) => record?.['title'])
const patience = { timeout: 30_000, interval: 20 }

let redis: RedisServer
let shop: Listening
const leftovers: (() => PromiseLike<unknown>)[] = []

beforeAll(async () => {
  if (redisProgram !== null) redis = await startRedis()
})
beforeEach(async () => {
  if (redisProgram !== null) shop = await startListening({ source: { relay: { url: redis.url, prefix: 'test:' } } })
})
afterEach(async () => {
  if (redisProgram === null) return
  for (const end of leftovers.splice(0).reverse()) await end()
  // PostgreSQL notices a moment later that whoever read is dead, and drops no database that is read.
  const isRead = async () => (await slots()).some(({ active }) => active)
  await vi.waitFor(
    async () => ((await isRead()) ? Promise.reject(new Error('A slot is read still')) : undefined),
    patience,
  )
  await shop[Symbol.asyncDispose]()
})
afterAll(async () => {
  if (redisProgram !== null) await redis[Symbol.asyncDispose]()
})

interface RelayProcess {
  isActive(): boolean
  end(signal: NodeJS.Signals): Promise<void>
}

async function spawnRelay(): Promise<RelayProcess> {
  const file = fileURLToPath(new URL('../../testing/relay-process.ts', import.meta.url))
  const options = JSON.stringify({ databaseUrl: shop.database.url, redisUrl: redis.url })
  const child = spawn(process.execPath, [file, options], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += String(text)))
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    if (signal === 'SIGKILL') await once(child, 'exit')
  }
  leftovers.push(() => end('SIGKILL'))
  await vi.waitFor(() => expect(said).toContain('waits'), patience)
  return { isActive: () => said.includes('active'), end }
}

const node = () => {
  const opened = openNode(shop.database, { source: { relay: { url: redis.url, prefix: 'test:' } } })
  leftovers.push(opened.close)
  return opened
}

const isActive = (relay: RelayProcess) => vi.waitFor(() => expect(relay.isActive()).toBe(true), patience)
const insert = (title: string) => shop.run(`insert into books (title, author) values ('${title}', '${ada}')`)
const slots = () =>
  rowsOf<{ name: string; active: boolean }>(
    shop.database,
    `select slot_name as name, active from pg_replication_slots where database = current_database()`,
  )

describe.skipIf(redisProgram === null)('with a relay', () => {
  test('two nodes hear what they ask for, as who asks may see it, and the log is read once', async () => {
    await isActive(await spawnRelay())
    const other = node()
    const hers = await shop.listen(person(ada), books)
    const his = await other.listen(person(bob), letters)
    await shop.run(`insert into readers values ('B', '${bob}')`)
    await shop.run(`insert into books (title, author, is_public) values ('Secret', '${bob}', false);
      insert into books (title, tags, facts) values ('Open', '{a,b}', '{"x":1}');
      insert into letters (shelf, body) values ('B', 'Hello'), ('C', 'Not for him')`)
    await shop.ring(hers, his)
    expect(titles(hers)).toEqual(['Open'])
    expect(hers.of('books')[0]?.record).toMatchObject({ tags: ['a', 'b'], facts: { x: 1 } })
    expect(his.of('letters').map(({ record }) => record?.['body'])).toEqual(['Hello'])
    expect(his.of('books')).toEqual([])
    expect(await slots()).toHaveLength(1)
  })

  test('what SQL sends reaches whoever follows its topic, and nobody else', async () => {
    await isActive(await spawnRelay())
    const [one, two] = [shop.messages(), node()]
    const there = two.messages()
    await shop.changes.sentMessages.follow('user:ada')
    await two.changes.sentMessages.follow('user:bob')
    const send = (topic: string) => shop.run(`select realtime.send('{"to":"${topic}"}', 'word', '${topic}', true)`)
    for (const topic of ['user:ada', 'user:bob', 'user:eve', 'user:ada']) await send(topic)
    await vi.waitFor(() => expect([one.heard.length, there.heard.length]).toEqual([2, 1]), patience)
    expect(one.heard.map(({ topic }) => topic)).toEqual(['user:ada', 'user:ada'])
    expect(there.heard.map(({ topic }) => topic)).toEqual(['user:bob'])
    one.stop()
    there.stop()
  })

  test('whoever has joined a channel hears what SQL sends there, from the first word on', async () => {
    await isActive(await spawnRelay())
    const place = { relay: { url: redis.url, prefix: 'test:' } }
    const server = await startRealtime({ database: shop.database, changesFrom: place })
    leftovers.push(() => server[Symbol.asyncDispose]())
    const channel = server.client(ada).channel('counter')
    const heard: unknown[] = []
    channel.on('broadcast', { event: 'bell' }, ({ payload }) => heard.push(payload['count']))
    await joined(channel)
    for (const count of [1, 2]) await shop.run(`select realtime.send('{"count":${count}}', 'bell', 'counter', false)`)
    await vi.waitFor(() => expect(heard).toEqual([1, 2]), patience)
  })

  const kills = draws({ few: 2, many: 20 })
  test(
    'it is killed again and again while people write: the next one goes on, and nothing is lost or told twice',
    { timeout: 20_000 + kills * 20_000 },
    async () => {
      let [active, waiting] = [await spawnRelay(), null as RelayProcess | null]
      await isActive(active)
      const ears = [await shop.listen(anon, books), await node().listen(person(ada), books)]
      let written = 0
      const enough = new AbortController()
      const writing = (async () => {
        while (!enough.signal.aborted) await insert(String((written += 1)))
      })()
      for (let kill = 0; kill < kills; kill += 1) {
        waiting = await spawnRelay()
        expect(waiting.isActive()).toBe(false)
        const before = written
        await vi.waitFor(() => expect(written).toBeGreaterThan(before + 20), patience)
        await active.end('SIGKILL')
        await isActive(waiting)
        active = waiting
      }
      enough.abort()
      await writing
      await shop.ring(...ears)
      const all = Array.from({ length: written }, (_, index) => String(index + 1))
      for (const ear of ears) {
        expect(titles(ear)).toEqual(all)
        expect(ear.losses).toEqual([])
      }
      expect(await slots()).toHaveLength(1)
    },
  )

  // Eight seconds of silence, in the long run alone.
  test.runIf(draws({ few: 0, many: 1 }) === 1)(
    'one that hangs is replaced, and says nothing twice when it wakes up',
    async () => {
      const hanging = await spawnRelay()
      await isActive(hanging)
      const ear = await shop.listen(anon, books)
      const next = await spawnRelay()
      await hanging.end('SIGSTOP')
      for (const title of ['one', 'two', 'three']) await insert(title)
      await isActive(next)
      await hanging.end('SIGCONT')
      await insert('four')
      await vi.waitFor(() => expect(titles(ear)).toEqual(['one', 'two', 'three', 'four']), patience)
      expect(ear.losses).toEqual([])
    },
  )

  test('Redis is killed: people hear that something may be missing, and then all that comes', async () => {
    await isActive(await spawnRelay())
    const ear = await shop.listen(anon, books)
    await insert('before')
    await vi.waitFor(() => expect(titles(ear)).toEqual(['before']), patience)
    await redis.kill()
    await insert('meanwhile')
    await redis.start()
    await vi.waitFor(() => expect(ear.losses.length).toBeGreaterThan(0), patience)
    await insert('after')
    await vi.waitFor(() => expect(titles(ear).at(-1)).toBe('after'), patience)
  })
})
