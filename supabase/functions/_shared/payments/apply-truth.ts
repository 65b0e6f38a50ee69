/** Reads a transaction at its provider and lets the database believe it: webhooks, polls and pages all end here. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc, retry, RpcError } from '../rpc.ts'
import type { PaymentProvider, Truth } from './provider.ts'

export async function believe(
  service: SupabaseClient,
  provider: PaymentProvider,
  truth: Truth,
): Promise<string | null> {
  const { ref, attemptId, money, ...rest } = truth
  const { status, refunded, fee, realm, raw, reason, mandate } = rest
  const params = {
    p_provider: provider.name,
    p_ref: ref,
    p_attempt: isUuid(attemptId) ? attemptId : '00000000-0000-0000-0000-000000000000',
    p_truth: { ...money, status, refunded, fee, realm, raw, reason, mandate },
  }
  // 40001: the attempt became a payment of its own while we waited for it.
  return retry(async () => {
    try {
      return await callRpc(service, 'apply_payment_truth', params)
    } catch (error) {
      if (error instanceof RpcError && error.code === '40001') return callRpc(service, 'apply_payment_truth', params)
      throw error
    }
  })
}

export async function readAndBelieve(service: SupabaseClient, provider: PaymentProvider, ref: string): Promise<Truth> {
  const truth = await provider.read(ref, AbortSignal.timeout(10_000))
  await believe(service, provider, truth)
  return truth
}

/** After its payment was believed: a dispute is about money that came. */
export async function believeDisputes(service: SupabaseClient, provider: PaymentProvider, ref: string): Promise<void> {
  for (const dispute of (await provider.disputes?.(ref, AbortSignal.timeout(10_000))) ?? []) {
    await callRpc(service, 'apply_payment_dispute', {
      p_provider: provider.name,
      p_ref: dispute.ref,
      p_transaction: ref,
      p_state: dispute.state,
      p_fee: dispute.fee,
      ...(dispute.evidenceDue !== null && { p_evidence_due: dispute.evidenceDue.toISOString() }),
    })
  }
}

function isUuid(text: string | null): text is string {
  return text !== null && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
