/** Reads the account that somebody has at the provider for what they earn, and lets the database believe it. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../../rpc.ts'
import type { Accounts } from '../provider.ts'

/** Whether money may go there. */
export async function believeAccount(service: SupabaseClient, accounts: Accounts, ref: string): Promise<boolean> {
  const { isReady, bankRef, last4, failedRef, realm } = await accounts.read(ref)
  const truth = { is_ready: isReady, bank_ref: bankRef, last4, failed_ref: failedRef, realm }
  return callRpc(service, 'apply_bank_truth', { p_account: ref, p_truth: truth })
}
