import { expect, test } from 'vitest'

import { afterPutOff, isDue, problemOf, type PutOff } from './reminder-rule.ts'

const hour = 3_600_000
const count = (held: PutOff, messages: number) => ({ ...held, messages })

test('« Plus tard » comes back after three messages, or after a day, and at once for another problem', () => {
  expect(isDue(null, 'ready_unbacked', 0)).toBe(true)
  const later = afterPutOff(null, 'ready_unbacked', { now: 0, isReminder: false })
  expect(isDue(later, 'ready_unbacked', 23 * hour)).toBe(false)
  expect(isDue(count(later, 2), 'ready_unbacked', hour)).toBe(false)
  expect(isDue(count(later, 3), 'ready_unbacked', hour)).toBe(true)
  expect(isDue(later, 'ready_unbacked', 24 * hour)).toBe(true)
  expect(isDue(later, 'alarm', hour)).toBe(true)
})

test('nobody is reminded twice within a day', () => {
  const later = afterPutOff(null, 'ready_unbacked', { now: 0, isReminder: false })
  const closed = afterPutOff(count(later, 3), 'ready_unbacked', { now: hour, isReminder: true })
  expect(isDue(count(closed, 9), 'ready_unbacked', 24 * hour)).toBe(false)
  expect(isDue(count(closed, 9), 'ready_unbacked', 25 * hour)).toBe(true)
  // By way of the sheet that the reminder led to, too.
  const again = afterPutOff(count(later, 3), 'ready_unbacked', { now: hour, isReminder: false })
  expect(isDue(count(again, 9), 'ready_unbacked', 24 * hour)).toBe(false)
})

test.each([
  ['loading', false, false, null],
  ['absent', false, false, null],
  ['absent', false, true, 'absent'],
  ['ready_unbacked', false, false, null],
  ['ready_unbacked', true, false, 'ready_unbacked'],
  ['needs_unlock', false, false, 'needs_unlock'],
  ['alarm', true, false, 'alarm'],
  ['ready', true, true, null],
] as const)(
  '%s, having talked: %s, making keys having failed: %s, is told as %s',
  (state, hasTalked, hasFailed, problem) => {
    expect(problemOf(state, { hasTalked, hasFailed })).toBe(problem)
  },
)
