import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { startChecks } from './update-checks.ts'

let page: EventTarget & { hidden: boolean }
let events: EventTarget
let checks: number[]
let looks: number
let failure: Error | null
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  events = new EventTarget()
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  checks = []
  looks = 0
  failure = null
  stop = startChecks({
    check: async () => {
      checks.push(Math.floor(Date.now() / 1000))
      if (failure) throw failure
    },
    look: async () => {
      looks += 1
    },
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
const say = (name: string) => events.dispatchEvent(new Event(name))

test('every 30 s is asked, and every 10 s looked', async () => {
  await pass(95)
  expect(checks).toEqual([30, 60, 90])
  expect(looks).toBe(9)
  stop()
  await pass(95)
  expect(checks).toHaveLength(3)
})

test('5 s after focus, and at once where somebody wants it, but not within 10 s of the last time', async () => {
  await pass(15)
  say('focus')
  await pass(14)
  expect(checks).toEqual([20])
  say('check-for-updates')
  say('check-for-updates')
  await pass(0.5)
  expect(checks).toEqual([20])
  await pass(1)
  expect(checks).toEqual([20, 30])
})

test('a sooner wish comes before a later one', async () => {
  await pass(20)
  say('focus')
  say('check-for-updates')
  await pass(1)
  expect(checks).toEqual([20])
})

test('out of sight nothing is asked', async () => {
  page.hidden = true
  await pass(95)
  say('check-for-updates')
  await pass(1)
  expect(checks).toEqual([])
})

test('where data is saved, every 10 min', async () => {
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ saver: true }) })
  await pass(1205)
  expect(checks).toHaveLength(2)
})

test('a failure is only warned of, once a minute', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  failure = new Error('no answer')
  await pass(95)
  expect(checks).toHaveLength(3)
  expect(warn).toHaveBeenCalledTimes(2)
  warn.mockRestore()
})
