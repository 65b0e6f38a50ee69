/** Requests on the same connections do not meet. */
import { connect } from 'node:net'

import { createHttpServer } from '@platform/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { restPlugin } from '../../src/plugin.ts'
import { ada, ben, identify, openShop, reader, service, type Shop } from '../../testing/shop.ts'

const more = `
  create function public.who() returns json language sql stable as $$
    select json_build_object('role', current_user, 'uid', auth.uid(), 'method', current_setting('request.method', true),
      'agent', current_setting('request.headers', true)::json ->> 'x-number') $$;
  create function public.who_and_write(label text) returns json language sql volatile as $$
    insert into public.notes (body) values (label);
    select json_build_object('role', current_user, 'uid', auth.uid(),
      'agent', current_setting('request.headers', true)::json ->> 'x-number') $$;
  create function public.who_fails() returns void language plpgsql as $$
    begin perform set_config('request.jwt.claims', '{"sub":"${ben}"}', false); raise exception 'no'; end $$;
  create function public.who_leaks() returns void language plpgsql as $$
    begin perform set_config('response.headers', '[{"x-leak": "yes"}]', true); end $$;`

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ allowsRollback: true }, more)
})
afterAll(() => shop[Symbol.asyncDispose]())

interface Who {
  readonly role: string
  readonly uid: string | null
  readonly agent: string
}

const people = [
  { role: 'anon', uid: null, headers: {} },
  { role: 'authenticated', uid: ada, headers: reader(ada) },
  { role: 'authenticated', uid: ben, headers: reader(ben) },
  { role: 'service_role', uid: null, headers: service },
] as const

/** What one request was answered, beside what it should have been. */
async function ask(number: number): Promise<readonly [heard: unknown, expected: unknown]> {
  const { role, uid, headers } = people[(number * 7) % people.length] ?? people[0]
  const own = { ...headers, 'x-number': String(number) }
  const who: Who = { role, uid, agent: String(number) }
  switch (number % 6) {
    case 0:
      return [(await shop.send('POST', '/rpc/who_fails', { headers: own, body: {} })).statusCode, 400]
    case 1:
      return [(await shop.get('/books?id=eq.x', own)).statusCode, 400]
    case 2: {
      const rehearsed = { ...own, prefer: 'tx=rollback' }
      const answer = await shop.send('POST', '/rpc/who_and_write', { headers: rehearsed, body: { label: 'r' } })
      return [answer.json(), who]
    }
    case 3:
      return [(await shop.send('POST', '/rpc/who_leaks', { headers: own, body: {} })).headers['x-leak'], 'yes']
    default: {
      const answer = await shop.get('/rpc/who', own)
      const leaked = answer.headers['x-leak'] ?? null
      return [
        { ...answer.json<Who>(), leaked },
        { ...who, method: 'GET', leaked: null },
      ]
    }
  }
}

describe('sessions', () => {
  test('R-16 ten thousand interleaved requests each know who asks', { timeout: 240_000 }, async () => {
    for (let from = 0; from < 10_000; from += 200) {
      const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => ask(from + at)))
      expect(answers.map(([heard]) => heard)).toEqual(answers.map(([, expected]) => expected))
    }
    expect((await shop.get('/notes', service)).json()).toEqual([])
  })

  test('R-18 no cache hands one person what another asked for', async () => {
    const varies = 'Authorization, apikey, Accept, Accept-Profile, Prefer, Range'
    const visitor = await shop.get('/genres')
    expect([visitor.headers['vary'], visitor.headers['cache-control']]).toEqual([varies, undefined])
    for (const headers of [reader(ada), service]) {
      for (const path of ['/genres', '/secrets', '/nothing', '/rpc/who', '/']) {
        const answer = await shop.get(path, headers)
        expect([answer.headers['vary'], answer.headers['cache-control']]).toEqual([varies, 'private, no-store'])
      }
    }
    const own = await shop.send('POST', '/rpc/who', { headers: reader(ada), body: {} })
    expect(own.headers['cache-control']).toBe('private, no-store')
  })
})

describe('slow clients', () => {
  test('R-19 they hold up nobody else', async () => {
    await using server = createHttpServer({
      crossOrigin: { prefixes: [], ownPreflights: [] },
      https: false,
      trustProxy: false,
      observe: () => undefined,
    })
    await server.fastify.register(restPlugin, {
      prefix: '/rest/v1',
      databases: shop.database.databases,
      identify,
      observe: () => undefined,
    })
    const { port } = await server.claim({ host: '127.0.0.1', port: 0 })
    await server.open()
    const sockets = await Promise.all(Array.from({ length: 300 }, (_, at) => dawdle(port, at)))
    const started = performance.now()
    for (let at = 0; at < 50; at += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/rest/v1/genres?select=id`)
      expect(await answer.json()).toHaveLength(3)
    }
    expect(performance.now() - started).toBeLessThan(20_000)
    for (const socket of sockets) socket.destroy()
  })
})

const openings = [
  'GET /rest/v1/books HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /rest/v1/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"bo',
  'POST /rest/v1/notes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"b',
]

/** Begins a request and leaves it there. */
async function dawdle(port: number, number: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    socket.once('connect', () => socket.write(openings[number % openings.length] ?? '', () => resolve()))
  })
  return socket
}
