/** What payments need besides single events: receipts, plans as time passes, and our books beside the providers'. */
import type { SupabaseClient } from '@supabase/supabase-js'

import type { Seller } from '../contract/src/index.ts'
import { callRpc } from '../rpc.ts'
import { paymentSettings } from '../settings/payments.ts'
import { readSetting } from '../settings/reader.ts'
import { withProvider } from './act-on-events.ts'
import { believe, believeDisputes } from './apply-truth.ts'
import { rereadPayouts } from './payouts/move-payouts.ts'
import type { Money, PaymentProvider, Started } from './provider.ts'
import { presentProviders } from './providers.ts'
import { noteCall, type Receipt } from './start-payment.ts'

interface DueRenewal extends Receipt {
  readonly mandate: string
}

declare module '../rpc.ts' {
  interface RpcAnswers {
    claim_plan_renewals: readonly DueRenewal[]
  }
}

export async function issueReceipts(service: SupabaseClient, limit: number): Promise<number> {
  const seller: Seller = {
    name: readSetting(paymentSettings.sellerName),
    address: readSetting(paymentSettings.sellerAddress) ?? null,
    registration: readSetting(paymentSettings.sellerRegistration) ?? null,
    tax_number: readSetting(paymentSettings.sellerTaxNumber) ?? null,
  }
  return (await callRpc(service, 'issue_receipts', { p_limit: limit, p_seller: seller })).length
}

/** Reminders, ends and renewals, by whichever process comes first. */
export async function advancePlans(service: SupabaseClient): Promise<void> {
  await once(service, 'plans', '5 seconds', async () => {
    await callRpc(service, 'advance_billing_clock', {})
    const due = await callRpc(service, 'claim_plan_renewals', { p_limit: 20 })
    await Promise.all(due.map((renewal) => renewPlan(service, renewal)))
  })
}

async function renewPlan(service: SupabaseClient, due: DueRenewal): Promise<void> {
  const { attempt_id: attemptId, amount, currency, credits, mandate, method } = due
  await withProvider(due.provider, 'renew', async (provider) => {
    const renewal = { attemptId, money: { amount, currency }, mandate, words: `${credits} crédits Cortexia` }
    const outcome: Started = (await provider.renew?.(renewal, AbortSignal.timeout(15_000))) ?? {
      kind: 'refused',
      reason: 'other',
    }
    await noteCall(service, provider.name, { method, outcome })
    await callRpc(service, 'note_attempt', {
      p_attempt: attemptId,
      p_outcome: outcome.kind,
      ...(outcome.kind === 'started' && { p_ref: outcome.ref }),
      ...(outcome.kind === 'refused' && { p_reason: outcome.reason }),
    })
  })
}

/** Royalties every night, what has been pending for its week, and what invitations brought. */
export async function advanceEarnings(service: SupabaseClient): Promise<void> {
  await once(service, 'royalties', '1 day', () => repeat(() => callRpc(service, 'post_royalties', { p_limit: 50 })))
  await once(service, 'release', '1 minute', () => repeat(() => callRpc(service, 'release_earnings', { p_limit: 200 })))
  await once(service, 'referrals', '1 minute', () =>
    repeat(() => callRpc(service, 'settle_referrals', { p_limit: 50 })),
  )
}

async function repeat(work: () => Promise<number>): Promise<void> {
  if ((await work()) > 0) await repeat(work)
}

/** What the providers know since last time, every quarter of an hour; what they have of ours, every night. */
export async function reconcile(service: SupabaseClient): Promise<void> {
  await Promise.all(
    presentProviders().map(async (provider) => {
      await once(service, `list ${provider.name}`, '15 minutes', (since) => believeAll(service, provider, since))
      await once(service, `balance ${provider.name}`, '1 day', () => compare(service, provider))
    }),
  )
}

async function believeAll(service: SupabaseClient, provider: PaymentProvider, since: Date): Promise<void> {
  const from = new Date(since.getTime() - 3_600_000)
  await withProvider(provider.name, 'list', () => believePaid(service, provider, from))
}

async function believePaid(service: SupabaseClient, provider: PaymentProvider, from: Date): Promise<void> {
  for (const truth of await provider.list(from, AbortSignal.timeout(30_000))) {
    if (truth.status !== 'paid') continue
    await believe(service, provider, truth)
    if (provider.disputes) await believeDisputes(service, provider, truth.ref)
  }
  await rereadPayouts(service, provider)
}

/** A payment is looked for that long at its provider before the staff gets it. */
const openForMs = 48 * 3_600_000

/** @returns whether it could be compared: not while payments come and go, and then the next round tries again */
async function compare(service: SupabaseClient, provider: PaymentProvider): Promise<boolean> {
  let isCompared = false
  await withProvider(provider.name, 'balance', async () => {
    isCompared = await compareBalances(service, provider)
    const isRinging = (await provider.isRinging?.(AbortSignal.timeout(10_000))) ?? null
    if (isRinging === false) await callRpc(service, 'report_webhook_off', { p_provider: provider.name })
  })
  return isCompared
}

/**
 * Our books are read after all that the provider had counted by then was believed, and before it is asked again: where it
 * says the same twice nothing came between, and what differs then is no payment on its way.
 */
export async function compareBalances(service: SupabaseClient, provider: PaymentProvider): Promise<boolean> {
  const before = await balancesOf(provider)
  await believePaid(service, provider, new Date(Date.now() - openForMs))
  const books = await callRpc(service, 'provider_books', { p_provider: provider.name })
  const after = await balancesOf(provider)
  if (JSON.stringify(before) !== JSON.stringify(after)) return false
  for (const { currency, amount } of after) {
    await callRpc(service, 'compare_provider_balance', {
      p_provider: provider.name,
      p_currency: currency,
      p_balance: amount,
      p_ours: books.find((book) => book.currency === currency)?.amount ?? 0,
    })
  }
  return true
}

async function balancesOf(provider: PaymentProvider): Promise<readonly Money[]> {
  const balances = (await provider.balance(AbortSignal.timeout(10_000))) ?? []
  return balances.toSorted((one, other) => one.currency.localeCompare(other.currency))
}

async function once(
  service: SupabaseClient,
  name: string,
  every: string,
  work: (since: Date) => Promise<boolean | void>,
): Promise<void> {
  const since = await callRpc(service, 'claim_billing_job', { p_name: name, p_every: every })
  if (since === null) return
  const isDone = await work(new Date(since))
  // What could not be done comes again when its lease is over.
  if (isDone !== false) await callRpc(service, 'finish_billing_job', { p_name: name })
}
