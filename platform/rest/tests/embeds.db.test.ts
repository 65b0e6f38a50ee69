/** Computed relationships beside whole rows and below embeds; embeds that show nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openShop, service, type Shop } from '../testing/shop.ts'

// Says that it finds one row, and finds two at North Press.
const functions = `
  create function public.any_book(public.publishers) returns setof public.books rows 1 language sql stable
    as $$ select * from public.books where publisher_id = $1.id order by id $$;
  create function public.rename_book(book int, name text) returns setof public.books language sql volatile
    as $$ update public.books set title = name where id = book returning * $$;
  create function public.add_book(state bytea, next public.covers) returns bytea language sql immutable
    as $$ select state || '\\x01'::bytea $$;
  create function public.as_bytes(state bytea) returns public."*/*" language sql immutable as $$ select $1 $$;
  create aggregate public.bytes_of(public.covers) (initcond = '', stype = bytea, sfunc = public.add_book,
    finalfunc = public.as_bytes);`

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, functions)
})
afterAll(() => shop[Symbol.asyncDispose]())

interface Row {
  readonly [key: string]: unknown
}

const rowsOf = async (path: string) => (await shop.get(path, service)).json<Row[]>()

describe('a computed relationship beside all columns', () => {
  const [all, house] = ['select=*', 'select=*,house(name)']
  const north = { house: { name: 'North Press' } }

  test('of a function’s rows shows them, itself and nothing more', async () => {
    const [plain] = await rowsOf(`/rpc/find_books?term=rain&${all}`)
    expect(await rowsOf(`/rpc/find_books?term=rain&${house}`)).toEqual([{ ...plain, ...north }])
    expect(await rowsOf(`/rpc/first_book?${house}`)).toEqual({ ...plain, ...north })
    expect(await rowsOf(`/rpc/find_books?term=rain&${house}`)).toEqual(await rowsOf(`/books?id=eq.1&${house}`))
    const changed = await shop.send('POST', `/rpc/rename_book?${house}`, {
      body: { book: 3, name: 'Harbour Lamps' },
      headers: service,
    })
    const [renamed] = await rowsOf('/books?id=eq.3')
    expect(changed.json()).toEqual([{ ...renamed, house: { name: 'Harbour Books' } }])
  })

  test('of written rows as well', async () => {
    const answer = await shop.send('PATCH', `/books?id=eq.2&${house}`, {
      body: { price: 3 },
      headers: { ...service, prefer: 'return=representation' },
    })
    const [plain] = await rowsOf('/books?id=eq.2')
    expect(answer.json()).toEqual([{ ...plain, ...north }])
  })

  test('of a function’s rows filters, counts and orders them', async () => {
    const ids = async (query: string) => (await rowsOf(`/rpc/find_books?term=a&${query}`)).map(({ id }) => id)
    const housed = await rowsOf('/books?title=ilike.*a*&publisher_id=not.is.null&order=id')
    const expected = housed.map(({ id }) => id)
    expect(expected.length).toBeGreaterThan(1)
    expect(await ids('select=id,house!inner(name)&order=id')).toEqual(expected)
    expect(await ids('select=id,house(name)&house=not.is.null&order=id')).toEqual(expected)
    expect(await ids('select=*,house!inner()&order=house(name).desc,id.desc')).toHaveLength(expected.length)
    const counted = await shop.get('/rpc/find_books?term=a&select=id,house!inner(name)&limit=1', {
      ...service,
      prefer: 'count=exact',
    })
    expect(counted.headers['content-range']).toBe(`0-0/${expected.length}`)
  })
})

describe('a to-one relationship whose function finds several rows', () => {
  const first = { any_book: { id: 1 } }
  test.each<[path: string, body: unknown]>([
    ['/publishers?id=eq.1&select=id,any_book(id)', [{ id: 1, ...first }]],
    ['/books?id=eq.1&select=id,publishers(any_book(id))', [{ id: 1, publishers: first }]],
    ['/books?id=eq.1&select=id,publishers!inner(any_book!inner(id))', [{ id: 1, publishers: first }]],
    [
      '/authors?id=eq.1&select=id,bestsellers(publishers(any_book(id)))&bestsellers.id=eq.1',
      [{ id: 1, bestsellers: [{ publishers: first }] }],
    ],
    ['/publishers?id=eq.1&select=name,...any_book(id)', [{ name: 'North Press', id: 1 }]],
    ['/publishers?id=eq.1&select=id,any_book(id)&order=any_book(title)', [{ id: 1, ...first }]],
    ['/publishers?id=eq.1&select=any_book(id)&any_book.order=id.desc', [{ any_book: { id: 2 } }]],
  ])('%s shows the first', async (path, body) => {
    const answer = await shop.get(path, service)
    expect([answer.statusCode, answer.json()]).toEqual([200, body])
  })
})

describe('what shows nothing', () => {
  test.each<[path: string, body: unknown]>([
    ['/publishers?id=eq.1&select=name,books()', [{ name: 'North Press' }]],
    ['/publishers?id=eq.1&select=name,books(genres())', [{ name: 'North Press' }]],
    ['/publishers?id=eq.1&select=name,books(genres(),covers(),reviews(books()))', [{ name: 'North Press' }]],
    ['/publishers?id=eq.1&select=name,...books(genres())', [{ name: 'North Press' }]],
    ['/publishers?id=eq.1&select=books(genres(name))&books.id=eq.1', [{ books: [{ genres: [{ name: 'Novel' }] }] }]],
    ['/publishers?select=name,books!inner(covers!inner())&order=id', [{ name: 'North Press' }]],
    ['/genres?select=&id=eq.1', [{ id: 1, name: 'Novel' }]],
    ['/genres?select=books()&id=eq.1', [{}]],
    ['/rpc/find_books?term=rain&select=&id=eq.0', []],
  ])('%s', async (path, body) => {
    expect(await rowsOf(path)).toEqual(body)
  })

  test('select= of a function and of a write is everything', async () => {
    expect(await rowsOf('/rpc/find_books?term=rain&select=')).toEqual(await rowsOf('/books?id=eq.1'))
    const options = { body: { id: 20, name: 'Essay' }, headers: { ...service, prefer: 'return=representation' } }
    expect((await shop.send('POST', '/genres?select=', options)).json()).toEqual([{ id: 20, name: 'Essay' }])
  })
})

test('a table written as anything is bytes, whatever is accepted', async () => {
  for (const accept of ['*/*', 'image/png', 'text/html']) {
    const answer = await shop.get('/covers', { ...service, accept })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/octet-stream'])
    expect([...answer.rawPayload]).toEqual([1, 1])
  }
})

test('one schema alone is not named in answers', async () => {
  await using single = await openShop({ schemas: ['public'] })
  expect((await single.get('/genres')).headers).not.toHaveProperty('content-profile')
  expect((await shop.get('/genres')).headers['content-profile']).toBe('public')
  const written = await shop.send('POST', '/genres', { body: { id: 30, name: 'Play' }, headers: service })
  expect(written.headers['content-profile']).toBe('public')
})
