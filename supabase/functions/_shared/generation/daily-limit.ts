/** The breaker of costs (THREATS F-13): however many accounts order, engines are paid for so many images a day. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { FunctionError } from '../respond.ts'
import { callRpc } from '../rpc.ts'
import { failed } from './job-outcome.ts'

const dayMs = 86_400_000

/** Days are UTC's. Concurrent orders may exceed it by their own images: it bounds costs, and is no price. */
export async function checkDailyLimit(
  service: SupabaseClient,
  { count, limit }: { count: number; limit: number },
): Promise<void> {
  if (limit === Infinity) return
  const sinceMidnight = Date.now() % dayMs
  const midnight = new Date(Date.now() - sinceMidnight).toISOString()
  const ordered = await callRpc(service, 'images_ordered_since', { p_since: midnight })
  if (ordered + count <= limit) return
  throw new FunctionError(503, 'daily_limit', failed, { retryAfter: Math.ceil((dayMs - sinceMidnight) / 1000) })
}
