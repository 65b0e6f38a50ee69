import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'

import { DatabaseUnavailableError } from '@platform/database'
import { describe, expect, it } from 'vitest'

import { ApiError } from './api-error.ts'
import type { HttpEvent } from './events.ts'
import { createHttpServer, PortTakenError, type HttpServerOptions } from './http-server.ts'
import { limits } from './protection/limits.ts'
import { requestOrigin } from './request-origin.ts'

const loopback = { host: '127.0.0.1', port: 0 }

function bookshop(options: Partial<HttpServerOptions> = {}) {
  const events: HttpEvent[] = []
  const observe = (event: HttpEvent) => void events.push(event)
  const http = createHttpServer({
    crossOrigin: { prefixes: ['/rest/v1'], ownPreflights: [] },
    https: false,
    trustProxy: false,
    observe,
    ...options,
  })
  http.fastify.get('/rest/v1/books', () => [{ id: 1 }])
  http.fastify.post('/rest/v1/books', (request) => ({ received: request.body }))
  http.fastify.get('/origin', (request) => ({ origin: requestOrigin(request) }))
  http.fastify.get('/fail/:with', (request) => {
    const { with: kind } = request.params as { with: string }
    if (kind === 'bug') throw new Error('secret: the password is tulip')
    if (kind === 'away') throw new DatabaseUnavailableError('connection', 'socket /secret/path is gone')
    if (kind === 'pool') throw new DatabaseUnavailableError('pool', 'no connection')
    throw new ApiError('book_missing', 404, 'No such book', { details: { shelf: 3 } })
  })
  return { http, events }
}

async function serve(options: Partial<HttpServerOptions> = {}) {
  const shop = bookshop(options)
  const { port } = await shop.http.claim(loopback)
  await shop.http.open()
  return { ...shop, port, url: `http://127.0.0.1:${port}` }
}

describe('request ids', () => {
  it('keeps a harmless id of the caller and answers it under both names', async () => {
    const { http } = bookshop()
    const answer = await http.fastify.inject({ url: '/rest/v1/books', headers: { 'x-request-id': 'trace-1234' } })
    expect(answer.headers).toMatchObject({ 'x-request-id': 'trace-1234', 'sb-request-id': 'trace-1234' })
  })

  it.each(['short', 'has space inside', `"};drop`, 'x'.repeat(129)])('replaces %j', async (given) => {
    const { http } = bookshop()
    const answer = await http.fastify.inject({ url: '/nothing', headers: { 'x-request-id': given } })
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })

  it('tells the route pattern and never the address', async () => {
    const { http, events } = bookshop()
    await http.fastify.inject('/fail/missing?token=secret')
    expect(events).toEqual([
      expect.objectContaining({ kind: 'http.answered', route: '/fail/:with', method: 'GET', status: 404 }),
    ])
  })
})

describe('headers', () => {
  it('closes every answer to pages of others, errors too', async () => {
    const { http } = bookshop()
    for (const url of ['/rest/v1/books', '/nothing', '/fail/bug', '/fail/%ff']) {
      const { headers } = await http.fastify.inject(url)
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['strict-transport-security']).toBeUndefined()
    }
  })

  it('promises https only where people use https', async () => {
    const { http } = bookshop({ https: true })
    const { headers } = await http.fastify.inject('/nothing')
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}; includeSubDomains$/)
  })

  it('believes forwarding headers only from proxies that it was told of', async () => {
    const headers = { host: 'shop.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }
    const direct = await bookshop().http.fastify.inject({ url: '/origin', headers })
    expect(direct.json()).toEqual({ origin: 'http://shop.example' })
    const proxied = await bookshop({ trustProxy: ['127.0.0.1'] }).http.fastify.inject({ url: '/origin', headers })
    expect(proxied.json()).toEqual({ origin: 'https://evil.example' })
  })

  it.each(['a b', 'x/y', 'shop.example:123456', '"><script>'])('finds no origin in the host %j', async (host) => {
    const answer = await bookshop().http.fastify.inject({ url: '/origin', headers: { host } })
    expect(answer.json()).toEqual({ origin: null })
  })
})

