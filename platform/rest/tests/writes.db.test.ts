import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { openShop, service, type Shop } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop[Symbol.asyncDispose]())

const representation = { prefer: 'return=representation' }

describe('insert', () => {
  test('minimal by default, and told so by the headers', async () => {
    const answer = await shop.send('POST', '/genres', { body: { id: 10, name: 'Essay' }, headers: service })
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([201, '', '*/*'])
    expect((await shop.get('/genres?id=eq.10')).json()).toEqual([{ id: 10, name: 'Essay' }])
  })

  test('with the row, selected and embedded', async () => {
    const answer = await shop.send('POST', '/books?select=title,price,author:author_id(name),price_with_tax', {
      body: { title: 'New', author_id: 1 },
      headers: { ...service, ...representation },
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual([{ title: 'New', price: 9.9, author: { name: 'Ada Berg' }, price_with_tax: 12.38 }])
    expect(answer.headers['preference-applied']).toBe('return=representation')
  })

  test('a computed relationship of the new row', async () => {
    const answer = await shop.send('POST', '/books?select=title,house(name)', {
      body: { title: 'New', publisher_id: 2 },
      headers: { ...service, ...representation },
    })
    expect(answer.json()).toEqual([{ title: 'New', house: { name: 'Harbour Books' } }])
  })

  test('many rows at once, counted', async () => {
    const answer = await shop.send('POST', '/genres?select=id', {
      body: [
        { id: 10, name: 'a' },
        { id: 11, name: 'b' },
      ],
      headers: { ...service, prefer: 'return=representation, count=exact' },
    })
    expect(answer.json()).toEqual([{ id: 10 }, { id: 11 }])
    expect(answer.headers['content-range']).toBe('*/2')
  })

  test('an empty array inserts nothing', async () => {
    const answer = await shop.send('POST', '/genres', { body: [], headers: { ...service, ...representation } })
    expect([answer.statusCode, answer.json()]).toEqual([201, []])
  })

  test('an empty object inserts defaults', async () => {
    const answer = await shop.send('POST', '/notes?select=body', {
      body: {},
      headers: { ...service, ...representation },
    })
    expect(answer.json()).toEqual([{ body: null }])
  })

  test('empty objects insert a row of defaults each', async () => {
    const options = { body: [{}, {}], headers: { ...service, ...representation } }
    const answer = await shop.send('POST', '/notes?select=body', options)
    expect([answer.statusCode, answer.json()]).toEqual([201, [{ body: null }, { body: null }]])
  })

  test('columns= ignores other keys, missing=default fills absent ones', async () => {
    const answer = await shop.send('POST', '/books?columns=title,price,in_print&select=title,price,in_print', {
      body: [
        { title: 'A', sold: 5 },
        { title: 'B', price: 1, in_print: null },
      ],
      headers: { ...service, prefer: 'return=representation, missing=default' },
    })
    expect(answer.json()).toEqual([
      { title: 'A', price: 9.9, in_print: true },
      { title: 'B', price: 1, in_print: null },
    ])
    expect(answer.headers['preference-applied']).toBe('missing=default, return=representation')
  })

  test('missing=default knows identity columns', async () => {
    const answer = await shop.send('POST', '/authors?columns=id,name&select=id', {
      body: [{ name: 'A' }, { id: 7, name: 'B' }],
      headers: { ...service, prefer: 'return=representation, missing=default' },
    })
    expect(answer.json()).toEqual([{ id: 101 }, { id: 7 }])
  })

  test('CSV in', async () => {
    const answer = await shop.send('POST', '/authors?select=name,born', {
      body: 'name,born\n"Doe, Jane",NULL\nBo,1990-01-02\n',
      headers: { ...service, ...representation, 'content-type': 'text/csv' },
    })
    expect(answer.json()).toEqual([
      { name: 'Doe, Jane', born: null },
      { name: 'Bo', born: '1990-01-02' },
    ])
  })

  test('a form in', async () => {
    const answer = await shop.send('POST', '/genres', {
      body: 'id=12&name=Form+body',
      headers: { ...service, ...representation, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.json()).toEqual([{ id: 12, name: 'Form body' }])
  })

  test('headers only: where the row is', async () => {
    const answer = await shop.send('POST', '/stock', {
      body: { shop: 'hill & dale', book_id: 3 },
      headers: { ...service, prefer: 'return=headers-only' },
    })
    expect(answer.headers['location']).toBe('/stock?shop=eq.hill%20%26%20dale&book_id=eq.3')
    expect(answer.body).toBe('')
  })

  test('one object back', async () => {
    const answer = await shop.send('POST', '/genres', {
      body: [{ id: 13, name: 'One' }],
      headers: { ...service, ...representation, accept: 'application/vnd.pgrst.object+json' },
    })
    expect([answer.statusCode, answer.json()]).toEqual([201, { id: 13, name: 'One' }])
  })

  test('two rows are not one object, and are not kept', async () => {
    const answer = await shop.send('POST', '/genres', {
      body: [
        { id: 14, name: 'a' },
        { id: 15, name: 'b' },
      ],
      headers: { ...service, ...representation, accept: 'application/vnd.pgrst.object+json' },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([406, 'PGRST116'])
    expect((await shop.get('/genres?id=gt.13')).json()).toEqual([])
  })
})

describe('upsert', () => {
  const merge = { ...service, prefer: 'return=representation, resolution=merge-duplicates' }

  test('merges on the primary key: 201 with new rows, 200 without', async () => {
    const mixed = await shop.send('POST', '/genres?order=id', {
      body: [
        { id: 1, name: 'Novels' },
        { id: 20, name: 'New' },
      ],
      headers: merge,
    })
    expect([mixed.statusCode, mixed.json()]).toEqual([
      201,
      [
        { id: 1, name: 'Novels' },
        { id: 20, name: 'New' },
      ],
    ])
    expect(mixed.headers['preference-applied']).toBe('resolution=merge-duplicates, return=representation')
    const known = await shop.send('POST', '/genres', { body: { id: 1, name: 'Again' }, headers: merge })
    expect([known.statusCode, known.json()]).toEqual([200, [{ id: 1, name: 'Again' }]])
  })

  test('on another unique column', async () => {
    const answer = await shop.send('POST', '/publishers?on_conflict=name', {
      body: { id: 9, name: 'North Press', country: 'SE' },
      headers: { ...service, prefer: 'return=representation, resolution=ignore-duplicates' },
    })
    expect([answer.statusCode, answer.json()]).toEqual([201, []])
  })

  test('on columns without a constraint', async () => {
    const answer = await shop.send('POST', '/publishers?on_conflict=country', {
      body: { id: 9, name: 'X' },
      headers: merge,
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, '42P10'])
  })

  test('counts what is new without reading it', async () => {
    const answer = await shop.send('POST', '/stock', {
      body: [
        { shop: 'pier', book_id: 1, amount: 9 },
        { shop: 'pier', book_id: 1, amount: 10 },
      ],
      headers: { ...service, prefer: 'resolution=merge-duplicates' },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([500, '21000'])
    const once = await shop.send('POST', '/stock', {
      body: { shop: 'pier', book_id: 1, amount: 9 },
      headers: { ...service, prefer: 'resolution=merge-duplicates' },
    })
    expect(once.statusCode).toBe(200)
  })
})

describe('update', () => {
  test('minimal, and with rows', async () => {
    const minimal = await shop.send('PATCH', '/genres?id=eq.1', { body: { name: 'X' }, headers: service })
    expect([minimal.statusCode, minimal.body, minimal.headers['content-range']]).toEqual([204, '', '0-0/*'])
    const rows = await shop.send('PATCH', '/books?author_id=eq.1&select=id,publishers(name)&order=id.desc', {
      body: { price: 1 },
      headers: { ...service, prefer: 'return=representation,count=exact' },
    })
    expect([rows.statusCode, rows.headers['content-range']]).toEqual([200, '0-1/2'])
    expect(rows.json()).toEqual([
      { id: 2, publishers: { name: 'North Press' } },
      { id: 1, publishers: { name: 'North Press' } },
    ])
  })

  test('nothing found, nothing to change', async () => {
    const none = await shop.send('PATCH', '/genres?id=eq.99', {
      body: { name: 'X' },
      headers: { ...service, ...representation },
    })
    expect([none.statusCode, none.json(), none.headers['content-range']]).toEqual([200, [], '*/*'])
    const empty = await shop.send('PATCH', '/genres', { body: {}, headers: { ...service, ...representation } })
    expect([empty.statusCode, empty.json()]).toEqual([200, []])
  })

  test('filtered by an embed', async () => {
    const answer = await shop.send('PATCH', '/authors?select=id,books!author_id()&books=is.null', {
      body: { details: { new: true } },
      headers: { ...service, ...representation },
    })
    expect(answer.json()).toEqual([{ id: 4 }])
  })

  test('without a filter it is refused', async () => {
    const answer = await shop.send('PATCH', '/genres', { body: { name: 'X' }, headers: service })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: '21000', details: null, hint: null, message: 'UPDATE requires a WHERE clause' },
    ])
  })

  test('more than max-affected is rolled back', async () => {
    const headers = { ...service, prefer: 'handling=strict, max-affected=1' }
    const answer = await shop.send('PATCH', '/genres?id=gt.0', { body: { name: 'X' }, headers })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        code: 'PGRST124',
        details: 'The query affects 3 rows',
        hint: null,
        message: 'Query result exceeds max-affected preference constraint',
      },
    ])
    expect((await shop.get('/genres?name=eq.X')).json()).toEqual([])
  })
})

describe('delete and put', () => {
  test('delete', async () => {
    const answer = await shop.send('DELETE', '/genres?id=eq.3&select=name', {
      headers: { ...service, ...representation },
    })
    expect(answer.statusCode).toBe(409)
    const review = await shop.send('DELETE', '/reviews?rating=lt.4&select=id&order=id', {
      headers: { ...service, prefer: 'return=representation,count=exact' },
    })
    expect([review.statusCode, review.json(), review.headers['content-range']]).toEqual([
      200,
      [{ id: 2 }, { id: 4 }],
      '*/2',
    ])
    expect((await shop.send('DELETE', '/reviews?id=eq.1', { headers: service })).statusCode).toBe(204)
    expect((await shop.send('DELETE', '/reviews', { headers: service })).json().message).toBe(
      'DELETE requires a WHERE clause',
    )
  })

  test('put inserts and replaces one row', async () => {
    const made = await shop.send('PUT', '/genres?id=eq.30', {
      body: { id: 30, name: 'Made' },
      headers: { ...service, ...representation },
    })
    expect([made.statusCode, made.json()]).toEqual([201, [{ id: 30, name: 'Made' }]])
    const changed = await shop.send('PUT', '/genres?id=eq.30', { body: { id: 30, name: 'Changed' }, headers: service })
    expect(changed.statusCode).toBe(204)
    const other = await shop.send('PUT', '/genres?id=eq.30', { body: { id: 31, name: 'Other' }, headers: service })
    expect([other.statusCode, other.json().code]).toEqual([400, 'PGRST115'])
    const loose = await shop.send('PUT', '/genres?name=eq.x', { body: { id: 31, name: 'x' }, headers: service })
    expect([loose.statusCode, loose.json().code]).toEqual([405, 'PGRST105'])
    const limited = await shop.send('PUT', '/genres?id=eq.30&limit=1', {
      body: { id: 30, name: 'x' },
      headers: service,
    })
    expect([limited.statusCode, limited.json().code]).toEqual([400, 'PGRST114'])
  })

  test('tx=rollback answers as if it had happened', async () => {
    await using open = await openShop({ allowsRollback: true })
    const headers = { ...service, prefer: 'return=representation, tx=rollback' }
    const answer = await open.send('DELETE', '/reviews?id=eq.1&select=id', { headers })
    expect([answer.json(), answer.headers['preference-applied']]).toEqual([
      [{ id: 1 }],
      'return=representation, tx=rollback',
    ])
    expect((await open.get('/reviews?id=eq.1&select=id')).json()).toEqual([{ id: 1 }])
  })
})
