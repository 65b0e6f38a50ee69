/** What the sandbox says and does for the page that tries payments. */
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'

import { readConfig } from '#data/config.ts'
import { supabase } from '#data/supabase.ts'
import { call } from '#data/wire.ts'

const Clock = v.object({ now: v.string(), may_move: v.boolean() })
export type Clock = v.InferOutput<typeof Clock>
export type ClockStep = 'hour' | 'day' | 'month'

/** Null where there is no sandbox: money is real there. */
export const clockQuery = queryOptions({
  queryKey: ['payment-clock'],
  queryFn: () => askClock(),
  retry: false,
})

export async function askClock(by?: ClockStep): Promise<Clock | null> {
  const { functions } = await supabase()
  const { data, error } = await functions.invoke<unknown>(
    'payment-sandbox/clock',
    by ? { body: { by } } : { method: 'GET' },
  )
  if (error === null) return v.parse(Clock, data)
  const { context } = error as { context?: unknown }
  if (context instanceof Response && context.status === 404) return null
  throw error
}

export type CreditAct = 'give' | 'hold' | 'release' | 'capture'

/** Answers the line or the hold that it wrote: of the same key the same. */
export async function tryCredits(act: CreditAct, key: string): Promise<string> {
  const { functions } = await supabase()
  const { data, error } = await functions.invoke<unknown>('payment-sandbox/credits', { body: { act, key } })
  if (error !== null) throw error
  return v.parse(v.object({ id: v.string() }), data).id
}

export const postingsQuery = (payment: string) =>
  queryOptions({
    queryKey: ['payments', 'one', payment, 'postings'],
    queryFn: ({ signal }) => call('sandbox_postings', { p_payment: payment }, { signal }),
  })

/** Presses a button of the page that stands for a bank's. */
export async function pressCard(url: string, outcome: string): Promise<void> {
  const reference = new URL(url).searchParams.get('sandbox') ?? ''
  const { supabaseUrl } = await readConfig()
  await fetch(`${supabaseUrl}/functions/v1/payment-sandbox/page/${encodeURIComponent(reference)}`, {
    method: 'POST',
    body: JSON.stringify({ outcome }),
    headers: { 'content-type': 'application/json' },
  })
}