describe('errors', () => {
  it('says nothing of an unknown error but the request id, and reports it whole', async () => {
    const { http, events } = bookshop()
    const answer = await http.fastify.inject({ url: '/fail/bug', headers: { 'x-request-id': 'trace-1234' } })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ code: 'internal', message: 'Internal error', request_id: 'trace-1234' })
    expect(events.find(({ kind }) => kind === 'http.failed')).toMatchObject({
      requestId: 'trace-1234',
      error: expect.objectContaining({ message: expect.stringContaining('tulip') }),
    })
  })

  it('passes on what an ApiError wants told', async () => {
    const answer = await bookshop().http.fastify.inject('/fail/missing')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ code: 'book_missing', message: 'No such book', details: { shelf: 3 } })
  })

  it.each([
    ['away', 503, 'database_unavailable'],
    ['pool', 504, 'database_busy'],
  ])('asks to come back when the database is %s', async (kind, status, code) => {
    const answer = await bookshop().http.fastify.inject(`/fail/${kind}`)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.json().code).toBe(code)
    expect(answer.body).not.toContain('secret')
  })
})

describe('limits', () => {
  it('refuses an address over 8 kB with 414', async () => {
    const answer = await bookshop().http.fastify.inject(`/rest/v1/books?id=${'1'.repeat(limits.urlBytes)}`)
    expect(answer.statusCode).toBe(414)
    expect(answer.json().code).toBe('url_too_long')
  })

  it('refuses a body over 1 MB with 413, and broken JSON with 400', async () => {
    const { http } = bookshop()
    const post = (payload: string) =>
      http.fastify.inject({
        method: 'POST',
        url: '/rest/v1/books',
        headers: { 'content-type': 'application/json' },
        payload,
      })
    const large = await post(JSON.stringify('x'.repeat(limits.bodyBytes)))
    expect([large.statusCode, large.json().code]).toEqual([413, 'body_too_large'])
    const broken = await post('{"title":')
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'bad_request'])
  })

  it('refuses headers over 16 kB with 431', async () => {
    const { http, port, events } = await serve()
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(limits.headerBytes)}\r\n\r\n`)
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(socket, 'close')
    const text = Buffer.concat(chunks).toString()
    expect(text).toMatch(/^HTTP\/1.1 431 Request Header Fields Too Large\r\n/)
    expect(text).toContain('16384 bytes')
    expect(events).toContainEqual({ kind: 'http.refused', reason: 'HPE_HEADER_OVERFLOW' })
    await http.close(0)
  })

  it('refuses two hosts with 400, for a proxy may have gone by the other one', async () => {
    const { http, port, events } = await serve()
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /origin HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\n\r\n')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(socket, 'close')
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(events).toContainEqual({ kind: 'http.refused', reason: 'two-hosts' })
    await http.close(0)
  })
})

describe('life', () => {
  it('claims its port first and serves later', async () => {
    const { http } = bookshop({
      whileStarting: (_request, response) => void response.writeHead(503, { 'retry-after': '1' }).end('starting'),
    })
    const { port } = await http.claim(loopback)
    const early = await fetch(`http://127.0.0.1:${port}/rest/v1/books`)
    expect([early.status, await early.text()]).toEqual([503, 'starting'])
    await http.open()
    expect((await fetch(`http://127.0.0.1:${port}/rest/v1/books`)).status).toBe(200)
    await http.close(0)
  })

  it('says that a port is taken', async () => {
    const { http: first, port } = await serve()
    const second = bookshop().http
    await expect(second.claim({ host: '127.0.0.1', port })).rejects.toThrow(PortTakenError)
    await expect(second.claim({ host: '127.0.0.1', port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`)
    await first.close(0)
  })

  it('lets a request under way finish, which may still ask this server, and then accepts no other', async () => {
    const { http } = bookshop()
    const started = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const { port } = await http.claim(loopback)
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    http.fastify.get('/part', () => ({ done: true }))
    http.fastify.get('/slow', async () => {
      started.resolve()
      await gate.promise
      return (await ask('/part')).json()
    })
    await http.open()
    const answer = ask('/slow')
    await started.promise
    const closed = http.close(10_000)
    gate.resolve()
    const response = await answer
    expect(response.headers.get('connection')).toBe('close')
    expect(await response.json()).toEqual({ done: true })
    await closed
    await expect(ask('/part')).rejects.toThrow('fetch failed')
  })

  it('cuts what does not finish in time', async () => {
    const { http } = bookshop()
    http.fastify.get('/never', () => new Promise(() => {}))
    const { port } = await http.claim(loopback)
    await http.open()
    const request = httpRequest({ port, host: '127.0.0.1', path: '/never' }).end()
    const failure = once(request, 'error')
    await once(request, 'finish')
    await http.close(20)
    expect((await failure)[0]).toMatchObject({ code: 'ECONNRESET' })
  })
})
