import { once } from 'node:events'
import { connect } from 'node:net'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { joined } from '../testing/client.ts'
import { openRaw, refusalOf, type RawClient } from '../testing/raw-client.ts'
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

describe('who is refused before there is a websocket (WIRE §4.1)', () => {
  test.each([
    { query: 'vsn=2.0.0', status: 401, error: 'API key is missing' },
    { query: `apikey=${tokenFor('anon', { exp: 1 })}`, status: 401, error: 'Token has expired' },
    { query: 'apikey=nonsense', status: 401, error: 'The token provided is not a valid JWT' },
    { query: 'apikey=e30.e30.e30', status: 401, error: 'Failed to validate JWT signature' },
    {
      query: `apikey=${tokenFor('anon', { exp: undefined })}`,
      status: 401,
      error: 'Fields `role` and `exp` are required in JWT',
    },
  ])('$error', async ({ query, status, error }) => {
    const { origin } = await start()
    const address = `${origin.replace('http', 'ws')}/realtime/v1/websocket?${query}`
    expect(await refusalOf(address)).toEqual({ status, body: { error } })
  })

  test('too many from one address, and nothing else answers websockets', async () => {
    const { origin } = await start({ connections: { perNetwork: 1 } })
    await openRaw(origin)
    const address = `${origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${tokenFor('anon')}`
    expect(await refusalOf(address)).toEqual({ status: 429, body: { error: 'Too many connected users' } })
  })

  test('an opaque key opens a websocket as the public role', async () => {
    const { origin } = await start()
    const client = await openRaw(origin, 'sb_publishable_key')
    expect(await client.join('realtime:shelf')).toEqual({ status: 'ok', response: { postgres_changes: [] } })
  })
})

describe('W-06 topics that are none', () => {
  test.each([
    { topic: 'realtime:', reason: 'TopicNameRequired: You must provide a topic name' },
    { topic: `realtime:${'a'.repeat(1_000)}`, reason: 'InvalidJoinPayload: The topic is longer than 255 bytes' },
    { topic: 'elsewhere:shelf', reason: 'unmatched topic' },
  ])('W-06 $reason', async ({ topic, reason }) => {
    const client = await openRaw((await start()).origin)
    expect(await client.join(topic)).toEqual({ status: 'error', response: { reason } })
  })

  test('W-06 wildcards, dots and colons are plain characters', async () => {
    const server = await start()
    const [spy, victim] = [await openRaw(server.origin), await openRaw(server.origin)]
    for (const topic of ['realtime:*', 'realtime:..', 'realtime:private:shelf', 'realtime:public:shelf']) {
      expect((await spy.join(topic)).status).toBe('ok')
    }
    await victim.join('realtime:shelf', { broadcast: { self: true } })
    victim.send('join realtime:shelf', '2', 'realtime:shelf', 'broadcast', { event: 'e', payload: {}, odd: 1 })
    await expect.poll(() => victim.frames.some(([, , , event]) => event === 'broadcast')).toBe(true)
    expect(spy.frames.filter(([, , , event]) => event === 'broadcast')).toEqual([])
  })

  test('W-06 a second join replaces the first, and the first may say nothing more', async () => {
    const client = await openRaw((await start()).origin)
    await client.join('realtime:shelf', {}, '1')
    await client.join('realtime:shelf', { broadcast: { ack: true } }, '2')
    expect(client.frames).toContainEqual(['1', '1', 'realtime:shelf', 'phx_close', {}])
    client.send('1', '3', 'realtime:shelf', 'broadcast', { event: 'late', payload: {} })
    expect(await client.reply('3')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
    client.send('2', '4', 'realtime:shelf', 'broadcast', { event: 'right', payload: {} })
    expect(await client.reply('4')).toEqual({ status: 'ok', response: {} })
  })
})

describe('W-10 clients that vanish', () => {
  test('W-10 are let go when they have been silent for too long, and their presence leaves', async () => {
    const server = await start({ times: { silent: 1_500 } })
    const watcher = server.client()
    const seen = watcher.channel('hall').on('presence', { event: 'sync' }, () => {})
    await joined(seen)
    const alive = setInterval(() => void seen.send({ type: 'broadcast', event: 'still here', payload: {} }), 300)
    const ghost = await openRaw(server.origin)
    await ghost.join('realtime:hall', { presence: { key: 'ghost' } }, '1')
    ghost.send('1', '2', 'realtime:hall', 'presence', { event: 'track', payload: {} })
    await expect.poll(() => Object.keys(seen.presenceState())).toEqual(['ghost'])
    await expect.poll(() => Object.keys(seen.presenceState()), { timeout: 30_000 }).toEqual([])
    expect(await ghost.closed).toBe(1001)
    clearInterval(alive)
  })

  test('W-10 a handshake that is broken off leaves nothing behind', async () => {
    const server = await start({ connections: { perNetwork: 1 } })
    for (let turn = 0; turn < 3; turn += 1) {
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(
        `GET /realtime/v1/websocket?apikey=${tokenFor('anon')} HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\n`,
      )
      socket.end('Upgrade: websocket\r\n\r\n')
      socket.resume()
      await once(socket, 'close')
    }
    await expect.poll(async () => (await openRaw(server.origin)).socket.readyState).toBe(1)
  })
})

describe('W-11 pages of others', () => {
  test('W-11 cookies open nothing, whatever page they come from', async () => {
    const { origin } = await start()
    const headers = { cookie: `token=${tokenFor(ada)}`, origin: 'https://evil.example' }
    const refusal = await refusalOf(`${origin.replace('http', 'ws')}/realtime/v1/websocket`, headers)
    expect(refusal).toEqual({ status: 401, body: { error: 'API key is missing' } })
  })
})

describe('W-12 tokens in addresses', () => {
  test('W-12 nothing that is reported holds a token, a topic or a payload', async () => {
    const server = await start()
    const client = await openRaw(server.origin, tokenFor('anon', { canary: 'canary-claim' }))
    await client.join('realtime:canary-topic', {}, '1')
    client.send('1', '2', 'realtime:canary-topic', 'broadcast', { event: 'canary-event', payload: 'canary-payload' })
    client.socket.close()
    await client.closed
    await expect.poll(() => server.events.map(({ kind }) => kind)).toContain('realtime.disconnected')
    const told = JSON.stringify(server.events)
    expect(told).not.toContain('canary')
    expect(told).not.toContain(tokenFor('anon').split('.')[1]?.slice(0, 20))
  })
})

describe('W-13 everybody comes back at once', () => {
  test('W-13 a stop closes with 1012 and lets nobody in', async () => {
    const server = await start()
    const client = await openRaw(server.origin)
    await client.join('realtime:shelf', {}, '1')
    await server.drain()
    expect(await client.closed).toBe(1012)
    expect(systemMessages(client)).toEqual(['Realtime is restarting, please standby'])
    const address = `${server.origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${tokenFor('anon')}`
    expect((await refusalOf(address)).status).toBe(503)
  })

  test('W-13 five hundred join a private channel without exhausting the database', async () => {
    const server = await start({ connections: { perNetwork: 1_000 } })
    const started = performance.now()
    const clients = await Promise.all(Array.from({ length: 500 }, () => openRaw(server.origin)))
    const answers = await Promise.all(clients.map((client) => client.join('realtime:shelf', { private: true })))
    const reason = 'Unauthorized: You do not have permissions to read from this Channel topic: shelf'
    expect(new Set(answers.map(({ response }) => response['reason']))).toEqual(new Set([reason]))
    expect(performance.now() - started).toBeLessThan(30_000)
    for (const client of clients) client.socket.terminate()
  })
})
