import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { openRaw, type RawClient } from '../testing/raw-client.ts'
import { realtimeDatabase, startRealtime, type RealtimeServer, type ServerOptions } from '../testing/realtime-server.ts'
import { ada, tokenFor } from '../testing/tokens.ts'

let database: TestDatabase
const leftovers: AsyncDisposable[] = []

beforeAll(async () => {
  database = await realtimeDatabase()
})
afterEach(async () => {
  for (const leftover of leftovers.splice(0)) await leftover[Symbol.asyncDispose]()
})
afterAll(() => database.dispose())

async function start(config: ServerOptions['config'] = {}): Promise<RealtimeServer> {
  const server = await startRealtime({ database, config })
  leftovers.push(server)
  return server
}

const systemMessages = ({ frames }: RawClient) =>
  frames
    .filter(([, , , event]) => event === 'system')
    .map(([, , , , payload]) => (payload as { message: string }).message)

describe('W-08 floods', () => {
  test('W-08 a thousand broadcasts at once: told, and the channel closed', async () => {
    const client = await openRaw((await start()).origin)
    await client.join('realtime:shelf', {}, '1')
    for (let turn = 0; turn < 400; turn += 1) client.send('1', null, 'realtime:shelf', 'broadcast', { event: 'x' })
    await expect.poll(() => systemMessages(client)).toEqual(['Too many messages per second'])
    await expect.poll(() => client.frames.at(-1)?.[3]).toBe('phx_close')
  })

  test('W-08 one person over many websockets', async () => {
    const server = await start({ rates: { broadcastsPerUser: 20 } })
    const clients = await Promise.all([1, 2, 3].map(() => openRaw(server.origin, tokenFor(ada))))
    for (const client of clients) await client.join('realtime:shelf', {}, '1')
    for (const client of clients) {
      for (let turn = 0; turn < 10; turn += 1) client.send('1', null, 'realtime:shelf', 'broadcast', { event: 'x' })
    }
    await expect.poll(() => clients.flatMap(systemMessages)).toEqual(['Too many messages per second'])
  })

  test('W-08 joins without end drop the websocket', async () => {
    const client = await openRaw((await start({ rates: { joins: 20 } })).origin)
    for (let turn = 0; turn < 30; turn += 1) client.send('1', `${turn}`, `realtime:${turn}`, 'phx_join', {})
    expect(await client.closed).toBe(1008)
    const reasons = client.frames.map(([, , , , payload]) => (payload as { response?: { reason?: string } }).response)
    expect(reasons).toContainEqual({ reason: 'ClientJoinRateLimitReached: Too many joins per second' })
  })

  test('W-08 a hundred channels and no more', async () => {
    const client = await openRaw((await start({ connections: { channelsEach: 3 } })).origin)
    for (const name of ['a', 'b', 'c']) expect((await client.join(`realtime:${name}`)).status).toBe('ok')
    expect(await client.join('realtime:d')).toEqual({
      status: 'error',
      response: { reason: 'ChannelRateLimitReached: Too many channels' },
    })
  })

  test('W-08 ten websockets of one person and no more', async () => {
    const server = await start({ connections: { perUser: 2 } })
    const clients = await Promise.all([1, 2, 3].map(() => openRaw(server.origin, tokenFor(ada))))
    const answers = []
    for (const client of clients) answers.push((await client.join('realtime:shelf')).response['reason'])
    expect(answers).toEqual([undefined, undefined, 'ConnectionRateLimitReached: Too many connected users'])
  })

  test('W-08 a frame of 6 MB closes with 1009', async () => {
    const client = await openRaw((await start()).origin)
    client.socket.send(Buffer.alloc(6_000_000))
    expect(await client.closed).toBe(1009)
  })

  test('W-08 tiny frames without end', async () => {
    const client = await openRaw((await start()).origin)
    for (let turn = 0; turn < 2_000; turn += 1) client.socket.send('x')
    expect(await client.closed).toBe(1008)
  })

  test('W-08 no compression, so no bombs', async () => {
    const client = await openRaw((await start()).origin)
    expect(client.socket.extensions).toBe('')
  })
})

describe('W-09 clients that do not read', () => {
  test('W-09 are cut with 1013 while others hear everything in time', async () => {
    const server = await start({ sizes: { queue: 65_536 }, rates: { broadcasts: 10_000, frames: 10_000 } })
    const sleepers = await Promise.all(Array.from({ length: 20 }, () => openRaw(server.origin)))
    for (const sleeper of sleepers) {
      await sleeper.join('realtime:hall')
      sleeper.socket.pause()
    }
    const [awake, speaker] = [await openRaw(server.origin), await openRaw(server.origin)]
    await Promise.all([awake.join('realtime:hall'), speaker.join('realtime:hall', { broadcast: { ack: true } }, '1')])
    const text = 'x'.repeat(50_000)
    for (let turn = 0; turn < 200; turn += 1) {
      const reply = speaker.reply(`b${turn}`)
      speaker.send('1', `b${turn}`, 'realtime:hall', 'broadcast', { event: 'e', payload: { text, turn }, odd: 1 })
      await reply
    }
    await expect.poll(() => awake.frames.filter(([, , , event]) => event === 'broadcast').length).toBe(200)
    const cut = server.events.filter(({ kind }) => kind === 'realtime.slow-client-lost')
    expect(cut).toHaveLength(20)
    sleepers[0]?.socket.resume()
    expect(await sleepers[0]?.closed).toBe(1013)
    await expect.poll(() => server.connections(), { timeout: 30_000 }).toBe(2)
    for (const sleeper of sleepers) sleeper.socket.terminate()
  })

  test('W-09 what has waited too long is enough, however little it is', async () => {
    const server = await start({ times: { queueAge: 100 }, sizes: { queue: 1e9 } })
    const [sleeper, speaker] = [await openRaw(server.origin), await openRaw(server.origin)]
    await Promise.all([sleeper.join('realtime:hall'), speaker.join('realtime:hall', { broadcast: { ack: true } }, '1')])
    sleeper.socket.pause()
    const text = 'x'.repeat(400_000)
    for (let turn = 0; turn < 30; turn += 1) {
      const reply = speaker.reply(`b${turn}`)
      speaker.send('1', `b${turn}`, 'realtime:hall', 'broadcast', { event: 'e', payload: { text }, odd: 1 })
      await reply
      if (server.events.some(({ kind }) => kind === 'realtime.slow-client-lost')) break
    }
    await expect
      .poll(() => server.events.filter(({ kind }) => kind === 'realtime.slow-client-lost').length, { timeout: 30_000 })
      .toBe(1)
    sleeper.socket.terminate()
  })
})
