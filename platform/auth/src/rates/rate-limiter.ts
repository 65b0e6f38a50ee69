/** Token buckets, refilled evenly, in the memory of one process. */
import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { Rate } from '../config.ts'

const MAX_BUCKETS = 100_000

export interface RateLimiter {
  /** Takes one token of `key`'s bucket: 0, or the whole seconds after which one is there again. */
  take(key: string, rate: Rate): Promise<number>
  /** Puts one token back, for what turned out not to count. */
  giveBack(key: string, rate: Rate): Promise<void>
}

/** Keys name people's addresses, which are nobody's business where buckets are shared. */
export function bucketName(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

interface Bucket {
  readonly tokens: number
  readonly at: number
}

/** In ms since any moment. Monotonic, so that a machine whose time of day is set back locks nobody out. */
export type LimiterClock = () => number

/** NOTE: past the bound the least recently used bucket is forgotten, which is its owner's gain, not memory's loss. */
export function createMemoryRateLimiter(now: LimiterClock = () => performance.now()): RateLimiter {
  // NOTE: room for all of them is made at once, which no start waits for.
  let made: LRUCache<string, Bucket> | undefined
  const buckets = () => (made ??= new LRUCache({ max: MAX_BUCKETS }))

  function refilled(key: string, rate: Rate): number {
    const bucket = buckets().get(key)
    if (bucket === undefined) return rate.limit
    const gained = (Math.max(0, now() - bucket.at) / 1000) * (rate.limit / rate.seconds)
    return Math.min(rate.limit, bucket.tokens + gained)
  }

  return {
    async take(key, rate) {
      const tokens = refilled(key, rate)
      if (tokens < 1) return Math.ceil((1 - tokens) * (rate.seconds / rate.limit))
      buckets().set(key, { tokens: tokens - 1, at: now() })
      return 0
    },
    async giveBack(key, rate) {
      buckets().set(key, { tokens: Math.min(rate.limit, refilled(key, rate) + 1), at: now() })
    },
  }
}
