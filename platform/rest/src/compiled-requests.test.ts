import { expect, test } from 'vitest'

import { shopSchema } from '../testing/catalogue.ts'
import { CompiledRequests } from './compiled-requests.ts'
import { restConfig } from './config.ts'
import type { HttpRequest } from './parse/request.ts'
import { type Compiled, compilerFor } from './pipeline.ts'
import type { Schema } from './schema/schema.ts'

const config = restConfig({ allowsAggregates: true, requiresFilter: false })

interface Asked {
  readonly method?: string
  readonly headers?: HttpRequest['headers']
  readonly body?: string
}

const request = (url: string, { method = 'GET', headers = {}, body }: Asked = {}): HttpRequest => ({
  method,
  url,
  headers,
  mount: '',
  body: body === undefined ? null : Buffer.from(body),
})

/** Counts what is compiled, stand-ins included. */
function counted() {
  let count = 0
  const cache = new CompiledRequests<Compiled>(config.limits, (schema) => {
    const compiler = compilerFor(config)(schema)
    return {
      ...compiler,
      compile: (http) => {
        count += 1
        return compiler.compile(http)
      },
    }
  })
  const countAfter = (http: HttpRequest, schema: Schema = shopSchema) => {
    cache.get(http, schema)
    return count
  }
  return { get: (http: HttpRequest) => cache.get(http, shopSchema), countAfter }
}

/** All that travels from here on; a plan's own copies of the values are read by nobody. */
function shown(make: () => Compiled) {
  try {
    const compiled = make()
    if (compiled.kind !== 'planned') return compiled.kind
    const { statements, visitors, members, request: asked } = compiled
    const planned = [visitors, members].map((one) => one?.statements ?? null)
    return { statements, planned, location: asked.query.canonical, path: asked.path, plan: compiled.plan.access }
  } catch (error) {
    return error
  }
}

const exactly = (http: HttpRequest) => shown(() => compilerFor(config)(shopSchema).compile(http))

test('the same read is compiled once, whoever asks', () => {
  const { countAfter } = counted()
  const asked = [request('/books'), request('/books', { headers: { authorization: 'x' } }), request('/authors')]
  expect(asked.map((http) => countAfter(http))).toEqual([1, 1, 2])
})

test('everything that shapes an answer tells requests apart', () => {
  const { countAfter } = counted()
  const shapes = [
    {},
    { accept: 'text/csv' },
    { prefer: 'count=exact' },
    { range: '0-1' },
    { 'accept-profile': 'public' },
  ]
  expect(shapes.map((headers) => countAfter(request('/books', { headers })))).toEqual([1, 2, 3, 4, 5])
  const json = '{"title":"Emma"}'
  const writes = ['POST', 'PATCH', 'POST'].map((method) => request('/books', { method, body: json }))
  expect(writes.map((http) => countAfter(http))).toEqual([6, 7, 7])
  const bodies = ['{"title":"Dune"}', '[{"title":"Dune"}]', '[{"title":"a"},{"title":"b"}]', '{"id":1}', '[]', '{}']
  expect(bodies.map((body) => countAfter(request('/books', { method: 'POST', body })))).toEqual([7, 8, 8, 9, 10, 11])
})

test('a new schema compiles anew', () => {
  const { countAfter } = counted()
  expect([countAfter(request('/books')), countAfter(request('/books'), { ...shopSchema })]).toEqual([1, 2])
})

test('only so many are kept, and none that is long', () => {
  const { countAfter } = counted()
  expect(countAfter(request('/books'))).toBe(1)
  for (let at = 0; at < 600; at += 1) countAfter(request(`/books?id=eq.${at}`))
  expect(countAfter(request('/books'))).toBe(602)
  const long = request(`/books?title=eq.${'x'.repeat(3000)}`)
  expect([countAfter(long), countAfter(long)]).toEqual([603, 604])
})

