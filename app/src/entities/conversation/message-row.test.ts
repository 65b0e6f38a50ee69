import { expect, test } from 'vitest'

import { instantOf } from './message-row.ts'

test('instants compare as texts, whatever zeros the wire has dropped', () => {
  expect(instantOf('2026-11-22T01:02:03.12+00:00')).toBe('2026-11-22T01:02:03.120000Z')
  expect(instantOf('2026-11-22T01:02:03+00:00')).toBe('2026-11-22T01:02:03.000000Z')
  expect(instantOf('2026-11-22 01:02:03.000001+00')).toBe('2026-11-22T01:02:03.000001Z')
  expect(instantOf('2026-11-22T03:02:03.5+02:00')).toBe('2026-11-22T01:02:03.500000Z')
  expect(instantOf(instantOf('2026-11-22T01:02:03.1234Z'))).toBe('2026-11-22T01:02:03.123400Z')
})
