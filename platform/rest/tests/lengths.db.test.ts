/** Types that are one character or one bit long where nothing says how long. */
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openShop, service, type Shop } from '../testing/shop.ts'

const countries = `
  create table public.countries (
    code char(2) primary key, past char(2)[], flags bit(3), marks bit(3)[], sign char not null default '+');
  create table public.coded (id int primary key, country char(3) default 'FRA', mask bit(4) default b'1010');
  create function public.country(c char) returns text language sql immutable as $$ select '<' || c::text || '>' $$;
  create function public.bits(b bit, more bit[] default '{}') returns text language sql immutable
    as $$ select b::text || more::text $$;
  create function public.joined(variadic codes char[]) returns text language sql immutable
    as $$ select array_to_string(codes, '-') $$;`

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, countries)
})
afterAll(() => shop[Symbol.asyncDispose]())

const representation = { ...service, prefer: 'return=representation' }
const france = { code: 'FR', past: ['GA', 'FK'], flags: '101', marks: ['110', '001'], sign: '-' }

describe('columns', () => {
  test('are written whole by insert, upsert, put and update', async () => {
    const insert = await shop.send('POST', '/countries', { body: [france], headers: representation })
    expect([insert.statusCode, insert.json()]).toEqual([201, [france]])
    const upsert = await shop.send('POST', '/countries', {
      body: { ...france, flags: '111' },
      headers: { ...service, prefer: 'return=representation, resolution=merge-duplicates' },
    })
    expect([upsert.statusCode, upsert.json()]).toEqual([200, [{ ...france, flags: '111' }]])
    const put = await shop.send('PUT', '/countries?code=eq.FR', { body: france, headers: representation })
    expect(put.json()).toEqual([france])
    const change = { past: ['GA'], flags: '011', marks: [] }
    const update = await shop.send('PATCH', '/countries?code=eq.FR', { body: change, headers: representation })
    expect([update.statusCode, update.json()]).toEqual([200, [{ ...france, ...change }]])
  })

  test('are found by all of their value', async () => {
    const body = { code: 'DE', past: ['DD', 'DR'], flags: '100', marks: ['100', '010'], sign: '-' }
    await shop.send('POST', '/countries', { body, headers: service })
    const filters = [
      'code=eq.DE',
      'code=in.(DE,XX)',
      'code=not.in.(FR,XX)&code=neq.FR',
      'flags=eq.100',
      'flags=in.(100,000)',
      'past=cs.{DD}',
      'past=eq.{DD,DR}',
      'marks=cs.{010}',
      'or=(flags.eq.100,code.eq.XX)',
    ]
    const found = await Promise.all(filters.map(async (filter) => (await shop.get(`/countries?${filter}`)).json()))
    expect(found).toEqual(filters.map(() => [body]))
  })

  test('keep their length: what is longer or shorter is refused', async () => {
    const send = (body: unknown) => shop.send('POST', '/countries', { body, headers: service })
    expect((await send({ code: 'FRA' })).json()).toMatchObject({
      code: '22001',
      message: 'value too long for type character(2)',
    })
    expect((await send({ code: 'IT', flags: '1010' })).json()).toMatchObject({
      code: '22026',
      message: 'bit string length 4 does not match type bit(3)',
    })
    expect((await send({ code: 'IT', past: ['ITA'] })).json()).toMatchObject({ code: '22001' })
    expect((await send({ code: 'IT', sign: '+-' })).json()).toMatchObject({ code: '22001' })
    expect((await shop.get('/countries?code=eq.IT')).json()).toEqual([])
  })

  test('have their defaults whole', async () => {
    const answer = await shop.send('POST', '/coded?columns=id,country,mask', {
      body: [{ id: 1 }, { id: 2, country: 'ITA', mask: '0001' }],
      headers: { ...service, prefer: 'return=representation, missing=default' },
    })
    expect(answer.json()).toEqual([
      { id: 1, country: 'FRA', mask: '1010' },
      { id: 2, country: 'ITA', mask: '0001' },
    ])
  })
})

describe('arguments', () => {
  test('reach the function uncut', async () => {
    expect((await shop.get('/rpc/country?c=FR')).json()).toBe('<FR>')
    expect((await shop.send('POST', '/rpc/country', { body: { c: 'FR' } })).json()).toBe('<FR>')
    expect((await shop.get('/rpc/bits?b=101&more={110,001}')).json()).toBe('101{110,001}')
    expect((await shop.send('POST', '/rpc/bits', { body: { b: '101', more: ['11', '0'] } })).json()).toBe('101{11,0}')
    expect((await shop.get('/rpc/joined?codes=FR&codes=DEU')).json()).toBe('FR-DEU')
    expect((await shop.send('POST', '/rpc/joined', { body: { codes: ['FR', 'DEU'] } })).json()).toBe('FR-DEU')
  })
})

test('the official client writes, finds and calls', async () => {
  const url = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const client = createClient(url, service.authorization.slice('Bearer '.length))
  const written = await client.from('countries').insert({ code: 'PT', flags: '001' }).select('code,flags').single()
  expect([written.error, written.data]).toEqual([null, { code: 'PT', flags: '001' }])
  const found = await client.from('countries').select('code').eq('code', 'PT').eq('flags', '001')
  expect(found.data).toEqual([{ code: 'PT' }])
  expect((await client.rpc('country', { c: 'PT' })).data).toBe('<PT>')
})
