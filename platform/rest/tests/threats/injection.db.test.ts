/** A small prober, as the known tools work: it must find a planted way in, and none in the service. */
import { systemSession } from '@platform/database'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openShop, service, type Shop } from '../../testing/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ allowsAggregates: true, requiresFilter: false })
})
afterAll(() => shop[Symbol.asyncDispose]())

interface Heard {
  readonly status: number
  readonly body: string
  readonly ms: number
}

type Ask = (payload: string) => Promise<Heard>

/** Two payloads that differ in nothing but a truth of SQL, and what closes them. */
const truths: readonly (readonly [yes: string, no: string])[] = [
  [' and 1=1', ' and 1=2'],
  [' or 1=1', ' or 1=2'],
  ["' and '1'='1", "' and '1'='2"],
  ["' or '1'='1", "' or '1'='2"],
  ["') and ('1'='1", "') and ('1'='2"],
  ['"; select 1 where 1=1 --', '"; select 1 where 1=2 --'],
  [') and (1=1', ') and (1=2'],
]
const breakers = [
  "'",
  '"',
  "';",
  '";',
  "'--",
  '")',
  "')",
  '/*',
  '$$',
  '\\',
  "';select pg_sleep(0.4)--",
  '";select pg_sleep(0.4)--',
]
const sleepers = [
  "'||(select pg_sleep(0.4))||'",
  '(select pg_sleep(0.4))',
  '";select pg_sleep(0.4);--',
  "'; select pg_sleep(0.4);--",
]
const complaint = /syntax error at or near|unterminated quoted|42601|pg_catalog\./

async function probe(ask: Ask, base: string): Promise<string[]> {
  const found: string[] = []
  const plain = await ask(base)
  for (const [yes, no] of truths) {
    const [whenYes, whenNo] = [await ask(base + yes), await ask(base + no)]
    const tells = whenYes.status === 200 && whenYes.body !== whenNo.body.replaceAll(no, yes)
    if (tells && whenYes.body === plain.body) found.push(`${yes} differs from ${no}`)
  }
  for (const text of breakers) {
    const { body } = await ask(base + text)
    if (complaint.test(body.replaceAll(base + text, ''))) found.push(`${text} breaks the statement`)
  }
  for (const text of sleepers) {
    const { ms } = await ask(base + text)
    if (ms > 400 + plain.ms) found.push(`${text} sleeps`)
  }
  return found
}

const enc = encodeURIComponent
/** Between quotes, with all of them escaped: what the service reads is the text itself. */
const quoted = (text: string) => enc(`"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`)

