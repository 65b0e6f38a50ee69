import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { TokenError, type Identify } from '@platform/http'
import { FunctionsFetchError, FunctionsHttpError, FunctionsRelayError, createClient } from '@supabase/supabase-js'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'

import { bell } from '../testing/folder/_shared/bell.ts'
import { createFunctions, defaultFunctionsConfig, type FunctionsConfig, type FunctionsEvent } from './index.ts'

const folder = fileURLToPath(new URL('../testing/folder', import.meta.url))

const identify: Identify = async ({ authorization, apikey }) => {
  if (authorization === 'Bearer good' || (authorization === undefined && apikey === 'good'))
    return { role: 'anon', claims: {}, token: null }
  throw new TokenError('signature', 'no')
}

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()))
  bell.removeAllListeners()
})

async function start(config: Partial<FunctionsConfig> = {}) {
  const fastify = Fastify({ forceCloseConnections: true })
  const events: FunctionsEvent[] = []
  const service = createFunctions({
    folder,
    identify,
    observe: (event) => events.push(event),
    config: { ...defaultFunctionsConfig, verifyJwt: { open: false }, ...config },
  })
  await fastify.register(service.plugin, { prefix: '/functions/v1' })
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
  opened.push(fastify)
  const { functions } = createClient(url, 'good')
  const get = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/functions/v1${path}`, {
      ...init,
      headers: { authorization: 'Bearer good', ...(init.headers as Record<string, string>) },
    })
  return { fastify, events, functions, get, base: `${url}/functions/v1` }
}

/** Whatever the service does not hold on to is gone afterwards. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 10; round += 1) {
    await delay(10)
    collect()
  }
}

const once = (name: string) =>
  new Promise<string>((resolve) => {
    bell.once(name, resolve)
  })

const codeOf = async (response: Response) => ((await response.json()) as { code: unknown }).code

describe('the official client reads', () => {
  it('JSON, text, bytes, forms and events, by their type', async () => {
    const { functions } = await start()
    expect(await functions.invoke('books', { body: { title: 'Candide' } })).toMatchObject({
      data: { shelf: 'A', method: 'POST', body: '{"title":"Candide"}' },
      error: null,
    })
    expect((await functions.invoke('books/text')).data).toBe('Il était une fois')
    expect(await (await functions.invoke<Blob>('books/bytes')).data!.bytes()).toEqual(new Uint8Array([1, 2, 3]))
    expect((await functions.invoke<FormData>('books/form')).data!.get('title')).toBe('Candide')
    const stream = (await functions.invoke<Response>('books/events')).data!
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    await stream.body!.cancel()
  })

  it('a function’s own error as its own, with the body untouched', async () => {
    const { functions } = await start()
    const { error } = await functions.invoke('books/refused')
    expect(error).toBeInstanceOf(FunctionsHttpError)
    expect(await (error as FunctionsHttpError).context.json()).toEqual({ code: 'sold_out' })
  })

  it.each([
    ['nowhere', 404, 'NOT_FOUND'],
    ['_shared', 404, 'NOT_FOUND'],
    ['..%2F..%2Fsrc', 404, 'NOT_FOUND'],
    ['broken', 503, 'BOOT_ERROR'],
    ['empty', 503, 'BOOT_ERROR'],
    ['books/throws', 500, 'WORKER_ERROR'],
    ['books/nothing', 502, 'WORKER_ERROR'],
  ])('%s as an error of the relay', async (name, status, code) => {
    const { functions } = await start()
    const { error } = await functions.invoke(name)
    expect(error).toBeInstanceOf(FunctionsRelayError)
    const response = (error as FunctionsRelayError).context as Response
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ code, message: expect.any(String) })
  })

  it('its own abort', async () => {
    const { functions } = await start()
    const controller = new AbortController()
    void once('slow-begun').then(() => controller.abort())
    const aborted = once('slow-aborted')
    const { error } = await functions.invoke('slow', { signal: controller.signal })
    expect(error).toBeInstanceOf(FunctionsFetchError)
    expect(await aborted).toBe('The caller has left')
  })
})

describe('a function sees', () => {
  it('its path from its name on, the query, the method and the headers', async () => {
    const { get } = await start()
    const headers = { 'x-region': 'eu-west-1', 'x-forwarded-for': '6.6.6.6', 'content-type': 'text/plain' }
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const seen = await (await get('/books/mirror?page=2&q=%C3%A9', { method, headers })).json()
      expect(seen).toMatchObject({
        url: '/books/mirror?page=2&q=%C3%A9',
        method,
        headers: { authorization: 'Bearer good', 'x-region': 'eu-west-1', 'x-forwarded-for': '127.0.0.1' },
      })
    }
    expect((await get('/books/text', { method: 'HEAD' })).status).toBe(200)
  })

  it('forms and files', async () => {
    const { functions } = await start()
    const body = new FormData()
    body.set('file', new File(['x'.repeat(100_000)], 'cover.png'))
    expect((await functions.invoke('books/form-size', { body })).data).toEqual({ name: 'cover.png', size: 100_000 })
  })

  it('a body while it comes, and is read while it answers', async () => {
    const { get } = await start()
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const answering = get('/books/echo', { method: 'POST', body: readable, duplex: 'half' })
    void writer.write(new Uint8Array([7]))
    const reader = (await answering).body!.getReader()
    expect((await reader.read()).value).toEqual(new Uint8Array([7]))
    void writer.write(new Uint8Array([8]))
    expect((await reader.read()).value).toEqual(new Uint8Array([8]))
    await writer.close()
    expect((await reader.read()).done).toBe(true)
  })

  it('that its reader has left', async () => {
    const { get } = await start()
    const response = await get('/books/events')
    const reader = response.body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: one\n\n')
    bell.emit('books-turn')
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: two\n\n')
    const abandoned = once('books-abandoned')
    await collectGarbage()
    await reader.cancel()
    await abandoned
  })
})

describe('answers', () => {
  it('keep status, cookies and the function’s own headers', async () => {
    const { get } = await start()
    const cookies = await get('/books/cookies')
    expect(cookies.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(cookies.headers.get('access-control-allow-origin')).toBe('https://shop.example')
    expect((await get('/books/empty')).status).toBe(204)
  })

  it('say which request and where', async () => {
    const { get } = await start()
    const response = await get('/books/text')
    expect(response.headers.get('sb-request-id')).toBeTruthy()
    expect(response.headers.get('x-sb-edge-region')).toBe('local')
  })

  it('to a preflight are the function’s, or the relay’s where there is none, without a token', async () => {
    const { base } = await start()
    const own = await fetch(`${base}/books/text`, { method: 'OPTIONS' })
    expect([own.status, await own.text(), own.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'mine',
      'https://shop.example',
    ])
    for (const name of ['nowhere', 'broken', '_shared']) {
      const relay = await fetch(`${base}/${name}`, { method: 'OPTIONS' })
      expect(relay.status).toBe(204)
      expect(relay.headers.get('access-control-allow-headers')).toContain('authorization')
    }
  })
})

describe('tokens', () => {
  it('are asked for unless the function is open', async () => {
    const { base, get } = await start()
    const missing = await fetch(`${base}/books`)
    expect([missing.status, missing.headers.get('x-relay-error'), await missing.json()]).toEqual([
      401,
      'true',
      { code: 401, message: 'Missing authorization header' },
    ])
    const wrong = await get('/books', { headers: { authorization: 'Bearer bad' } })
    expect([wrong.status, await wrong.json()]).toEqual([401, { code: 401, message: 'Invalid JWT' }])
    expect((await fetch(`${base}/open`)).status).toBe(200)
    expect(await (await get('/open', { headers: { authorization: 'Bearer bad' } })).json()).toEqual({
      authorization: 'Bearer bad',
    })
  })

  it('may be a key alone, as the client sends opaque ones', async () => {
    const { base } = await start()
    expect((await fetch(`${base}/books/text`, { headers: { apikey: 'good' } })).status).toBe(200)
    expect((await fetch(`${base}/books/text`, { headers: { apikey: 'bad' } })).status).toBe(401)
  })
})

describe('limits', () => {
  it('of a body that says it is too long, and of one that does not', async () => {
    const { get } = await start({ bodyLimit: 10 })
    const declared = await get('/books', { method: 'POST', body: 'x'.repeat(11) })
    expect([declared.status, await codeOf(declared)]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const endless = new ReadableStream({
      pull: (controller) => delay(1).then(() => controller.enqueue(new Uint8Array(8))),
    })
    const streamed = await get('/books', { method: 'POST', body: endless, duplex: 'half' })
    expect([streamed.status, await codeOf(streamed)]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('of a body end the call: nothing of it is left to end the process later', async () => {
    const { get } = await start({ bodyLimit: 10, timeoutMs: 50 })
    const unhandled: unknown[] = []
    const onUnhandled = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', onUnhandled)
    expect((await get('/books', { method: 'POST', body: 'x'.repeat(11) })).status).toBe(413)
    // Its time is up before that of a call that began after it.
    expect((await get('/slow')).status).toBe(504)
    process.off('unhandledRejection', onUnhandled)
    expect(unhandled).toEqual([])
  })

  it('of types: what is no media type is refused', async () => {
    const { get } = await start()
    const response = await get('/books', { method: 'POST', body: 'x', headers: { 'content-type': 'x' } })
    expect([response.status, await codeOf(response)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('of methods: one that no web request may have is refused', async () => {
    const { fastify } = await start()
    const response = await fastify.inject({
      // NOTE: fetch itself refuses to send it, and light-my-request's types do not know it.
      method: 'TRACE' as 'GET',
      url: '/functions/v1/books',
      headers: { authorization: 'Bearer good' },
    })
    expect(response.statusCode).toBe(405)
  })

  it('of time: the caller gets 504 and the function learns of it', async () => {
    const { get, events } = await start({ timeoutMs: 50 })
    const aborted = once('slow-aborted')
    const response = await get('/slow')
    expect([response.status, await codeOf(response)]).toEqual([504, 'IDLE_TIMEOUT'])
    expect(await aborted).toContain('did not begin to answer')
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'functions.failed', name: 'slow', code: 'IDLE_TIMEOUT' }),
    )
  })

  it('of requests at once', async () => {
    const { get } = await start({ concurrency: 1, timeoutMs: 500 })
    const begun = once('slow-begun')
    const first = get('/slow')
    await begun
    const second = await get('/books/text')
    expect([second.status, second.headers.get('retry-after'), await codeOf(second)]).toEqual([546, '2', 'WORKER_LIMIT'])
    expect((await first).status).toBe(504)
    expect((await get('/books/text')).status).toBe(200)
  })
})

describe('EdgeRuntime.waitUntil', () => {
  it('keeps a stop waiting for the work', async () => {
    const { get, fastify } = await start()
    const begun = once('books-begun')
    expect((await get('/books/later')).status).toBe(202)
    await begun
    const order: string[] = []
    const ended = once('books-ended').then(() => order.push('ended'))
    const closed = fastify.close().then(() => order.push('closed'))
    bell.emit('books-may-end')
    await Promise.all([ended, closed])
    expect(order).toEqual(['ended', 'closed'])
  })

  it('does not wait for ever', async () => {
    const { get, fastify } = await start({ drainMs: 20 })
    await get('/books/later')
    await expect(fastify.close()).resolves.toBeUndefined()
    bell.emit('books-may-end')
  })

  it('reports work that fails', async () => {
    const { get, fastify, events } = await start()
    await get('/books/later-failing')
    await fastify.close()
    expect(events).toContainEqual(expect.objectContaining({ kind: 'functions.background-failed', name: 'books' }))
  })
})
