/** What one request may cost. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ada, openShop, reader, service, type Shop } from '../../testing/shop.ts'

const more = `
  create table public.grains (id int primary key, hidden boolean not null);
  insert into public.grains select n, n % 2 = 0 from generate_series(1, 24000) as n;
  alter table public.grains enable row level security;
  create policy "people read what is not hidden" on public.grains for select using (not hidden);
  analyze public.grains;
  create function public.doze(seconds float8) returns void language sql as $$ select pg_sleep(seconds) $$;`

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, more)
})
afterAll(() => shop[Symbol.asyncDispose]())

const refused = async (path: string, headers = {}) => {
  const answer = await shop.get(path, headers)
  return [answer.statusCode, answer.json<{ code: string }>().code]
}

const nested = (depth: number): string => (depth === 0 ? 'id' : `id,sections(${nested(depth - 1)})`)
const cyclic = (depth: number): string =>
  depth === 0 ? 'id' : depth % 2 === 0 ? `books(${cyclic(depth - 1)})` : `genres(${cyclic(depth - 1)})`

describe('embedding', () => {
  test('R-06 not deeper than five', async () => {
    expect((await shop.get(`/sections?select=${nested(5)}`)).statusCode).toBe(200)
    for (const depth of [6, 20, 200]) {
      expect(await refused(`/sections?select=${nested(depth)}`)).toEqual([400, 'PGRST100'])
    }
    expect(await refused(`/genres?select=${cyclic(6)}`)).toEqual([400, 'PGRST100'])
  })

  test('R-06 not more than twenty-five', async () => {
    const relations = (count: number) => Array.from({ length: count }, (_, at) => `s${at}:sections(id)`).join(',')
    expect((await shop.get(`/sections?select=${relations(25)}`)).statusCode).toBe(200)
    for (const count of [26, 100]) {
      expect(await refused(`/sections?select=${relations(count)}`)).toEqual([400, 'PGRST100'])
    }
  })

  test('R-06 not more than four thousand bytes of select', async () => {
    expect(await refused(`/books?select=${'id,'.repeat(1500)}id`)).toEqual([400, 'PGRST100'])
  })

  test('R-06 trees of logic no deeper than twenty', async () => {
    const tree = (depth: number): string => (depth === 0 ? 'id.eq.1' : `and(${tree(depth - 1)})`)
    expect((await shop.get(`/books?or=(${tree(15)})`)).statusCode).toBe(200)
    expect(await refused(`/books?or=(${tree(25)})`)).toEqual([400, 'PGRST100'])
  })

  test('R-06 a statement ends in time', async () => {
    const answer = await shop.send('POST', '/rpc/doze', { body: { seconds: 20 } })
    // Cancelled: one that ran to its end answers 204.
    expect([answer.statusCode, answer.json().code]).toEqual([500, '57014'])
  })
})

describe('pages', () => {
  test.each(['limit=1000000000', 'limit=99999999999999999999', '', 'select=id&order=id&limit=5000'])(
    'R-07 at most a thousand rows with %j',
    async (query) => {
      const answer = await shop.get(`/grains?${query}`, service)
      expect(answer.headers['content-range']).toBe('0-999/*')
      expect(answer.json()).toHaveLength(1000)
    },
  )

  test('R-07 at most a thousand rows by Range', async () => {
    const answer = await shop.get('/grains', { ...service, range: '0-9999999999' })
    expect(answer.headers['content-range']).toBe('0-999/*')
  })

  test('R-07 a limit below zero is refused, an offset below zero is none', async () => {
    expect(await refused('/grains?limit=-1')).toEqual([416, 'PGRST103'])
    const answer = await shop.get('/grains?offset=-5', service)
    expect(answer.headers['content-range']).toBe('0-999/*')
  })

  test('R-07 far beyond the end', async () => {
    expect((await shop.get('/grains?offset=1000000000')).json()).toEqual([])
    expect(await refused('/grains?offset=1000000000', { ...service, prefer: 'count=exact' })).toEqual([416, 'PGRST103'])
  })
})

describe('counts', () => {
  const count = async (headers: Record<string, string>, path = '/grains?limit=1') => {
    const answer = await shop.get(path, { ...headers, prefer: 'count=exact' })
    return [answer.headers['content-range'], answer.headers['preference-applied']]
  }

  test('R-08 only what the policies show is counted', async () => {
    expect(await count(reader(ada))).toEqual(['0-0/12000', 'count=exact'])
    expect(await count(service)).toEqual(['0-0/24000', 'count=exact'])
    expect(await count({}, '/grains?limit=1&id=lt.101')).toEqual(['0-0/50', 'count=exact'])
  })

  test('R-08 visitors get an estimate of large tables', async () => {
    const [range, applied] = await count({})
    expect(applied).toBe('count=estimated')
    expect(Number(range?.toString().split('/')[1])).toBeGreaterThan(10_000)
  })
})

describe('planned counts', () => {
  const planned = async (headers: Record<string, string>) => {
    const answer = await shop.get('/grains?hidden=is.true&id=lt.1801&limit=1', { ...headers, prefer: 'count=planned' })
    expect(answer.headers['preference-applied']).toBe('count=planned')
    return answer.headers['content-range']
  }

  test('R-08 the planner tells nobody of hidden rows', async () => {
    expect(await planned({})).toBe('*/0')
    expect(await planned(reader(ada))).toBe('*/0')
  })

  test('R-08 the planner is asked for trusted roles', async () => {
    expect(Number((await planned(service))?.toString().split('/')[1])).toBeGreaterThan(500)
  })
})

describe('bodies', () => {
  const send = (body: unknown) => shop.send('POST', '/notes', { headers: service, body })
  const codeOf = async (body: unknown) => {
    const answer = await send(body)
    return [answer.statusCode, answer.json<{ code: string }>().code]
  }

  test('R-13 not more than a thousand rows', async () => {
    expect(await codeOf(Array.from({ length: 10_000 }, () => ({ body: 'x' })))).toEqual([413, 'PGRST102'])
    expect((await send(Array.from({ length: 1000 }, () => ({ body: 'x' })))).statusCode).toBe(201)
  })

  test('R-13 not more than a megabyte', async () => {
    expect(await codeOf({ body: 'x'.repeat(50_000_000) })).toEqual([413, 'PGRST102'])
    expect(await codeOf({ body: 'x'.repeat(1_048_576) })).toEqual([413, 'PGRST102'])
  })

  test('R-13 not deeper than sixty-four', async () => {
    expect(await codeOf('['.repeat(100_000))).toEqual([400, 'PGRST102'])
    expect(await codeOf(`{"body":${'[1,'.repeat(100)}1${']'.repeat(100)}}`)).toEqual([400, 'PGRST102'])
    expect(await codeOf('['.repeat(60))).toEqual([400, 'PGRST102'])
  })

  test('R-13 a key twice counts once, and no key is more than a name', async () => {
    const twice = await shop.send('POST', '/notes?select=body', {
      headers: { ...service, prefer: 'return=representation' },
      body: '{"body":"a","body":"b"}',
    })
    expect(twice.json()).toEqual([{ body: 'b' }])
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(await codeOf(`{"${key}":{"polluted":1}}`)).toEqual([400, 'PGRST204'])
      expect((await shop.send('POST', '/rpc/add', { body: `{"a":1,"b":2,"${key}":3}` })).statusCode).toBe(404)
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})
