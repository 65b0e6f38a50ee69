/** Token buckets in a table, for processes that share a PostgreSQL (`sql/0011_rate_buckets.sql`). */
import { systemSession, type Database } from '@platform/database'

import { bucketName, type RateLimiter } from './rate-limiter.ts'

const sweepMs = 60_000

/** @throws what the database throws */
export function createTableRateLimiter(database: Database): RateLimiter {
  let sweptAt = performance.now()

  async function call(name: 'take_token' | 'give_token_back', params: readonly [string, number, number]) {
    const text = `select auth.${name}($1, $2, $3)`
    const { rows } = await database.once(systemSession, { text, params, name: `auth ${name}` }, 'write')
    return Number(rows[0]?.[0] ?? 0)
  }

  // Nobody waits for it, and what it leaves the next one takes.
  function sweep(): void {
    if (performance.now() - sweptAt < sweepMs) return
    sweptAt = performance.now()
    const full = 'select key from auth.rate_buckets where full_at < clock_timestamp() for update skip locked'
    const text = `delete from auth.rate_buckets where key in (${full})`
    void database.once(systemSession, { text }, 'write').catch(() => {})
  }

  return {
    async take(key, { limit, seconds }) {
      sweep()
      return Math.ceil(await call('take_token', [bucketName(key), limit, seconds]))
    },
    async giveBack(key, { limit, seconds }) {
      await call('give_token_back', [bucketName(key), limit, seconds])
    },
  }
}
