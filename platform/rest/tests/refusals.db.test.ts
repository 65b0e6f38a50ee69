import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ada, openShop, reader, service, type Shop, tokenFor } from '../testing/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

describe('reads', () => {
  const refusals: [path: string, status: number, body: object][] = [
    [
      '/book',
      404,
      {
        code: 'PGRST205',
        details: null,
        hint: "Perhaps you meant the table 'public.books'",
        message: "Could not find the table 'public.book' in the schema cache",
      },
    ],
    ['/zzz', 404, { code: 'PGRST205', hint: null }],
    ['/auth.users', 404, { code: 'PGRST205' }],
    ['/books/1', 404, { code: 'PGRST125', message: 'Invalid path specified in request URL' }],
    ['/rpc/add/more', 404, { code: 'PGRST125' }],
    ['/books?select=nope', 400, { code: '42703', message: 'column books.nope does not exist' }],
    ['/books?nope=eq.1', 400, { code: '42703', message: 'column books.nope does not exist' }],
    ['/books?select=publishers(nope)', 400, { code: '42703' }],
    ['/books?id=eq.x', 400, { code: '22P02', message: 'invalid input syntax for type integer: "x"' }],
    ['/books?select=id::nope', 400, { code: '42704' }],
    [
      '/books?select=authors(name)',
      300,
      {
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
        hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_fkey'. Find the desired relationship in the 'details' key.",
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'books with authors',
            relationship: 'books_author_id_fkey using books(author_id) and authors(id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'books with authors',
            relationship: 'books_editor_fkey using books(editor_id) and authors(id)',
          },
        ],
      },
    ],
    [
      '/books?select=secrets(word)',
      400,
      {
        code: 'PGRST200',
        message: "Could not find a relationship between 'books' and 'secrets' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'books' and 'secrets' in the schema 'public', but no matches were found.",
      },
    ],
    ['/books?select=genre(name)', 400, { hint: "Perhaps you meant 'genres' instead of 'genre'." }],
    [
      '/books?select=authors!nope(name)',
      400,
      {
        code: 'PGRST200',
        details:
          "Searched for a foreign key relationship between 'books' and 'authors' using the hint 'nope' in the schema 'public', but no matches were found.",
      },
    ],
    [
      '/books?publishers.name=eq.x',
      400,
      {
        code: 'PGRST108',
        message: "'publishers' is not an embedded resource in this request",
        hint: "Verify that 'publishers' is included in the 'select' query parameter.",
      },
    ],
    ['/books?select=publishers()&publishers=eq.1', 400, { code: 'PGRST120' }],
    [
      '/books?select=id,reviews()&order=reviews(rating)',
      400,
      {
        code: 'PGRST118',
        message: "A related order on 'reviews' is not possible",
        details: "'books' and 'reviews' do not form a many-to-one or one-to-one relationship",
      },
    ],
    ['/books?select=price.sum()', 400, { code: 'PGRST123', message: 'Use of aggregate functions is not allowed' }],
    ['/books?limit=-1', 416, { code: 'PGRST103', details: 'Limit should be greater than or equal to zero.' }],
    [
      '/books?id=1',
      400,
      {
        code: 'PGRST100',
        message: '"failed to parse filter (1)" (line 1, column 1)',
        details: 'unexpected "1" expecting "not" or operator (eq, gt, ...)',
      },
    ],
    ['/books?id=in.1,2', 400, { details: 'unexpected "1" expecting "("' }],
    [
      '/books?or=()',
      400,
      {
        message: '"failed to parse logic tree (())" (line 1, column 4)',
        details:
          'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
      },
    ],
    [
      '/books?or=(id.in.1,2,id.eq.3)',
      400,
      { message: '"failed to parse logic tree ((id.in.1,2,id.eq.3))" (line 1, column 10)' },
    ],
    ['/books?order=id.ac', 400, { message: '"failed to parse order (id.ac)" (line 1, column 4)' }],
    ['/books?select=id,(name)', 400, { code: 'PGRST100' }],
    ['/books?select="a%00b"', 400, { code: 'PGRST100' }],
    ['/books?title=eq.a%00b', 400, { code: '22021' }],
    [`/books?select=${'authors('.repeat(6)}id${')'.repeat(6)}`, 400, { message: 'The request is too complex' }],
    [
      `/books?select=${Array.from({ length: 26 }, (_, at) => `a${at}:reviews(id)`).join()}`,
      400,
      { message: 'The request is too complex' },
    ],
    [`/books?or=${'(and'.repeat(25)}(id.eq.1)${')'.repeat(25)}`, 400, { code: 'PGRST100' }],
    [`/books?id=in.(${'1,'.repeat(9000)}1)`, 414, { code: 'PGRST100', message: 'The request URL is too long' }],
  ]
  test.each(refusals)('%s', async (path, status, body) => {
    const answer = await shop.get(path)
    expect(answer.json()).toMatchObject(body)
    expect(Object.keys(answer.json())).toEqual(['code', 'details', 'hint', 'message'])
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['proxy-status']).toBe(`PostgREST; error=${answer.json().code}`)
  })

  test('an empty range', async () => {
    const answer = await shop.get('/books', { range: '5-2' })
    expect([answer.statusCode, answer.json().details]).toEqual([
      416,
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    ])
  })

  test('preferences that are none', async () => {
    const answer = await shop.get('/books', { prefer: 'handling=strict, count=some, anything' })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        code: 'PGRST122',
        details: 'Invalid preferences: count=some, anything',
        hint: null,
        message: 'Invalid preferences given with handling=strict',
      },
    ])
    expect((await shop.get('/genres', { prefer: 'anything, count=some' })).statusCode).toBe(200)
  })
})

