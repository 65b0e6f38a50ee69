import { expect, test } from 'vitest'

import { daysAgo } from './days.ts'

test('days are those of the calendar', () => {
  const now = new Date('2026-11-21T00:10')
  expect(daysAgo(new Date('2026-11-21T00:01').toISOString(), now)).toBe(0)
  expect(daysAgo(new Date('2026-11-20T23:59').toISOString(), now)).toBe(1)
  expect(daysAgo(new Date('2026-10-25T23:59').toISOString(), now)).toBe(27)
})
