/** The way to a bank, where it is offered: the account is opened and looked after at Stripe. */
import { FunctionErrorBody } from '@product/contract'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'

import { supabase } from '#data/supabase.ts'

import { NumberRefused } from './refusal.ts'

const Offer = v.object({
  is_offered: v.boolean(),
  countries: v.array(v.string()),
  /** Stripe has been told something, but perhaps not all. */
  is_begun: v.boolean(),
  is_ready: v.boolean(),
})

async function ask(body: object): Promise<unknown> {
  const { functions } = await supabase()
  const { data, error } = await functions.invoke<unknown>('payout-account', { body })
  if (error === null) return data
  const { context } = error as { context?: unknown }
  const refusal = v.safeParse(FunctionErrorBody, context instanceof Response ? await context.json() : null)
  throw new NumberRefused(refusal.success ? refusal.output.code : 'network')
}

export const bankOffer = (userId: string | null) =>
  queryOptions({
    queryKey: ['earnings', 'bank-offer', userId],
    queryFn: async () => v.parse(Offer, await ask({})),
    enabled: userId !== null,
    retry: false,
  })

/** Where one says who one is, for one visit. */
export async function bankPage(country: string): Promise<string> {
  return v.parse(v.object({ url: v.pipe(v.string(), v.url()) }), await ask({ country })).url
}