async function heard(path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Heard> {
  const started = performance.now()
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await shop.send(method, path, {
    headers: { ...service, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.statusCode, body: answer.body, ms: performance.now() - started }
}

/** Every part of a request that a client writes. */
const places: readonly (readonly [name: string, base: string, ask: Ask])[] = [
  ['a table', 'books', (text) => heard(`/${enc(text)}`)],
  ['a filter of a number', '1', (text) => heard(`/books?select=id&id=eq.${enc(text)}`)],
  ['a filter of a text', 'A Quiet Year', (text) => heard(`/books?select=id&title=eq.${enc(text)}`)],
  ['a list', '1', (text) => heard(`/books?select=id&id=in.(${enc(text)})`)],
  ['a quoted list', 'x', (text) => heard(`/books?select=id&title=in.("${enc(text)}")`)],
  ['a tree', '1', (text) => heard(`/books?select=id&or=(id.eq.${enc(text)},id.eq.2)`)],
  ['a pattern', 'A*', (text) => heard(`/books?select=id&title=like.${enc(text)}`)],
  ['a search', 'rain', (text) => heard(`/books?select=id&search=wfts.${enc(text)}`)],
  ['a language', 'english', (text) => heard(`/books?select=id&search=fts(${enc(text)}).rain`)],
  ['an array', '{sea}', (text) => heard(`/books?select=id&tags=cs.${enc(text)}`)],
  ['a filtered column', 'id', (text) => heard(`/books?select=id&${enc(text)}=eq.1`)],
  ['a quoted column', 'id', (text) => heard(`/books?select=id&${quoted(text)}=eq.1`)],
  ['a selected column', 'id', (text) => heard(`/books?select=${enc(text)}`)],
  ['an alias', 'x', (text) => heard(`/books?select=${quoted(text)}:id`)],
  ['a cast', 'text', (text) => heard(`/books?select=id::${enc(text)}`)],
  ['a json path', 'city', (text) => heard(`/authors?select=id,details->>${enc(text)}`)],
  ['a quoted json path', 'city', (text) => heard(`/authors?select=x:details->>${quoted(text)}`)],
  ['an embed', 'publishers', (text) => heard(`/books?select=${enc(text)}(name)`)],
  ['a hint', 'publisher_id', (text) => heard(`/books?select=publishers!${enc(text)}(name)`)],
  ['an order', 'id', (text) => heard(`/books?select=id&order=${enc(text)}`)],
  ['a related order', 'name', (text) => heard(`/books?select=id,publishers()&order=publishers(${enc(text)})`)],
  ['a limit', '1', (text) => heard(`/books?select=id&order=id&limit=${enc(text)}`)],
  ['an offset', '1', (text) => heard(`/books?select=id&order=id&offset=${enc(text)}`)],
  ['an aggregate', 'price', (text) => heard(`/books?select=${enc(text)}.sum()`)],
  ['a function', 'add', (text) => heard(`/rpc/${enc(text)}?a=1&b=2`)],
  ['an argument', '1', (text) => heard(`/rpc/add?a=${enc(text)}&b=2`)],
  [
    'an argument of a text',
    'x',
    (text) =>
      heard(`/rpc/greet?name=${enc(text)}`).then((answer) => ({ ...answer, body: answer.body.replace(text, '') })),
  ],
  ['a parameter', 'a', (text) => heard(`/rpc/add?${enc(text)}=1&b=2`)],
  ['an argument in a body', '1', (text) => heard('/rpc/add', {}, { a: text, b: 2 })],
  ['a key in a body', 'a', (text) => heard('/rpc/add', {}, { [text]: 1, b: 2 })],
  ['columns', 'id', (text) => heard(`/genres?columns=${enc(text)}`, { prefer: 'tx=rollback' }, [{ id: 1 }])],
  [
    'a conflict',
    'id',
    (text) =>
      heard(`/genres?on_conflict=${enc(text)}`, { prefer: 'resolution=ignore-duplicates' }, { id: 1, name: 'x' }),
  ],
  ['a written column', 'id', (text) => heard('/genres', {}, { [text]: 1, name: 'x' })],
  ['a range', '0-1', (text) => heard('/books?select=id&order=id', { range: text })],
  ['a profile', 'public', (text) => heard('/books?select=id', { 'accept-profile': text })],
  ['a zone', 'timezone=UTC', (text) => heard('/genres', { prefer: text })],
  ['an accepted type', 'application/json', (text) => heard('/genres', { accept: text })],
  ['a cookie', 'a=b', (text) => heard('/genres', { cookie: text })],
]

test('R-04 a planted way in is found', async () => {
  const ask: Ask = async (text) => {
    const started = performance.now()
    const { system } = shop.database.databases
    const sql = `select id from public.books where title = '${text}' order by id`
    const [status, body] = await system
      .read(systemSession, (tx) => tx.query(sql))
      .then((rows) => [200, JSON.stringify(rows)] as const)
      .catch((error: Error) => [500, error.message] as const)
    return { status, body, ms: performance.now() - started }
  }
  expect((await probe(ask, 'A Quiet Year')).length).toBeGreaterThan(2)
})

test.each(places)('R-04 nothing is found in %s', async (_name, base, ask) => {
  expect((await ask(base)).status).toBeLessThan(500)
  expect(await probe(ask, base)).toEqual([])
})
