/** What somebody allows themselves to pay, and when few credits are told as few. */
import { queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import type { Row } from '#data/question.ts'
import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { read } from '#data/wire.ts'

export const periods = ['day', 'month'] as const
export type Period = (typeof periods)[number]

export type Limit = Pick<Row<'spend_limits'>, 'period' | 'francs' | 'next_francs' | 'next_at'>

const root = ['payments', 'limits'] as const

export const limitsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...root, userId],
    queryFn: async ({ signal }) => {
      const [limits, settings] = await Promise.all([
        read('spend_limits', 'period,francs,next_francs,next_at', {}, signal),
        read('profile_settings', 'low_balance_at', { user_id: `eq.${userId}`, limit: 1 }, signal),
      ])
      return { limits: new Map(limits.map((limit) => [limit.period, limit])), few: settings[0]?.low_balance_at ?? null }
    },
  })

export function inForce({ francs, next_francs: next, next_at: at }: Limit, now: number): number | null {
  return at !== null && new Date(at).getTime() <= now ? next : francs
}

export async function setLimit(period: Period, francs: number | null): Promise<void> {
  await callSignedIn('set_spend_limit', { p_period: period, p_francs: francs })
}

export async function setFew(userId: string, few: number | null): Promise<void> {
  const client = await supabase()
  unwrap(await client.from('profile_settings').update({ low_balance_at: few }).eq('user_id', userId))
}

export const refreshLimits = () => queryClient.invalidateQueries({ queryKey: root })
