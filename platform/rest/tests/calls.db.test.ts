import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ada, ben, openShop, reader, service, type Shop } from '../testing/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

describe('answers', () => {
  const reads: [path: string, status: number, body: unknown][] = [
    ['/rpc/add?a=1&b=2', 200, 3],
    ['/rpc/greet', 200, 'Hello reader'],
    ['/rpc/greet?name=Ada%20%26%20co', 200, 'Hello Ada & co'],
    ['/rpc/titles?limit=2', 200, ['The Long Rain', 'Salt and Stars']],
    ['/rpc/first_book?select=id,author:author_id(name)', 200, { id: 1, author: { name: 'Ada Berg' } }],
    [
      '/rpc/find_books?term=a&select=id,price_with_tax&id=gt.3&order=id.desc',
      200,
      [
        { id: 5, price_with_tax: 6.25 },
        { id: 4, price_with_tax: 27.5 },
      ],
    ],
    [
      '/rpc/find_books?term=salt&select=genres(name),house(name)',
      200,
      [{ genres: [{ name: 'Novel' }, { name: 'Poetry' }], house: { name: 'North Press' } }],
    ],
    ['/rpc/summary?reviews=gt.0&select=title', 200, [{ title: 'The Long Rain' }, { title: 'A Quiet Year' }]],
    ['/rpc/total?amounts=1&amounts=2&amounts=39', 200, 42],
    ['/rpc/sum_of?amounts={1,2,3}', 200, 6],
    ['/rpc/page_of?chapter=1&line=2', 200, 3],
  ]
  test.each(reads)('GET %s', async (path, status, body) => {
    const answer = await shop.get(path)
    expect([answer.statusCode, answer.json()]).toEqual([status, body])
  })

  const posts: [path: string, args: unknown, status: number, body: unknown][] = [
    ['/rpc/add', { a: 1, b: 2 }, 200, 3],
    ['/rpc/greet', {}, 200, 'Hello reader'],
    ['/rpc/total', { amounts: [1, 2] }, 200, 3],
    ['/rpc/sum_of', { amounts: [4, 5] }, 200, 9],
    ['/rpc/raise_price?select=id,price', { book: 3, by_amount: 0.1 }, 200, { id: 3, price: 10 }],
    ['/rpc/keys_of', { x: 1, y: 2 }, 200, 'x,y'],
    ['/rpc/find_books?select=id', { term: 'rain' }, 200, [{ id: 1 }]],
  ]
  test.each(posts)('POST %s %j', async (path, args, status, body) => {
    const answer = await shop.send('POST', path, { body: args, headers: service })
    expect([answer.statusCode, answer.json()]).toEqual([status, body])
  })

  test('void is 204', async () => {
    const answer = await shop.send('POST', '/rpc/do_nothing')
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
  })

  test('counts and windows', async () => {
    const answer = await shop.get('/rpc/find_books?term=a&limit=2&select=id', { prefer: 'count=exact' })
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([206, '0-1/5'])
    const head = await shop.send('HEAD', '/rpc/find_books?term=a', { headers: { prefer: 'count=exact' } })
    expect([head.statusCode, head.headers['content-range'], head.body]).toEqual([200, '0-4/5', ''])
  })

  test('single unnamed parameters take the whole body', async () => {
    const shout = await shop.send('POST', '/rpc/shout', { body: 'hi', headers: { 'content-type': 'text/plain' } })
    expect(shout.json()).toBe('HI')
    const size = await shop.send('POST', '/rpc/size_of', {
      body: Buffer.from([0, 255, 10]),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(size.json()).toBe(3)
  })

  test('text and bytes as they are', async () => {
    const text = await shop.get('/rpc/greet', { accept: 'text/plain' })
    expect([text.body, text.headers['content-type']]).toEqual(['Hello reader', 'text/plain; charset=utf-8'])
    const bytes = await shop.get('/rpc/picture', { accept: 'application/octet-stream' })
    expect([...bytes.rawPayload]).toEqual([0x89, 0x50, 0x4e, 0x47])
  })

  test('one object of a set', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json' }
    expect((await shop.get('/rpc/find_books?term=salt&select=id', headers)).json()).toEqual({ id: 2 })
    expect((await shop.get('/rpc/find_books?term=a&select=id', headers)).json().code).toBe('PGRST116')
  })
})

describe('the transaction', () => {
  test('tells functions who asks and how', async () => {
    const headers = { ...reader(ada), 'x-test': 'Ünit', cookie: 'flavour=mint; b=c', prefer: 'timezone=Asia/Tokyo' }
    const answer = await shop.get('/rpc/whoami', headers)
    expect(answer.json()).toEqual({
      role: 'authenticated',
      uid: ada,
      method: 'GET',
      path: '/rpc/whoami',
      agent: 'Ünit',
      cookie: 'mint',
      has_cookie_header: false,
      claims: { role: 'authenticated', sub: ada },
      zone: 'Asia/Tokyo',
    })
    expect(answer.headers['preference-applied']).toBe('timezone=Asia/Tokyo')
    expect((await shop.get('/rpc/whoami')).json().claims).toEqual({ role: 'anon' })
  })

  test('is never mixed with another', async () => {
    const people = [reader(ada), reader(ben), service, {}]
    const roles = ['authenticated', 'authenticated', 'service_role', 'anon']
    const uids = [ada, ben, null, null]
    const asked = Array.from({ length: 400 }, async (_, at) => {
      // Every seventh fails in the middle of its transaction.
      if (at % 7 === 0) await shop.send('POST', '/rpc/fail_plain', { headers: people[at % 4] ?? {} })
      return (await shop.get('/rpc/whoami', people[at % 4])).json()
    })
    const seen = (await Promise.all(asked)).map(({ role, uid }) => [role, uid])
    expect(seen).toEqual(seen.map((_, at) => [roles[at % 4], uids[at % 4]]))
  })

  test('is read-only for GET', async () => {
    const answer = await shop.get('/rpc/raise_price?book=1&by_amount=1')
    expect([answer.statusCode, answer.json().code]).toEqual([405, '25006'])
  })

  test('functions may choose status and headers', async () => {
    const answer = await shop.send('POST', '/rpc/teapot')
    expect([answer.statusCode, answer.headers['x-kettle'], answer.headers['set-cookie']]).toEqual([
      418,
      'on',
      ['a=1', 'b=2'],
    ])
    expect((await shop.send('POST', '/rpc/bad_headers')).json()).toMatchObject({ code: 'PGRST111' })
    expect((await shop.send('POST', '/rpc/bad_status')).json()).toMatchObject({ code: 'PGRST112' })
  })

  test('max-affected undoes a function', async () => {
    const strict = { ...service, prefer: 'handling=strict, max-affected=2' }
    const many = await shop.send('POST', '/rpc/raise_all', { body: { by_amount: 1 }, headers: strict })
    expect([many.statusCode, many.json().code]).toEqual([400, 'PGRST124'])
    expect((await shop.get('/books?id=eq.5&select=price')).json()).toEqual([{ price: 5 }])
    const single = await shop.send('POST', '/rpc/add', { body: { a: 1, b: 1 }, headers: strict })
    expect(single.json().code).toBe('PGRST128')
  })
})

describe('refusals', () => {
  const refusals: [method: 'GET' | 'POST', path: string, status: number, body: object][] = [
    [
      'POST',
      '/rpc/fail_plain',
      400,
      { code: 'P0001', message: 'The till is locked', details: 'since noon', hint: 'ask Eva' },
    ],
    [
      'POST',
      '/rpc/fail_payment',
      402,
      { code: 'PT402', message: 'Payment required', details: 'no money', hint: 'earn' },
    ],
    [
      'POST',
      '/rpc/fail_whole',
      503,
      { code: 'SHOP1', message: 'Closed', details: 'It is night', hint: 'Come at nine' },
    ],
    ['POST', '/rpc/fail_badly', 500, { code: 'PGRST121' }],
    [
      'GET',
      '/rpc/ad?a=1',
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function public.ad(a) in the schema cache',
        details: 'Searched for the function public.ad with parameter a, but no matches were found in the schema cache.',
        hint: null,
      },
    ],
    [
      'GET',
      '/rpc/find_bookz',
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function public.find_bookz without parameters in the schema cache',
        hint: 'Perhaps you meant to call the function public.find_books',
      },
    ],
    ['GET', '/rpc/add?a=1&c=2', 404, { hint: 'Perhaps you meant to call the function public.add(a, b)' }],
    [
      'GET',
      '/rpc/page_of?book=1',
      300,
      {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: public.page_of(book => integer), public.page_of(book => text)',
        details: null,
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    ],
    ['GET', '/rpc/add?a=x&b=1', 400, { code: '22P02' }],
    ['GET', '/rpc/pg_sleep?seconds=1', 404, { code: 'PGRST202' }],
  ]
  test.each(refusals)('%s %s', async (method, path, status, body) => {
    const answer = await shop.send(method, path)
    expect(answer.json()).toMatchObject(body)
    expect(answer.statusCode).toBe(status)
  })

  test('POST names the unnamed alternative', async () => {
    const answer = await shop.send('POST', '/rpc/add', { body: { a: 1, z: 1 } })
    expect(answer.json().details).toBe(
      'Searched for the function public.add with parameters a, z or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
    )
  })

  test('other methods', async () => {
    const answer = await shop.send('DELETE', '/rpc/add')
    expect([answer.statusCode, answer.json()]).toEqual([
      405,
      { code: 'PGRST101', details: null, hint: null, message: 'Cannot use the DELETE method on RPC' },
    ])
  })
})
