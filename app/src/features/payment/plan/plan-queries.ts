/** What plans there are, and the one that somebody is on. */
import { queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import type { Row } from '#data/question.ts'
import { read } from '#data/wire.ts'

const root = ['payments', 'own', 'plan'] as const

export interface Plan {
  priceId: string
  sku: string
  credits: number
  amount: number
}

export const plansQuery = queryOptions({
  queryKey: ['payments', 'plans'],
  queryFn: async ({ signal }): Promise<Plan[]> => {
    const rows = await read('plans', 'price_id,sku,credits,amount', { currency: 'eq.XOF', order: 'position' }, signal)
    return rows.map(({ price_id: priceId, sku, credits, amount }) => ({ priceId, sku, credits, amount }))
  },
  staleTime: 10 * 60_000,
})

const columns =
  'id,sku,credits,state,way,amount,period_end,benefits_until,paused_until,can_pause,next_sku,renewal_price_id,renewal_amount,is_payable'
export type Subscription = Pick<
  Row<'my_subscription'>,
  | 'id'
  | 'sku'
  | 'credits'
  | 'state'
  | 'way'
  | 'amount'
  | 'period_end'
  | 'benefits_until'
  | 'paused_until'
  | 'can_pause'
  | 'next_sku'
  | 'renewal_price_id'
  | 'renewal_amount'
  | 'is_payable'
>

export const subscriptionQuery = (userId: string) =>
  queryOptions({
    queryKey: [...root, userId],
    queryFn: async ({ signal }): Promise<Subscription | null> =>
      (await read('my_subscription', columns, {}, signal))[0] ?? null,
  })

/** What a larger plan costs now: the difference. */
export const quoteQuery = (priceId: string) =>
  queryOptions({
    queryKey: [...root, 'quote', priceId],
    queryFn: () => callSignedIn('plan_quote', { p_price_id: priceId }),
    retry: false,
  })

export function refreshPlan(): void {
  void queryClient.invalidateQueries({ queryKey: root })
}
