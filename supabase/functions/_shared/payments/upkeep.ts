/** What payments need besides single events: receipts, plans as time passes, and our books beside the providers'. */
import type { SupabaseClient } from '@supabase/supabase-js'

import type { Seller } from '../contract/src/index.ts'
import { callRpc } from '../rpc.ts'
import { paymentSettings } from '../settings/payments.ts'
import { readSetting } from '../settings/reader.ts'
import { withProvider } from './act-on-events.ts'
import { believe } from './apply-truth.ts'
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
  await withProvider(provider.name, 'list', async () => {
    for (const truth of await provider.list(from, AbortSignal.timeout(30_000))) {
      if (truth.status === 'paid') await believe(service, provider, truth)
    }
  })
}

async function compare(service: SupabaseClient, provider: PaymentProvider): Promise<void> {
  await withProvider(provider.name, 'balance', async () => {
    const balances: readonly Money[] = (await provider.balance(AbortSignal.timeout(10_000))) ?? []
    for (const { currency, amount } of balances) {
      await callRpc(service, 'compare_provider_balance', {
        p_provider: provider.name,
        p_currency: currency,
        p_balance: amount,
      })
    }
    const isRinging = (await provider.isRinging?.(AbortSignal.timeout(10_000))) ?? null
    if (isRinging === false) await callRpc(service, 'report_webhook_off', { p_provider: provider.name })
  })
}

async function once(
  service: SupabaseClient,
  name: string,
  every: string,
  work: (since: Date) => Promise<void>,
): Promise<void> {
  const since = await callRpc(service, 'claim_billing_job', { p_name: name, p_every: every })
  if (since === null) return
  await work(new Date(since))
  await callRpc(service, 'finish_billing_job', { p_name: name })
}
