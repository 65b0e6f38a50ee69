import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { queryClient } from '../query-client.ts'
import { noteWork, settleWork, whenLeaving } from './work-under-way.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

/** Whether leaving is free after that time. */
async function isSettledAfter(ms: number): Promise<boolean> {
  let isSettled = false
  void settleWork(10_000).then(() => (isSettled = true))
  await vi.advanceTimersByTimeAsync(ms)
  return isSettled
}

const lasting = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('drafts are put away first, and a page with nothing else is free at once', async () => {
  const kept: string[] = []
  const stop = whenLeaving(() => kept.push('draft'))
  expect(await isSettledAfter(1)).toBe(true)
  stop()
  await settleWork(1)
  expect(kept).toEqual(['draft'])
})

test('an upload ends, one that began meanwhile too, also where it fails', async () => {
  const failing = noteWork(lasting(2000).then(() => Promise.reject(new Error('cut'))))
  failing.catch(() => noteWork(lasting(3000)))
  expect(await isSettledAfter(4000)).toBe(false)
  expect(await isSettledAfter(1500)).toBe(true)
})

test('a change on its way to the server ends', async () => {
  const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: () => lasting(3000) })
  void mutation.execute(undefined)
  expect(await isSettledAfter(2000)).toBe(false)
  expect(await isSettledAfter(1500)).toBe(true)
})

test('what does not end is waited for no longer than that', async () => {
  void noteWork(new Promise(() => undefined))
  expect(await isSettledAfter(9999)).toBe(false)
  expect(await isSettledAfter(10_001)).toBe(true)
})