test('many long ones are fewer, and none with long headers is kept', () => {
  const { countAfter } = counted()
  const wide = (at: number) => request(`/books?title=eq.${'x'.repeat(1950)}&id=eq.${at}`)
  for (let at = 1; at <= 300; at += 1) countAfter(wide(at))
  expect([countAfter(wide(300)), countAfter(wide(150)), countAfter(wide(1))]).toEqual([300, 300, 301])
  const accepting = request('/books', { headers: { accept: `*/*${',text/x'.repeat(500)}` } })
  expect([countAfter(accepting), countAfter(accepting)]).toEqual([302, 303])
})

const ids = ['5a2f8f0e-0b5c-4f4e-9a53-0f1c6f1f3e11', '0B1C2D3E-0b5c-4f4e-9a53-0f1c6f1f3e22']
const times = ['2026-11-28T08%3A32%3A38.860Z', '2026-11-28T08:32:38%2B00:00']

/** Each address twice, with other ids and times. */
const addresses: Readonly<Record<string, (id: string, other: string, time: string) => string>> = {
  filter: (id) => `/books?title=eq.${id}&order=title`,
  negated: (id) => `/books?title=not.eq.${id}`,
  'index constant': (id) => `/books?title=eq.Dune&author_id=eq.${id}`,
  'several of one': (id) => `/books?title=eq.${id}&or=(title.eq.${id},id.eq.1)`,
  'two in turn': (id, other) => `/books?title=eq.${id}&author_id=neq.${other}`,
  list: (id, other) => `/books?title=in.(${id},${other},x)`,
  'encoded list': (id, other) => `/books?title=in.%28${id}%2C${other}%29`,
  cursor: (id, _, time) =>
    `/books?title=lte.${time}&or=%28title.lt.${time}%2Cand%28title.eq.${time}%2Cid.lt.${id}%29%29&limit=20`,
  'time with a raw plus': () => `/books?title=gt.2026-11-28T08:32:38+00:00`,
  embed: (id) => `/publishers?select=name,books(title)&books.title=eq.${id}`,
  pattern: (id) => `/books?title=like.${id}`,
  'JSON value': (id) => `/authors?details->>city=eq.${id}`,
  'JSON key that is shown and counted': (id) => `/authors?select=details->>${id},count()`,
  argument: (id, other) => `/rpc/find_books?term=${id}&title=eq.${other}`,
  'arguments of any number': (id, other) => `/rpc/total?amounts=${id}&amounts=${other}`,
}

test.each(Object.entries(addresses))('%s: with other values it is what it would be by itself', (_, address) => {
  const { get } = counted()
  const [id = '', other = ''] = ids
  const [time = '', later = ''] = times
  const asked = [address(id, other, time), address(other, id, later), address(id, id, time), address(id, other, later)]
  for (const headers of [{}, { prefer: 'count=estimated' }, { prefer: 'count=planned' }]) {
    for (const url of asked)
      expect(shown(() => get(request(url, { headers })))).toEqual(exactly(request(url, { headers })))
  }
})

test('a page of a list is compiled once for all cursors', () => {
  const { countAfter } = counted()
  const { cursor } = addresses
  expect(times.map((time, at) => countAfter(request(cursor?.(ids[at] ?? '', '', time) ?? '')))).toEqual([1, 1])
})

test('an id that is a name is refused by its own words', () => {
  const { get } = counted()
  const parts = ['select=title,', 'select=x:details->>a=', '%73elect=', 'order=', 'columns=', 'on_conflict=']
  const asked = parts.map((text) => `/books?${text}${ids[0]}`)
  for (const url of asked.flatMap((one) => [one, one.replace(ids[0] ?? '', ids[1] ?? '')])) {
    for (const method of ['GET', 'POST']) {
      const http = request(url, { method, ...(method === 'POST' && { body: '{"title":"x"}' }) })
      expect(shown(() => get(http))).toEqual(exactly(http))
    }
  }
})

const digits = '0'.repeat(400)
const refused: Readonly<Record<string, Asked & { readonly url: string }>> = {
  'a time as what may conflict': { url: `/books?on_conflict=${times[1]}`, method: 'POST', body: '{"title":"x"}' },
  'a time as the order of a write': { url: `/books?order=${times[1]}`, method: 'POST', body: '{"title":"x"}' },
  'a time as what a value shows': { url: `/rpc/total?amounts=1&%73elect=${times[1]}` },
  'a time as the order of a value': { url: `/rpc/total?amounts=1&a.order=${times[1]}` },
  'a time in a key of JSON': { url: `/authors?select=x:details->>a=${times[1]}` },
  'a long pattern that ends as a time does': { url: `/books?title=like.*=2026-11-28T08:32:38.${digits}` },
}

