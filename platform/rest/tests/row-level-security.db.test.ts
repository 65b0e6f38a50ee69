import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ada, ben, openShop, reader, type Shop } from '../testing/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const representation = { prefer: 'return=representation' }

describe('reading', () => {
  test('a visitor reads what is public, a reader their own as well', async () => {
    expect((await shop.get('/reviews?select=id&order=id')).json()).toEqual([{ id: 1 }, { id: 2 }, { id: 4 }])
    expect((await shop.get('/reviews?select=id&order=id', reader(ada))).json()).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 3 },
      { id: 4 },
    ])
  })

  test('within embeds too', async () => {
    const path = '/books?select=reviews(body)&id=eq.2'
    expect((await shop.get(path)).json()).toEqual([{ reviews: [] }])
    expect((await shop.get(path, reader(ada))).json()).toEqual([{ reviews: [{ body: 'Private thoughts' }] }])
  })

  test('a table without grants is 401 for visitors and 403 for readers', async () => {
    const refused = await shop.get('/secrets')
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    expect(refused.json()).toEqual({
      code: '42501',
      details: null,
      hint: null,
      message: 'permission denied for table secrets',
    })
    expect((await shop.get('/secrets', reader(ada))).statusCode).toBe(403)
  })

  test('a column without a grant can be neither seen nor filtered', async () => {
    expect((await shop.get('/members?select=id,name', reader(ada))).json()).toEqual([{ id: 1, name: 'Tea' }])
    expect((await shop.get('/members?select=id&email=like.t*', reader(ada))).statusCode).toBe(403)
    expect((await shop.get('/members', reader(ada))).statusCode).toBe(403)
  })
})

describe('writing', () => {
  test('people write as themselves only', async () => {
    const review = { book_id: 3, rating: 4 }
    const own = await shop.send('POST', '/reviews?select=reader', {
      body: review,
      headers: { ...reader(ada), ...representation },
    })
    expect(own.json()).toEqual([{ reader: ada }])
    const forged = await shop.send('POST', '/reviews', { body: { ...review, reader: ben }, headers: reader(ada) })
    expect([forged.statusCode, forged.json().code]).toEqual([403, '42501'])
    const visitor = await shop.send('POST', '/reviews', { body: review })
    expect([visitor.statusCode, visitor.json().code]).toEqual([401, '42501'])
  })

  test("others' rows are not touched", async () => {
    const headers = { ...reader(ada), ...representation }
    const changed = await shop.send('PATCH', '/reviews?id=in.(1,2)&select=id', { body: { rating: 1 }, headers })
    expect(changed.json()).toEqual([{ id: 1 }])
    const removed = await shop.send('DELETE', '/reviews?id=eq.2', { headers: reader(ada) })
    expect(removed.statusCode).toBe(204)
    expect((await shop.get('/reviews?id=eq.2&select=rating')).json()).toEqual([{ rating: 3 }])
  })

  test('column grants hold', async () => {
    const denied = await shop.send('PATCH', '/members?id=eq.1', { body: { points: 99 }, headers: reader(ada) })
    expect(denied.statusCode).toBe(403)
    const allowed = await shop.send('PATCH', '/members?id=eq.1&select=id,name', {
      body: { name: 'Bea' },
      headers: { ...reader(ada), ...representation },
    })
    expect(allowed.json()).toEqual([{ id: 1, name: 'Bea' }])
    const added = await shop.send('POST', '/members', {
      body: { id: 2, name: 'New', email: 'n@example.com' },
      headers: reader(ada),
    })
    expect(added.statusCode).toBe(201)
  })
})
