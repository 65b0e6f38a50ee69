import { expect, test } from 'vitest'

import { orderedId } from '../data/outbox/ordered-id.ts'
import { waitingSince } from './wake-up.ts'

const awa = '6f0f4c0e-5f2c-4d0c-9d62-2c62d4b3a001'
const now = Date.now()
const minute = 60_000

test('what has waited for a while is counted, of one person alone', () => {
  const [one, two, three, four] = Array.from({ length: 4 }, () => orderedId(now - 11 * minute))
  const keys = [
    `${awa}.write.${one}`,
    `${awa}.order.${two}`,
    `${awa}.outbox.${awa}.${three}`,
    `${awa}.write.${orderedId(now + minute)}`,
    `${awa}.list.latest`,
    `${awa}.draft`,
  ]
  expect(waitingSince(keys, now - 10 * minute)).toBe(3)
  expect(waitingSince([], now)).toBe(0)
  expect(waitingSince([...keys, `6f0f4c0e-5f2c-4d0c-9d62-2c62d4b3a002.write.${four}`], now)).toBe(0)
})
