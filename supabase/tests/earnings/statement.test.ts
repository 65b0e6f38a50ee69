/** What one earned in a year, as a file. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { person } from '../billing/payment-callers.ts'

let system: RunningSystem
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system[Symbol.asyncDispose]())

const fetched = (year: string, headers: Record<string, string> = {}) =>
  fetch(`${system.url}/functions/v1/earnings-statement?year=${year}`, { headers })

test('is a PDF for whoever asks for their own, of a year that is one', async () => {
  const { token } = await person(system)
  const own = { authorization: `Bearer ${token}` }
  const response = await fetched('2026', own)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect((await fetched('26', own)).status).toBe(400)
  expect((await fetched('2026', { authorization: `Bearer ${system.anonKey}` })).status).toBe(401)
})
