/**
 * Withdrawals on their way to a phone. At the provider a withdrawal is made first, which moves nothing, and started then; only
 * the one whose reference stands in our row is ever started, so that nothing is sent twice, whatever dies in between.
 */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../../rpc.ts'
import { withProvider } from '../act-on-events.ts'
import { openNumber } from '../paying-number.ts'
import { isRefusal, type PaymentProvider, type PayoutOrder, type Payouts } from '../provider.ts'
import { bankProvider, payoutProvider } from '../providers.ts'
import { believePayout } from './believe-payout.ts'

export interface DuePayout {
  readonly payout_id: string
  readonly provider: string
  readonly provider_ref: string | null
  readonly currency: string
  /** What is to arrive. */
  readonly amount: number
  readonly operator: string
  /** Null of a bank. */
  readonly country: string | null
  /** The number, sealed; of a bank the account at the provider. */
  readonly sealed: string
}

const patience = () => AbortSignal.timeout(10_000)

export async function movePayouts(service: SupabaseClient, atOnce: number): Promise<number> {
  const moved = await Promise.all([payoutProvider(), bankProvider()].map((present) => moveBy(service, present, atOnce)))
  return moved.reduce((sum, count) => sum + count, 0)
}

async function moveBy(service: SupabaseClient, present: PaymentProvider | null, atOnce: number): Promise<number> {
  if (present === null) return 0
  const due = await callRpc(service, 'claim_payouts', { p_limit: atOnce, p_provider: present.name })
  await Promise.all(
    due.map((payout) =>
      withProvider(payout.provider, 'payout', async (provider) => {
        if (provider.payouts) await movePayout(service, { provider, payouts: provider.payouts }, payout)
      }),
    ),
  )
  return due.length
}

export interface Sender {
  readonly provider: PaymentProvider
  readonly payouts: Payouts
}

export async function movePayout(service: SupabaseClient, sender: Sender, due: DuePayout): Promise<void> {
  const { provider, payouts } = sender
  const order = orderOf(due)
  if (order === null) {
    await note(service, due, { p_outcome: 'refused', p_reason: 'number_unknown' })
    return
  }
  const ref = due.provider_ref ?? (await makeOne(service, payouts, { due, order }))
  if (ref === null) return
  const truth = await payouts.read(ref, patience())
  const isOurs = truth.money === null || (truth.money.currency === due.currency && truth.money.amount === due.amount)
  // Another amount than ours is told, and never started.
  if (truth.status !== 'pending' || !isOurs) {
    await believePayout(service, provider, truth)
    return
  }
  const outcome = await payouts.start(ref, order, patience())
  await note(service, due, { p_outcome: outcome, ...(outcome === 'refused' && { p_reason: 'account' }) })
}

function note(
  service: SupabaseClient,
  { payout_id: p_payout }: DuePayout,
  said: { p_outcome: string; p_reason?: string },
) {
  return callRpc(service, 'note_payout', { p_payout, ...said })
}

/** Null where the number can no longer be read. */
function orderOf({ payout_id: payoutId, currency, amount, operator, country, sealed }: DuePayout): PayoutOrder | null {
  const money = { currency, amount }
  const words = 'Revenus de création'
  if (country === null) return { payoutId, money, words, method: { kind: 'bank', account: sealed } }
  const msisdn = openNumber(sealed)
  if (msisdn === null) return null
  return { payoutId, money, words, method: { kind: 'mobile_money', operator, country, msisdn } }
}

interface Asked {
  readonly due: DuePayout
  readonly order: PayoutOrder
}

/** The one withdrawal at the provider that stands for ours: found there, or made; others of it are dropped. */
async function makeOne(service: SupabaseClient, payouts: Payouts, asked: Asked): Promise<string | null> {
  const { payout_id: id } = asked.due
  const found = (await payouts.find(id, patience())).map(({ ref }) => ref)
  const ref = found[0] ?? (await make(service, payouts, asked))
  if (ref === null) return null
  const kept = await callRpc(service, 'note_payout_ref', { p_payout: id, p_ref: ref })
  const others = [...found, ref].filter((other) => other !== kept)
  await Promise.all(others.map((other) => payouts.drop(other, patience())))
  return kept
}

async function make(service: SupabaseClient, payouts: Payouts, { due, order }: Asked): Promise<string | null> {
  try {
    return await payouts.create(order, patience())
  } catch (error) {
    await note(service, due, isRefusal(error) ? { p_outcome: 'refused', p_reason: 'other' } : { p_outcome: 'unknown' })
    return null
  }
}

/**
 * What is on its way, and what was sent in the last week: a number that is closed gives it back days later. One that cannot
 * be read keeps none of the others from it.
 */
export async function rereadPayouts(service: SupabaseClient, { name, payouts }: PaymentProvider): Promise<void> {
  if (!payouts) return
  for (const { provider_ref: ref } of await callRpc(service, 'payouts_to_read', { p_provider: name })) {
    await withProvider(name, 'payout', async (provider) =>
      believePayout(service, provider, await payouts.read(ref, patience())),
    )
  }
}
