/** Looks again whether the domains beside people's names still say so. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../rpc.ts'
import { holdsProof } from './domain-proof.ts'

export async function checkDomains(service: SupabaseClient, atOnce: number): Promise<number> {
  const due = await callRpc(service, 'domains_to_check', { p_limit: atOnce })
  await Promise.all(
    due.map(async ({ user_id: userId, domain }) => {
      // A name server that does not answer says nothing: it is asked again another day.
      const holds = await holdsProof(domain, userId).catch(() => null)
      if (holds !== null) await callRpc(service, 'note_domain', { p_user: userId, p_domain: domain, p_holds: holds })
    }),
  )
  return due.length
}
