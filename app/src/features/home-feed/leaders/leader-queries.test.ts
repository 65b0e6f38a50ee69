import { expect, test } from 'vitest'

import { mondayOf } from './leader-queries.ts'

test.each([
  ['2026-11-23T00:00:00Z', '2026-11-23', '2026-11-16'],
  ['2026-11-29T23:59:59Z', '2026-11-23', '2026-11-16'],
  ['2027-01-01T12:00:00Z', '2026-12-28', '2026-12-21'],
])('of %s the week began on %s, the one before on %s', (today, now, last) => {
  expect([mondayOf('now', new Date(today)), mondayOf('last', new Date(today))]).toEqual([now, last])
})
