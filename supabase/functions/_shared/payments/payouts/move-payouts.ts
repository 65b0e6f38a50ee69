/**
 * Withdrawals on their way to a phone. At the provider a withdrawal is made first, which moves nothing, and started then; only
 * the one whose reference stands in our row is ever started, so that nothing is sent twice, whatever dies in between.
 */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../../rpc.ts'
import { withProvider } from '../act-on-events.ts'
import { openNumber } from '../paying-number.ts'
import { isRefusal, type PaymentProvider, type Payouts, type PayoutTruth } from '../provider.ts'
import { payoutProvider } from '../providers.ts'

export interface DuePayout {
  readonly payout_id: string
  readonly provider: string
  readonly provider_ref: string | null
  /** What is to arrive. */
  readonly amount: number
  readonly operator: string
  readonly country: string
  readonly sealed: string
}

const patience = () => AbortSignal.timeout(10_000)

export async function movePayouts(service: SupabaseClient, atOnce: number): Promise<number> {
  const present = payoutProvider()
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
  const ref = due.provider_ref ?? (await makeOne(service, payouts, due))
  if (ref === null) return
  const truth = await payouts.read(ref, patience())
  const { currency, amount } = truth.money
  // Another amount than ours is told, and never started.
  if (truth.status !== 'pending' || currency !== 'XOF' || amount !== due.amount) {
    await believePayout(service, provider, truth)
    return
  }
  const outcome = await payouts.start(ref, patience())
  await callRpc(service, 'note_payout', { p_payout: due.payout_id, p_outcome: outcome })
}

/** The one withdrawal at the provider that stands for ours: found there, or made; others of it are dropped. */
async function makeOne(service: SupabaseClient, payouts: Payouts, due: DuePayout): Promise<string | null> {
  const { payout_id: id } = due
  const found = (await payouts.find(id, patience())).map(({ ref }) => ref)
  const ref = found[0] ?? (await make(service, payouts, due))
  if (ref === null) return null
  const kept = await callRpc(service, 'note_payout_ref', { p_payout: id, p_ref: ref })
  const others = [...found, ref].filter((other) => other !== kept)
  await Promise.all(others.map((other) => payouts.drop(other, patience())))
  return kept
}

async function make(service: SupabaseClient, payouts: Payouts, due: DuePayout): Promise<string | null> {
  const { payout_id: payoutId, amount, operator, country } = due
  const note = (p_outcome: string, p_reason?: string) =>
    callRpc(service, 'note_payout', { p_payout: payoutId, p_outcome, ...(p_reason !== undefined && { p_reason }) })
  const msisdn = openNumber(due.sealed)
  if (msisdn === null) {
    await note('refused', 'number_unknown')
    return null
  }
  const method = { kind: 'mobile_money', operator, country, msisdn } as const
  try {
    const money = { currency: 'XOF', amount }
    return await payouts.create({ payoutId, money, method, words: 'Revenus de création' }, patience())
  } catch (error) {
    await (isRefusal(error) ? note('refused', 'other') : note('unknown'))
    return null
  }
}

async function believePayout(
  service: SupabaseClient,
  provider: PaymentProvider,
  { ref, status, money, cost, realm, reason, raw }: PayoutTruth,
): Promise<void> {
  await callRpc(service, 'apply_payout_truth', {
    p_provider: provider.name,
    p_ref: ref,
    p_truth: { status, ...money, cost, realm, reason, raw },
  })
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
