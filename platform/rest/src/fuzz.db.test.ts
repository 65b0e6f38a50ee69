/** Whatever is asked: an answer or a refusal, never the server's fault. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { hostileRequest } from './testing/hostile.ts'
import { openShop, service } from './testing/shop.ts'

test('no request is answered with a failure of the server', { timeout: 120_000 }, async () => {
  await using shop = await openShop({ allowsAggregates: true })
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(hostileRequest, async ({ method, path, parts, prefer, body }) => {
      const sent = method === 'GET' ? {} : { body }
      const headers = { ...service, prefer: prefer.replaceAll(/[^\x20-\x7e]/g, ' ') }
      const answer = await shop.send(method, `${path}?${parts.join('&')}`, { headers, ...sent })
      statuses.add(answer.statusCode)
      expect({ status: answer.statusCode < 500, body: answer.body }).toEqual({ status: true, body: answer.body })
    }),
    { numRuns: 1500 },
  )
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]))
})
