/** Limits that hold for all processes together, and for each by itself while what they share is away. */
import type { Observe } from '@platform/http'

import type { AuthEvent } from '../events.ts'
import { createMemoryRateLimiter, type LimiterClock, type RateLimiter } from './rate-limiter.ts'

export interface RateStore {
  readonly name: string
  readonly limiter: RateLimiter
}

export interface SharedRateLimiterOptions {
  /** The first of them that answers counts. */
  readonly stores: readonly RateStore[]
  readonly observe: Observe<AuthEvent>
  readonly now?: LimiterClock
}

/** Who waited for a store in vain lets the next ones go past it for so long. */
const restMs = 5_000

/**
 * NOTE: each store counts for itself, so one that goes away lends everybody at most one more bucket, and refuses nobody.
 */
export function createSharedRateLimiter(options: SharedRateLimiterOptions): RateLimiter {
  const { stores, observe, now = () => performance.now() } = options
  const local = createMemoryRateLimiter(now)
  const restsUntil = new Map<RateStore, number>()

  async function byFirst<Answer>(work: (limiter: RateLimiter) => Promise<Answer>): Promise<Answer> {
    for (const store of stores) {
      if (now() < (restsUntil.get(store) ?? -Infinity)) continue
      try {
        return await work(store.limiter)
      } catch (error) {
        restsUntil.set(store, now() + restMs)
        observe({ kind: 'auth.rates-unshared', store: store.name, error })
      }
    }
    return work(local)
  }

  return {
    take: (key, rate) => byFirst((limiter) => limiter.take(key, rate)),
    giveBack: (key, rate) => byFirst((limiter) => limiter.giveBack(key, rate)),
  }
}
