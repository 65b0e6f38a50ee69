/** What an operator switches on, and the root's document. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ada, openShop, reader, service, type Shop } from '../testing/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ allowsAggregates: true, allowsPlan: true })
})
afterAll(() => shop[Symbol.asyncDispose]())

describe('aggregates', () => {
  const aggregates: [path: string, body: unknown][] = [
    ['/books?select=count()', [{ count: 5 }]],
    ['/books?select=total:price.sum(),id.max(),low:price.min()::text', [{ total: 67.4, max: 5, low: '5.00' }]],
    [
      '/books?select=publisher_id,count()&order=publisher_id',
      [
        { publisher_id: 1, count: 2 },
        { publisher_id: 2, count: 1 },
        { publisher_id: 3, count: 1 },
        { publisher_id: null, count: 1 },
      ],
    ],
    [
      '/publishers?select=id,books(price.avg()::int)&order=id',
      [
        { id: 1, books: [{ avg: 15 }] },
        { id: 2, books: [{ avg: 10 }] },
        { id: 3, books: [{ avg: 22 }] },
      ],
    ],
    ['/books?select=publishers(name),count()&publisher_id=eq.1', [{ publishers: { name: 'North Press' }, count: 2 }]],
    ['/books?select=...publishers(house:name),count()&publisher_id=eq.1', [{ house: 'North Press', count: 2 }]],
    ['/authors?select=details->>city,count()&id=eq.1', [{ city: 'Oslo', count: 1 }]],
    [
      '/reviews?select=count(),...books(title,publishers(name))&book_id=eq.1',
      [{ count: 2, title: 'The Long Rain', publishers: { name: 'North Press' } }],
    ],
    ['/books?select=count(),...reviews(rating)&id=eq.1&reviews.order=id', [{ count: 1, rating: [5, 3] }]],
  ]
  test.each(aggregates)('%s', async (path, body) => {
    const answer = await shop.get(path)
    expect(answer.json()).toEqual(body)
  })

  test('groups are what is counted', async () => {
    const answer = await shop.get('/books?select=publisher_id,count()&limit=1', { prefer: 'count=exact' })
    expect(answer.headers['content-range']).toBe('0-0/4')
  })
})

describe('the query plan', () => {
  test('as text and as JSON', async () => {
    const text = await shop.get('/genres', { accept: 'application/vnd.pgrst.plan' })
    expect(text.headers['content-type']).toBe('application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8')
    expect(text.body).toMatch(/^Aggregate/)
    const json = await shop.get('/genres', { accept: 'application/vnd.pgrst.plan+json; options=analyze|buffers' })
    expect(json.json()[0]).toMatchObject({ Plan: { 'Actual Rows': 1 } })
  })
})

interface Document {
  swagger: string
  basePath: string
  paths: Record<string, Record<string, unknown>>
  definitions: Record<string, { properties: Record<string, { description?: string; format: string; enum?: string[] }> }>
}

describe('the root', () => {
  test('describes what a visitor may see', async () => {
    const answer = await shop.get('/')
    expect(answer.headers['content-type']).toBe('application/openapi+json; charset=utf-8')
    const document = answer.json<Document>()
    expect([document.swagger, document.basePath]).toEqual(['2.0', '/rest/v1'])
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/', '/books', '/printed_books', '/rpc/add']))
    expect(document.paths).not.toHaveProperty('/secrets')
    expect(document.paths).not.toHaveProperty('/members')
    expect(Object.keys(document.paths['/rpc/raise_price'] ?? {})).toEqual(['post'])
    const { properties } = document.definitions['books'] ?? { properties: {} }
    expect(properties['id']?.description).toBe('Note:\nThis is a Primary Key.<pk/>')
    expect(properties['publisher_id']?.description).toContain("<fk table='publishers' column='id'/>")
    expect(properties['price']?.description).toBe('In euros')
    expect(properties['binding']?.enum).toEqual(['paperback', 'hardcover', 'digital'])
  })

  test('describes more to those who may more', async () => {
    const document = (await shop.get('/', reader(ada))).json<Document>()
    expect(Object.keys(document.paths['/members'] ?? {})).toEqual(['get', 'post', 'patch'])
  })

  test('only where it is served, and only in its own type', async () => {
    await using silent = await openShop({ servesOpenApi: false })
    expect((await silent.get('/')).json()).toMatchObject({ code: 'PGRST126' })
    expect((await shop.get('/', { accept: 'text/csv' })).statusCode).toBe(406)
    expect((await shop.send('POST', '/', { body: {} })).statusCode).toBe(405)
    expect((await shop.send('HEAD', '/')).body).toBe('')
  })
})

describe('a check before every request', () => {
  const check = `
    create function public.check_request() returns void language plpgsql as $$
    begin
      if current_setting('request.headers')::json ->> 'x-banned' is not null then
        raise sqlstate 'PT403' using message = 'Banned';
      end if;
      perform set_config('response.headers', '[{"x-checked": "yes"}]', true);
    end $$;`

  test('runs in its transaction, and may refuse it', async () => {
    await using checked = await openShop({ preRequest: { schema: 'public', name: 'check_request' } }, check)
    const read = await checked.get('/genres?select=id&id=eq.1')
    expect([read.json(), read.headers['x-checked']]).toEqual([[{ id: 1 }], 'yes'])
    const write = await checked.send('POST', '/genres', { body: { id: 77, name: 'x' }, headers: service })
    expect([write.statusCode, write.headers['x-checked']]).toEqual([201, 'yes'])
    const banned = { ...service, 'x-banned': '1' }
    expect((await checked.get('/genres', banned)).json()).toMatchObject({ code: 'PT403', message: 'Banned' })
    expect((await checked.send('DELETE', '/genres?id=eq.77', { headers: banned })).statusCode).toBe(403)
    expect((await checked.get('/', banned)).statusCode).toBe(403)
    expect((await checked.get('/genres?id=eq.77')).json()).toHaveLength(1)
  })
})
