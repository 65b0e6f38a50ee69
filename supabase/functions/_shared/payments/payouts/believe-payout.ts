/** What a provider's API said of one withdrawal goes to the database, which believes it once. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../../rpc.ts'
import type { PaymentProvider, PayoutTruth } from '../provider.ts'

export async function believePayout(
  service: SupabaseClient,
  provider: PaymentProvider,
  { ref, status, money, cost, realm, reason, raw }: PayoutTruth,
): Promise<void> {
  if (money === null) return
  await callRpc(service, 'apply_payout_truth', {
    p_provider: provider.name,
    p_ref: ref,
    p_truth: { status, ...money, cost, realm, reason, raw },
  })
}
