/** An answer that comes after the one that was kept is shown in its place. */
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { queryClient } from '../query-client.ts'

/** The device: this process has no IndexedDB. */
const device = vi.hoisted(() => new Map<string, unknown>())
let reading: Promise<unknown> | undefined
vi.mock('idb-keyval', () => ({
  createStore: () => null,
  get: async (key: string) => {
    await reading
    return device.get(key)
  },
  set: async (key: string, value: unknown) => void device.set(key, value),
  del: async (key: string) => void device.delete(key),
}))

const queryKey = ['words']
let asked: ((words: string) => void)[]
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  reading = undefined
  device.set('visitor.answer.words.["words"]', 'kept')
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
    meta: { keep: { owner: null, kind: 'words', most: 1 } },
  })
  stop = observer.subscribe(() => undefined)
})
afterEach(() => {
  stop()
  queryClient.clear()
  vi.useRealTimers()
})

const words = () => queryClient.getQueryData(queryKey)
/** Each look moves the clock on. */
const untilShown = (wanted: string) => vi.waitFor(() => expect(words()).toBe(wanted), { timeout: 30_000 })

test('it takes the place of what was kept', async () => {
  await untilShown('kept')
  asked[0]?.('answered')
  await untilShown('answered')
  expect(asked).toHaveLength(1)
})

test('what has come meanwhile stands, and is asked for anew', async () => {
  await untilShown('kept')
  queryClient.setQueryData(queryKey, 'heard of since')
  asked[0]?.('asked for before')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(words()).toBe('heard of since')
  asked[1]?.('answered')
  await untilShown('answered')
})

test('what comes while the device is read is shown, and not what was kept', async () => {
  const read = Promise.withResolvers<undefined>()
  reading = read.promise
  await vi.advanceTimersByTimeAsync(1600)
  asked[0]?.('answered')
  await vi.advanceTimersByTimeAsync(0)
  read.resolve(undefined)
  await untilShown('answered')
  await vi.advanceTimersByTimeAsync(5000)
  expect([words(), asked.length]).toEqual(['answered', 1])
})
