/** Nothing that people stored runs, styles or is framed in this origin (THREATS S-04). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { plain } from '../../testing/pictures.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { ada, startStorage, tokenFor, type StorageServer } from '../../testing/storage-server.ts'

let server: StorageServer
const types = {
  'page.html': 'text/html',
  'page.xhtml': 'application/xhtml+xml',
  'drawing.svg': 'image/svg+xml',
  'catalogue.xml': 'text/xml',
  'script.js': 'text/javascript',
  'module.mjs': 'application/javascript; charset=utf-8',
  'style.css': 'text/css',
  'paper.pdf': 'application/pdf',
  'odd.bin': 'application/octet-stream',
}
const active = ['page.html', 'page.xhtml', 'drawing.svg', 'catalogue.xml', 'script.js', 'module.mjs', 'style.css']

beforeAll(async () => {
  server = await startStorage()
  const shelf = server.as('service_role').from('shelf')
  for (const [name, contentType] of Object.entries(types))
    await shelf.upload(name, '<script>alert(1)</script>', { contentType, cacheControl: '3600' })
  await shelf.upload('cover.png', await plain(9, 9, 'red').png().toBuffer(), { contentType: 'image/png' })
  await shelf.upload('film.mp4', 'film', { contentType: 'video/mp4' })
})
afterAll(() => server[Symbol.asyncDispose]())

const open = (name: string, headers: Record<string, string> = {}) =>
  rawRequest(server.url, `/object/public/shelf/${name}`, { headers })
const refusal = { statusCode: '403', code: 'AccessDenied' }

test('S-04 every answer is closed: objects, variants, errors, listings', async () => {
  const { data } = await server.as('service_role').from('shelf').createSignedUrl('page.html', 60)
  const signed = data!.signedUrl.split('/storage/v1')[1]!
  const authorization = `Bearer ${tokenFor('service_role')}`
  const asked: [string, string, Record<string, string>][] = [
    ['GET', '/object/public/shelf/page.html', {}],
    ['HEAD', '/object/public/shelf/page.html', {}],
    ['GET', '/object/public/shelf/cover.png', {}],
    ['GET', '/object/public/shelf/cover.png', { range: 'bytes=0-3' }],
    ['GET', '/object/public/shelf/cover.png', { range: 'bytes=9999-' }],
    ['GET', '/object/public/shelf/cover.png', { 'if-none-match': '*' }],
    ['GET', '/object/authenticated/shelf/page.html', { authorization }],
    ['GET', '/object/shelf/page.html', {}],
    ['GET', signed, {}],
    ['GET', '/render/image/public/shelf/cover.png?width=4', {}],
    ['GET', '/object/info/public/shelf/page.html', {}],
    ['GET', '/object/public/shelf/nothing', {}],
    ['GET', '/bucket', { authorization }],
    ['GET', '/nowhere', {}],
    ['POST', '/object/shelf/x', {}],
  ]
  for (const [method, path, headers] of asked) {
    const answer = await rawRequest(server.url, path, { method, headers })
    expect([path, answer.headers]).toMatchObject([
      path,
      {
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'cross-origin',
      },
    ])
  }
})

test('S-04 only raster pictures, films and sound are shown; all else is saved', async () => {
  for (const name of Object.keys(types)) expect((await open(name)).headers['content-disposition']).toBe('attachment')
  for (const name of ['cover.png', 'film.mp4'])
    expect((await open(name)).headers['content-disposition']).toBeUndefined()
})

test('S-04 no answer has a type that a browser runs or styles with', async () => {
  for (const name of ['page.html', 'script.js', 'module.mjs', 'style.css'])
    expect((await open(name)).headers['content-type']).toMatch(/^text\/plain(?:;|$)/)
})

test('S-04 a cache keeps apart what was fetched and what would be run', async () => {
  for (const name of Object.keys(types)) expect((await open(name)).headers['vary']).toMatch(/sec-fetch-dest/i)
})

const destinations = [
  'audioworklet',
  'embed',
  'frame',
  'iframe',
  'manifest',
  'object',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'worker',
  'xslt',
]

describe.each(destinations)('S-04 as %s', (destination) => {
  test('nothing is given, by whatever address', async () => {
    const headers = { 'sec-fetch-dest': destination, authorization: `Bearer ${tokenFor('service_role')}` }
    const { data } = await server.as('service_role').from('shelf').createSignedUrl('cover.png', 60)
    const paths = [
      ...[...Object.keys(types), 'cover.png'].map((name) => `/object/public/shelf/${name}`),
      '/object/shelf/script.js',
      '/object/authenticated/shelf/script.js',
      '/render/image/public/shelf/cover.png?width=4',
      data!.signedUrl.split('/storage/v1')[1]!,
    ]
    for (const path of paths) {
      const answer = await rawRequest(server.url, path, { headers })
      expect([path, answer.status, answer.json()]).toMatchObject([path, 400, refusal])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })
})

test('S-04 a service worker says what it is, even without a destination', async () => {
  expect((await open('script.js', { 'service-worker': 'script' })).json()).toMatchObject(refusal)
})

test('S-04 in a tab of its own a picture is shown, and a document refused unless it is to be saved', async () => {
  const tab = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }
  expect((await open('cover.png', tab)).status).toBe(200)
  for (const name of active) expect((await open(name, tab)).json()).toMatchObject(refusal)
  for (const name of active) {
    const saved = await open(`${name}?download=`, tab)
    expect([saved.status, saved.headers['content-disposition']]).toEqual([200, 'attachment;'])
  }
  expect((await open('paper.pdf', tab)).headers['content-disposition']).toBe('attachment')
})

test('S-04 what a page may do with a picture goes on working', async () => {
  for (const destination of ['image', 'empty', 'video', 'audio'])
    expect((await open('cover.png', { 'sec-fetch-dest': destination })).status).toBe(200)
  expect((await open('drawing.svg', { 'sec-fetch-dest': 'image' })).headers['content-type']).toBe('image/svg+xml')
  const { data } = await server.as(ada).from('shelf').download('script.js')
  expect(await data?.text()).toContain('alert')
})