test.each(Object.entries(refused))('%s is refused, seen before or not', (_, { url, ...asked }) => {
  const { get } = counted()
  const http = request(url, asked)
  expect(exactly(http)).toMatchObject({ code: 'PGRST100' })
  expect([shown(() => get(http)), shown(() => get(http))]).toEqual([exactly(http), exactly(http)])
})

test('names without values are sorted by themselves', () => {
  const { get } = counted()
  for (const [one, two] of [ids, ids.toReversed()]) {
    const http = request(`/books?x.${one}&x.${two}`)
    expect(shown(() => get(http))).toEqual(exactly(http))
  }
})

const returned = { prefer: 'return=representation' }
const writes: Readonly<Record<string, Asked & { readonly url: string }>> = {
  object: { url: '/books', body: '{"title":"Emma"}', headers: returned },
  'object of other words': { url: '/books', body: '{ "title" : "Dune \\u00e9" }', headers: returned },
  'array of one': { url: '/books', body: '[{"title":"Emma","id":1}]' },
  'array of two': { url: '/books', body: '[{"title":"Emma","id":1},{"id":2,"title":"Dune"}]' },
  'objects that differ': { url: '/books', body: '[{"title":"Emma"},{"id":1}]' },
  'chosen columns': { url: '/books?columns=title', body: '[{"title":"Emma"},{"id":1}]' },
  'a column that is none': { url: '/books', body: '{"titel":"Emma"}' },
  'no rows': { url: '/books', body: '[]' },
  'no columns': { url: '/books', body: '{}' },
  'rows without columns': { url: '/books', body: '[{},{}]' },
  'no JSON': { url: '/books', body: '{"title":' },
  nothing: { url: '/books' },
  scalar: { url: '/books', body: '3' },
  defaults: { url: '/books', body: '{"title":"Emma"}', headers: { prefer: 'missing=default' } },
  upsert: {
    url: '/books?on_conflict=title',
    body: '{"title":"Emma"}',
    headers: { prefer: 'resolution=merge-duplicates' },
  },
  CSV: { url: '/books', body: 'title\nEmma', headers: { 'content-type': 'text/csv' } },
  form: { url: '/books', body: 'title=Emma', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  compressed: { url: '/books', body: '{"title":"Emma"}', headers: { 'content-encoding': 'gzip' } },
  change: { url: `/books?title=eq.${ids[0]}`, method: 'PATCH', body: '{"title":"Emma"}' },
  'change of another': { url: `/books?title=eq.${ids[1]}`, method: 'PATCH', body: '{"title":"Dune"}' },
  put: { url: `/books?id=eq.${ids[0]}`, method: 'PUT', body: '{"id":1,"title":"Emma"}' },
  removal: { url: `/books?title=eq.${ids[1]}`, method: 'DELETE' },
  call: { url: '/rpc/find_books', body: '{"term":"a"}' },
  'call with another': { url: '/rpc/find_books', body: '{"term":"b"}' },
  'call that does not fit': { url: '/rpc/find_books', body: '{"word":"b"}' },
  'call without a body': { url: '/rpc/touch' },
  'call by the body itself': { url: '/rpc/keys_of', body: '{"a":1}' },
  'call by another body': { url: '/rpc/keys_of', body: '{"a":[2]}' },
  'call by text': { url: '/rpc/greet', body: 'Aya', headers: { 'content-type': 'text/plain' } },
}

test('what is written is what it would be by itself, whatever was written before', () => {
  const { get } = counted()
  const all = Object.values(writes).map(({ url, method = 'POST', ...asked }) => request(url, { method, ...asked }))
  for (const http of [...all, ...all.toReversed()]) expect(shown(() => get(http))).toEqual(exactly(http))
})
