import { expect, test } from 'vitest'

import { addUsage, isOver, usageAt } from './usage.ts'

const noon = new Date(2026, 10, 28, 12)
const nextDay = new Date(2026, 10, 29, 0, 1)
const nextMonth = new Date(2026, 11, 1, 0, 1)

test('a day and a month begin anew by themselves, and what a device kept of the month alone still counts', () => {
  const kept = addUsage(usageAt('{"month":"2026-11","bytes":3000000}', noon), 2_000_000)
  expect(kept).toEqual({ month: '2026-11', bytes: 5_000_000, day: '2026-11-28', dayBytes: 2_000_000 })
  expect(usageAt(JSON.stringify(kept), noon)).toEqual(kept)
  expect(usageAt(kept, nextDay)).toMatchObject({ bytes: 5_000_000, dayBytes: 0 })
  expect(usageAt(kept, nextMonth)).toMatchObject({ bytes: 0, dayBytes: 0 })
  for (const broken of [null, '', '{', 'null']) expect(usageAt(broken, noon)).toMatchObject({ bytes: 0, dayBytes: 0 })
})

test('either budget is enough to be over', () => {
  const used = addUsage(usageAt(null, noon), 10_000_000)
  expect(isOver(used, { day: null, month: null })).toBe(false)
  expect(isOver(used, { day: 10, month: null })).toBe(true)
  expect(isOver(used, { day: 11, month: 11 })).toBe(false)
  expect(isOver(used, { day: 20, month: 10 })).toBe(true)
  expect(isOver(usageAt(used, nextDay), { day: 10, month: null })).toBe(false)
})
