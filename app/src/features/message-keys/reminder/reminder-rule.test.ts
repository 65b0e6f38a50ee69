import { expect, test } from 'vitest'

import { afterPutOff, isDue, type PutOff } from './reminder-rule.ts'

const hour = 3_600_000
const count = (held: PutOff, messages: number) => ({ ...held, messages })

test('« Plus tard » comes back after three messages, or after a day, and at once for another problem', () => {
  expect(isDue(null, 'absent', 0)).toBe(true)
  const later = afterPutOff(null, 'absent', { now: 0, isReminder: false })
  expect(isDue(later, 'absent', 23 * hour)).toBe(false)
  expect(isDue(count(later, 2), 'absent', hour)).toBe(false)
  expect(isDue(count(later, 3), 'absent', hour)).toBe(true)
  expect(isDue(later, 'absent', 24 * hour)).toBe(true)
  expect(isDue(later, 'alarm', hour)).toBe(true)
})

test('nobody is reminded twice within a day', () => {
  const later = afterPutOff(null, 'absent', { now: 0, isReminder: false })
  const closed = afterPutOff(count(later, 3), 'absent', { now: hour, isReminder: true })
  expect(isDue(count(closed, 9), 'absent', 24 * hour)).toBe(false)
  expect(isDue(count(closed, 9), 'absent', 25 * hour)).toBe(true)
  // By way of the sheet that the reminder led to, too.
  const again = afterPutOff(count(later, 3), 'absent', { now: hour, isReminder: false })
  expect(isDue(count(again, 9), 'absent', 24 * hour)).toBe(false)
})
