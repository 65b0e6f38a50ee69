import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { expect, onTestFinished, test, vi } from 'vitest'

import type { HttpEvent } from './events.ts'
import { createHttpServer } from './http-server.ts'

const text = 'All happy families are alike. '.repeat(100)

/** Counts how often the route itself is asked. */
async function serveBook() {
  const events: HttpEvent[] = []
  const state = { asked: 0, holds: true }
  const http = createHttpServer({
    crossOrigin: { prefixes: ['/books'], ownPreflights: [] },
    https: true,
    trustProxy: false,
    observe: (event) => void events.push(event),
  })
  http.fastify.get('/books/:name', (request, reply) => {
    state.asked += 1
    reply.holdsWhile = () => state.holds
    reply.header('etag', '"1"')
    if (request.headers['if-none-match'] === '"1"') return reply.code(304).send()
    return reply.type('text/plain').send(Buffer.from(text))
  })
  http.fastify.post('/books/:name', () => 'stored')
  const { port } = await http.claim({ host: '127.0.0.1', port: 0 })
  await http.open()
  onTestFinished(() => http.close(0))
  const ask = async (headers: Record<string, string> = {}, method = 'GET') => {
    const sent = httpRequest({ port, method, path: '/books/anna', headers })
    sent.end(headers['content-length'] === undefined ? undefined : 'x')
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
  }
  return { http, events, state, ask }
}

const withoutOwn = ({ headers, ...rest }: { headers: IncomingMessage['headers'] }) => {
  const { 'x-request-id': id, 'sb-request-id': same, date, ...alike } = headers
  expect([id, date]).toEqual([same, expect.stringContaining('GMT')])
  return { ...rest, headers: alike }
}

test.each([
  ['whole', {}],
  ['packed', { 'accept-encoding': 'br' }],
  ['not again', { 'if-none-match': '"1"' }],
])('an answer is given again to the letter (%s)', async (_, headers: Record<string, string>) => {
  const { ask, state } = await serveBook()
  const [first, second, third] = [await ask(headers), await ask(headers), await ask(headers)]
  expect(state.asked).toBe(1)
  expect([withoutOwn(second), withoutOwn(third)]).toEqual([withoutOwn(first), withoutOwn(first)])
  expect(second.headers['x-request-id']).not.toBe(third.headers['x-request-id'])
  expect((await ask({ ...headers, 'x-request-id': 'trace-1234' })).headers['sb-request-id']).toBe('trace-1234')
})

test('who asks for something else is heard', async () => {
  const { ask, state } = await serveBook()
  const others = [
    { 'accept-encoding': 'gzip' },
    { 'if-none-match': '"0"' },
    { 'if-none-match': '' },
    { accept: 'text/plain' },
    { 'sec-fetch-dest': 'script' },
  ]
  await ask()
  for (const headers of others) await ask(headers)
  expect(state.asked).toBe(1 + others.length)
  const neverKnown = [{ range: 'bytes=0-1' }, { 'if-modified-since': 'x' }, { 'service-worker': 'script' }]
  for (const headers of [...neverKnown, ...neverKnown, { 'content-length': '1' }]) await ask(headers)
  expect(state.asked).toBe(1 + others.length + 7)
  expect((await ask({}, 'POST')).body.toString()).toBe('stored')
})

test('what holds no longer is asked for anew', async () => {
  const { ask, state } = await serveBook()
  await ask()
  state.holds = false
  await ask()
  await ask()
  expect(state.asked).toBe(3)
})

test('every answer is told once, under its route, and says when the server is about to go', async () => {
  const { ask, events, http, state } = await serveBook()
  const [, second] = [await ask(), await ask()]
  await vi.waitFor(() => expect(events).toHaveLength(2), 30_000)
  const route = '/books/:name'
  const known = { kind: 'http.answered', method: 'GET', route, status: 200, requestId: second.headers['x-request-id'] }
  expect(events[1]).toMatchObject({ ...known, ms: expect.any(Number) as number })
  http.drain()
  expect((await ask()).headers.connection).toBe('close')
  expect(state.asked).toBe(1)
})

test('memory is bounded: what was asked for long ago is forgotten', async () => {
  const { ask, state } = await serveBook()
  await ask()
  for (let index = 0; index < 2_000; index += 1) await ask({ accept: `text/x-${index}` })
  const before = state.asked
  await ask()
  expect(state.asked).toBe(before + 1)
})
