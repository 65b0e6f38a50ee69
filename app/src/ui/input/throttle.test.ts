import { generationThrottleMs } from '@product/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { defaultThrottleMs, throttle } from './throttle.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a second by default, two for generating', () => {
  expect([defaultThrottleMs, generationThrottleMs]).toEqual([1000, 2000])
})

test.each([
  ['by default', undefined, defaultThrottleMs],
  ['as it is told', generationThrottleMs, generationThrottleMs],
])('acts at once, then ignores what comes within the pause: %s', (_, given, pauseMs) => {
  const act = throttle((text: string) => text, given)
  expect(act('first')).toBe('first')
  expect(act('too soon')).toBeUndefined()
  vi.advanceTimersByTime(pauseMs - 1)
  expect(act('still too soon')).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(act('in time')).toBe('in time')
})

test('what is ignored does not begin the pause anew', () => {
  const act = throttle(() => true)
  act()
  vi.advanceTimersByTime(900)
  act()
  vi.advanceTimersByTime(100)
  expect(act()).toBe(true)
})