test('a content type that is none is refused in words', async () => {
  const answer = await shop.send('POST', '/books', { headers: { 'content-type': 'x' }, body: 'abc' })
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'PGRST102' }])
})

describe('schemas', () => {
  test('by the header, for reads and writes', async () => {
    const answer = await shop.get('/ledgers?select=year', { 'accept-profile': 'archive' })
    expect([answer.json(), answer.headers['content-profile']]).toEqual([[{ year: 1999 }], 'archive'])
    const written = await shop.send('POST', '/ledgers', {
      body: { id: 2, year: 2000 },
      headers: { ...service, 'content-profile': 'archive' },
    })
    expect(written.statusCode).toBe(201)
    expect((await shop.get('/ledgers')).json().code).toBe('PGRST205')
  })

  test.each(['auth', 'pg_catalog', 'archive"; drop'])('%s is not exposed', async (schema) => {
    const answer = await shop.get('/users', { 'accept-profile': schema })
    expect([answer.statusCode, answer.json()]).toEqual([
      406,
      {
        code: 'PGRST106',
        details: null,
        hint: 'Only the following schemas are exposed: public, archive',
        message: `Invalid schema: ${schema}`,
      },
    ])
  })
})

describe('bodies', () => {
  const bodies: [body: string, type: string, status: number, expected: object][] = [
    ['', 'application/json', 400, { code: 'PGRST102', message: 'Empty or invalid json' }],
    ['{"id":', 'application/json', 400, { code: 'PGRST102', message: 'Empty or invalid json' }],
    ['[{"id":1},{"name":"x"}]', 'application/json', 400, { code: 'PGRST102', message: 'All object keys must match' }],
    ['[1]', 'application/json', 400, { code: 'PGRST102', message: 'All object keys must match' }],
    ['{"id":1}', 'image/png', 400, { code: 'PGRST102', message: 'Content-Type not acceptable: image/png' }],
    ['id,name\n1', 'text/csv', 400, { code: 'PGRST102' }],
    [
      '{"id":40,"nope":1}',
      'application/json',
      400,
      {
        code: 'PGRST204',
        message: "Could not find the 'nope' column of 'genres' in the schema cache",
      },
    ],
    ['{"id":40,"__proto__":1}', 'application/json', 400, { code: 'PGRST204' }],
    ['{"id":40}', 'application/json', 400, { code: '23502' }],
    ['{"id":1,"name":"twice"}', 'application/json', 409, { code: '23505' }],
    [
      `{"id":40,"name":${'['.repeat(100)}${']'.repeat(100)}}`,
      'application/json',
      400,
      { message: 'The JSON body is nested too deeply' },
    ],
    [
      JSON.stringify(Array.from({ length: 1001 }, (_, id) => ({ id, name: 'n' }))),
      'application/json',
      413,
      { code: 'PGRST102' },
    ],
    [`{"id":40,"name":"${'x'.repeat(1_100_000)}"}`, 'application/json', 413, { code: 'PGRST102' }],
  ]
  test.each(bodies)('%.40s as %s', async (body, type, ...rest) => {
    const answer = await shop.send('POST', '/genres', { body, headers: { ...service, 'content-type': type } })
    expect([answer.statusCode, answer.json()]).toEqual([rest[0], expect.objectContaining(rest[1])])
  })

  test('a role that the database does not have', async () => {
    const answer = await shop.get('/books', { authorization: `Bearer ${tokenFor({ role: 'nobody' })}` })
    expect([answer.statusCode, answer.json().code]).toEqual([401, '22023'])
  })
})

describe('methods', () => {
  const allowed: [path: string, allow: string][] = [
    ['/books', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/notes', 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'],
    ['/rpc/add', 'OPTIONS,GET,HEAD,POST'],
    ['/rpc/raise_price', 'OPTIONS,POST'],
    ['/', 'OPTIONS,GET,HEAD'],
  ]
  test.each(allowed)('OPTIONS %s', async (path, allow) => {
    const answer = await shop.send('OPTIONS', path)
    expect([answer.statusCode, answer.headers['allow'], answer.body]).toEqual([200, allow, ''])
  })
})

describe('the schema', () => {
  test('follows the database', async () => {
    expect((await shop.get('/shelves')).statusCode).toBe(404)
    const loads = () => shop.events.filter(({ kind }) => kind === 'rest.schema-loaded').length
    const before = loads()
    const client = new pg.Client({ connectionString: shop.database.url })
    await client.connect()
    await client.query('create table shelves (id int primary key, label text)')
    await client.end()
    await expect.poll(loads, { timeout: 30_000 }).toBeGreaterThan(before)
    expect((await shop.get('/shelves')).json()).toEqual([])
  })
})

describe('reports', () => {
  test('each answer, without what was asked', async () => {
    await shop.get('/genres?id=eq.1', reader(ada))
    expect(shop.events.at(-1)).toEqual({
      kind: 'rest.answered',
      method: 'GET',
      status: 200,
      role: 'authenticated',
      code: null,
      ms: expect.any(Number),
    })
    await shop.get('/zzz')
    expect(shop.events.at(-1)).toMatchObject({ status: 404, role: 'anon', code: 'PGRST205' })
  })
})
