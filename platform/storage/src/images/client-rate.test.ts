import { expect, test } from 'vitest'

import { ClientRate } from './client-rate.ts'

test('so many at once, then so many a second, for each client alone', () => {
  let now = 0
  const rate = new ClientRate(20, 3, () => now)
  const take = (client: string, count: number) => Array.from({ length: count }, () => rate.take(client))
  expect(take('a', 4)).toEqual([true, true, true, false])
  expect(take('b', 1)).toEqual([true])
  now += 50
  expect(take('a', 2)).toEqual([true, false])
  now += 60_000
  expect(take('a', 4)).toEqual([true, true, true, false])
})

test('of very many clients, those that were seen longest ago are forgotten', () => {
  const rate = new ClientRate(1, 1, () => 0)
  expect([rate.take('first'), rate.take('second'), rate.take('first')]).toEqual([true, true, false])
  for (let client = 0; client < 9_999; client += 1) rate.take(String(client))
  expect([rate.take('first'), rate.take('second')]).toEqual([false, true])
})
