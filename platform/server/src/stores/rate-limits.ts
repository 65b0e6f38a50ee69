/** Where limits are counted: together where there may be other processes, else in this one's memory at no cost. */

import {
  createRedisRateLimiter,
  createSharedRateLimiter,
  createTableRateLimiter,
  type RateLimiter,
} from '@platform/auth'
import type { Databases } from '@platform/database'

import type { Config } from '../settings/config.ts'
import type { Observation } from '../watch/events.ts'

export interface RateLimits extends AsyncDisposable {
  /** Undefined where this process is alone. */
  readonly limiter: RateLimiter | undefined
}

interface RateLimitParts {
  readonly config: Config
  readonly databases: Databases
  readonly observe: (observation: Observation) => void
}

/** Redis first, the table while it is away, and each by itself at last. */
export async function openRateLimits(parts: RateLimitParts): Promise<RateLimits> {
  const { databases, observe } = parts
  const { database, realtime } = parts.config
  const redis =
    realtime.redisUrl === undefined ? null : await createRedisRateLimiter(realtime.redisUrl, realtime.redisPrefix)
  const stores = [
    ...(redis === null ? [] : [{ name: 'redis', limiter: redis }]),
    ...(database.kind === 'embedded'
      ? []
      : [{ name: 'postgresql', limiter: createTableRateLimiter(databases.system) }]),
  ]
  return {
    limiter: stores.length === 0 ? undefined : createSharedRateLimiter({ stores, observe }),
    [Symbol.asyncDispose]: async () => redis?.[Symbol.asyncDispose](),
  }
}
