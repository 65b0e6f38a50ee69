/** What the product says of its pages, in the pages: through the server that serves them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ServerEvent } from '../watch/events.ts'
import { createPageHeads } from './page-heads.ts'
import { readRelease } from './release.ts'
import { ownRelease } from './releases.ts'
import { serveApp } from './serve-app.ts'

const html = `<!doctype html><html><head>
    <title>Bookshop</title>
    <meta name="description" content="All our books" />
    <meta name="theme-color" content="#fff" />
  </head><body></body></html>`
const head = {
  status: 200,
  title: 'The Lagoon',
  canonical: 'https://shop.example/books/42',
  meta: [
    { name: 'description', content: 'A novel' },
    { property: 'og:title', content: 'The Lagoon' },
  ],
  links: [
    { rel: 'alternate', href: 'https://shop.example/notes?a=1&b=2', type: 'application/json+oembed', title: 'x' },
  ],
}
const host = { host: 'shop.example' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-heads-'))
  await writeFile(join(folder, 'index.html'), html)
  await writeFile(join(folder, 'routes.json'), JSON.stringify({ routes: ['/', '/books/:id'] }))
})
afterAll(() => rm(folder, { recursive: true }))

/** @param answer what the product's function answers */
async function shop(
  answer: (request: Request) => Response | Promise<Response>,
  deadlineMs = 30_000,
  awaited: readonly string[] = [],
) {
  const asked: string[] = []
  const events: ServerEvent[] = []
  const clock = { now: 0 }
  const ask = async (request: Request) => {
    asked.push(new URL(request.url).search)
    return answer(request)
  }
  const paths = ['/books/:id']
  const now = () => clock.now
  const headFor = createPageHeads({ paths, awaited, ask, observe: (event) => events.push(event), deadlineMs, now })
  const fastify = Fastify({ logger: false })
  await serveApp(fastify, {
    releases: ownRelease({ folder, build: null, release: await readRelease(folder) }),
    archiveFolder: null,
    worker: 'caching',
    settingsFor: () => ({}),
    publicOrigin: null,
    mediaOrigin: null,
    fallbackOrigin: 'http://localhost:3000',
    machinePrefixes: ['/api/'],
    reportTo: '/api/reports',
    headFor,
  })
  return {
    get: (url: string, headers = {}) => fastify.inject({ url, headers: { ...host, ...headers } }),
    asked,
    events,
    clock,
  }
}

