import { afterEach, describe, expect, it, vi } from 'vitest'

import { createMemoryRateLimiter } from './rate-limiter.ts'

describe('a bucket', () => {
  const rate = { limit: 3, seconds: 30 }

  it('lets its size through at once, then one per tenth of its time', async () => {
    let now = 0
    const limiter = createMemoryRateLimiter(() => now)
    const take = () => limiter.take('a', rate)
    expect([await take(), await take(), await take(), await take()]).toEqual([0, 0, 0, 10])
    now = 4_000
    expect(await take()).toBe(6)
    now = 10_000
    expect([await take(), await take()]).toEqual([0, 10])
    expect(await limiter.take('b', rate)).toBe(0)
  })

  it('never holds more than its size', async () => {
    let now = 0
    const limiter = createMemoryRateLimiter(() => now)
    await limiter.take('a', rate)
    now = 1e9
    await limiter.giveBack('a', rate)
    const taken = [0, 1, 2, 3].map(() => limiter.take('a', rate))
    expect(await Promise.all(taken)).toEqual([0, 0, 0, 10])
  })

  it('D-22 locks nobody out when the time of day is set back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const limiter = createMemoryRateLimiter()
    expect(await limiter.take('a', rate)).toBe(0)
    vi.setSystemTime(Date.now() - 2 * 86_400_000)
    expect([await limiter.take('a', rate), await limiter.take('a', rate)]).toEqual([0, 0])
    expect(await limiter.take('a', rate)).toBe(10)
    vi.setSystemTime(Date.now() - 2 * 86_400_000)
    vi.advanceTimersByTime(10_000)
    expect([await limiter.take('a', rate), await limiter.take('a', rate)]).toEqual([0, 10])
  })
})

afterEach(() => {
  vi.useRealTimers()
})
