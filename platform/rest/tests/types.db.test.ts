/** Domains over defaults and full text, and keys of JSON that are no identifiers. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openShop, service, type Shop } from '../testing/shop.ts'

const essays = `
  create domain public.words as tsvector;
  create domain public.state as text default 'draft' check (value <> '');
  create domain public.score as int default 7;
  create table public.essays (
    id int primary key, state public.state, own public.state default 'sent', score public.score,
    body public.words, facts jsonb);
  insert into public.essays (id, body, facts) values
    (1, to_tsvector('english', 'The rains were long'), '{"a key!@#$%^&*_d": {"x-y z": 1}, "23-xy-45": "dash", "é/ü": 2, "q;r": [5, 6]}'),
    (2, to_tsvector('english', 'Nothing but sun'), '{}');`

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, essays)
})
afterAll(() => shop[Symbol.asyncDispose]())

test('what is missing has the default of its column, or else of its domain', async () => {
  const answer = await shop.send('POST', '/essays?columns=id,state,own,score&select=id,state,own,score', {
    body: [{ id: 10 }, { id: 11, state: 'sent', own: null, score: 1 }],
    headers: { ...service, prefer: 'return=representation, missing=default' },
  })
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    [
      { id: 10, state: 'draft', own: 'sent', score: 7 },
      { id: 11, state: 'sent', own: null, score: 1 },
    ],
  ])
})

test.each(['fts(english).rain', 'plfts(english).rains', 'wfts(english).long', 'fts.rain', 'not.fts(english).sun'])(
  'full text is found in a domain over tsvector: %s',
  async (filter) => {
    const answer = await shop.get(`/essays?select=id&id=lt.3&body=${filter}`)
    expect([answer.statusCode, answer.json()]).toEqual([200, [{ id: 1 }]])
  },
)

test.each<[path: string, row: unknown]>([
  ['select=facts->a key!@%23$%25^%26*_d->x-y z', { 'x-y z': 1 }],
  ['select=facts->>23-xy-45', { '23-xy-45': 'dash' }],
  ['select=facts->é/ü,id', { 'é/ü': 2, id: 1 }],
  ['select=first:facts->q;r->0', { first: 5 }],
  ['select=facts->"q;r"->>1', { 'q;r': '6' }],
  ['select=id&facts->>23-xy-45=eq.dash', { id: 1 }],
  ['select=id&facts->a key!@%23$%25^%26*_d->>x-y z=eq.1', { id: 1 }],
  ['select=id&or=(facts->>23-xy-45.eq.dash,id.eq.0)', { id: 1 }],
  ['select=id&order=facts->é/ü.desc.nullslast&limit=1', { id: 1 }],
])('a key may hold all that ends none: %s', async (query, row) => {
  const answer = await shop.get(`/essays?id=eq.1&${query}`)
  expect([answer.statusCode, answer.json()]).toEqual([200, [row]])
})
