/** Reads at the providers what their webhooks rang for: at once by whoever heard, and by the worker what is left. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../rpc.ts'
import { believeDisputes, readAndBelieve } from './apply-truth.ts'
import { observePayment } from './payment-events.ts'
import { believeAccount } from './payouts/believe-account.ts'
import { believePayout } from './payouts/believe-payout.ts'
import { ProviderError, type PaymentProvider } from './provider.ts'
import { providerNamed } from './providers.ts'

export async function actOnEvents(service: SupabaseClient, atOnce: number): Promise<number> {
  const due = await callRpc(service, 'claim_payment_events', { p_limit: atOnce })
  await Promise.all(
    due.map(async ({ provider: name, event_id: event, type, provider_ref: ref }) => {
      const failure = await withProvider(name, 'event', async (provider) => {
        if (ref === '' || (await isOfEarnings(service, provider, { type, ref }))) return
        const truth = await readAndBelieve(service, provider, ref)
        if (type.includes('dispute')) await believeDisputes(service, provider, truth.ref)
      })
      const finished = { p_provider: name, p_event: event }
      await callRpc(service, 'finish_payment_event', failure === null ? finished : { ...finished, p_error: failure })
    }),
  )
  return due.length
}

/** Of an account of somebody who earns, or of a transfer to one: read, and believed. */
async function isOfEarnings(
  service: SupabaseClient,
  provider: PaymentProvider,
  { type, ref }: { readonly type: string; readonly ref: string },
): Promise<boolean> {
  if (!provider.accounts || !provider.payouts) return false
  if (/^(?:account|payout)\./.test(type)) await believeAccount(service, provider.accounts, ref)
  else if (type.startsWith('transfer.'))
    await believePayout(service, provider, await provider.payouts.read(ref, AbortSignal.timeout(10_000)))
  else return false
  return true
}

/** Null, or why it did not work: it comes again by itself. */
export async function withProvider(
  name: string,
  during: string,
  work: (provider: PaymentProvider) => Promise<void>,
): Promise<string | null> {
  const provider = providerNamed(name)
  if (provider === null) return 'This provider has no key here'
  try {
    await work(provider)
    return null
  } catch (error) {
    const why = error instanceof ProviderError ? error.code : String(error)
    observePayment({ kind: 'payment.provider_failed', provider: name, during, why })
    return why
  }
}