describe('a page', () => {
  it('that may not be there at all waits for its head, and no other does', async () => {
    const late = Promise.withResolvers<Response>()
    const awaiting = await shop(() => late.promise, 1, ['/books/:id'])
    const page = Promise.resolve(awaiting.get('/books/42'))
    expect((await (await shop(() => late.promise, 1)).get('/books/42')).statusCode).toBe(200)
    late.resolve(Response.json({ ...head, status: 404 }))
    expect((await page).statusCode).toBe(404)
  })

  it('has the head that the product gives it, in place of what the build says alike', async () => {
    const { get, asked } = await shop(() => Response.json(head))
    const { body, statusCode, headers } = await get('/books/42?from=list')
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>The Lagoon</title>')
    expect(body).toContain('<link rel="canonical" href="https://shop.example/books/42" />')
    expect(body).toContain('<meta property="og:title" content="The Lagoon" />')
    expect(body.match(/<meta name="description"[^>]*>/g)).toEqual(['<meta name="description" content="A novel" />'])
    expect(body).toContain('<meta name="theme-color" content="#fff" />')
    expect(body).toContain('href="https://shop.example/notes?a=1&amp;b=2" type="application/json+oembed" title="x" />')
    expect(body).toContain('id="config"')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(asked).toEqual(['?path=%2Fbooks%2F42&origin=http%3A%2F%2Fshop.example'])
    const again = await get('/books/42', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each([404, 410])('answers %i where the product says so', async (status) => {
    const { get } = await shop(() => Response.json({ ...head, status }))
    const answer = await get('/books/42')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
  })

  it('X-01 cannot be ended or spoken in by what a head says', async () => {
    const evil = `"><script>alert('1')</script></title>$&\u0000`
    const { get } = await shop(() =>
      Response.json({
        ...head,
        title: evil,
        canonical: `https://shop.example/"><script>`,
        meta: [{ name: 'description', content: evil }],
        links: [{ rel: 'alternate', href: `https://shop.example/'"><script>`, title: evil }],
      }),
    )
    const { body } = await get('/books/42')
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body).toContain(
      '<title>&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&lt;/title&gt;$&amp; </title>',
    )
  })

  it.each([
    [{ ...head, status: '200' }],
    [{ ...head, status: 99 }],
    [{ ...head, canonical: 'javascript:alert(1)' }],
    [{ ...head, meta: [{ 'http-equiv': 'refresh', content: '0' }] }],
    [{ ...head, meta: [{ name: 'a" onload="x', content: 'x' }] }],
    [{ ...head, meta: [{ name: 'a' }] }],
    [{ ...head, links: [{ rel: 'stylesheet', href: 'https://evil.example/x.css' }] }],
    [{ ...head, links: [{ rel: 'alternate', href: '//evil.example' }] }],
    [{ ...head, meta: Array.from({ length: 41 }, () => ({ name: 'a', content: 'x' })) }],
    ['head'],
    [[]],
  ])('stays as it was built where the answer is no head: %j', async (answer) => {
    const { get, events } = await shop(() => Response.json(answer))
    const { body, statusCode } = await get('/books/42')
    expect([statusCode, body.includes('<title>Bookshop</title>'), body.includes('All our books')]).toEqual([
      200,
      true,
      true,
    ])
    expect(events).toMatchObject([{ kind: 'server.head-failed' }])
  })

  it('of another kind is not asked about', async () => {
    const { get, asked } = await shop(() => Response.json(head))
    for (const path of ['/', '/nothing', `/books/${'x'.repeat(300)}`])
      expect((await get(path)).body).toContain('Bookshop')
    expect(asked).toEqual([])
  })
})

describe('the product', () => {
  it('is asked once a minute, by many at once once, for each address and origin', async () => {
    const { get, asked, clock } = await shop(() => Response.json(head))
    await Promise.all(Array.from({ length: 20 }, () => get('/books/42')))
    clock.now = 59_000
    await get('/books/42')
    expect(asked).toHaveLength(1)
    await get('/books/43')
    await get('/books/42', { host: 'other.example' })
    expect(asked).toHaveLength(3)
    clock.now = 61_000
    await get('/books/42')
    expect(asked).toHaveLength(4)
  })

  it('that is slow delays no page: it comes as built, and with its head once that is there', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { get, asked } = await shop(() => promise, 5)
    expect((await get('/books/42')).body).toContain('<title>Bookshop</title>')
    resolve(Response.json(head))
    await expect.poll(async () => (await get('/books/42')).body).toContain('<title>The Lagoon</title>')
    expect(asked).toHaveLength(1)
  })

  it('that fails is left alone for some seconds, and nobody notices', async () => {
    const { get, asked, clock, events } = await shop(() => Promise.reject(new Error('down')))
    for (const time of [0, 4_000, 6_000]) {
      clock.now = time
      expect((await get('/books/42')).statusCode).toBe(200)
    }
    expect([asked.length, events.length]).toEqual([2, 2])
  })

  it('is asked about no more pages at once than it can bear', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { get, asked } = await shop(async () => (await promise).clone(), 50)
    await Promise.all(Array.from({ length: 100 }, (_, n) => get(`/books/${n}`)))
    expect(asked).toHaveLength(64)
    resolve(Response.json(head))
    await expect.poll(async () => (await get('/books/3')).body).toContain('The Lagoon')
  })
})
