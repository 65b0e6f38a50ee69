/** Whatever is asked: an answer or a refusal, never the server's fault. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { draws } from '../../../../tests/support/draws.ts'
import { hostileRequest } from '../../testing/hostile.ts'
import { ada, openShop, reader, service, type Shop } from '../../testing/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

test('R-03 no request is answered with a failure of the server', { timeout: 600_000 }, async () => {
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(hostileRequest, async ({ method, path, parts, prefer, body }) => {
      const sent = method === 'GET' ? {} : { body }
      const plain = prefer.replaceAll(/[^\x20-\x7e]/g, ' ')
      const headers = { ...service, prefer: plain, range: plain }
      const answer = await shop.send(method, `${path}?${parts.join('&')}`, { headers, ...sent })
      statuses.add(answer.statusCode)
      expect({ status: answer.statusCode < 500, body: answer.body }).toEqual({ status: true, body: answer.body })
    }),
    { numRuns: draws({ few: 1500, many: 25_000 }) },
  )
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]))
})

test('R-10 visitors have no regular expressions, and nobody has long patterns', async () => {
  for (const filter of ['title=match.(a%2B)%2B$', 'title=not.imatch.a', 'or=(id.eq.1,and(id.gt.0,title.match.a))']) {
    const answer = await shop.get(`/books?select=id&${filter}`)
    expect([answer.statusCode, answer.json().code]).toEqual([401, '42501'])
    expect((await shop.get(`/books?select=id&${filter}`, reader(ada))).statusCode).toBe(200)
  }
  const embedded = await shop.get('/publishers?select=books(id)&books.title=match.a')
  expect(embedded.statusCode).toBe(401)
  for (const operator of ['like', 'ilike', 'match', 'imatch', 'not.like', 'like(any)']) {
    const answer = await shop.get(`/books?title=${operator}.${'%25_'.repeat(129)}`, service)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'PGRST100'])
  }
  const embeddedPattern = await shop.get(`/books?or=(title.like.${'%25_'.repeat(129)},id.eq.1)`, service)
  expect(embeddedPattern.statusCode).toBe(400)
  expect((await shop.get(`/books?title=like.${'%25_'.repeat(100)}`, service)).statusCode).toBe(200)
})
