/**
 * Called on a schedule with the service key: erases accounts and deleted publications whose thirty days are over, takes
 * archives away after their week and uploads after their day, makes those that a killed process has left, and looks again at the
 * domains beside people's names. Any number of processes may do so at once.
 */
import type { SupabaseClient } from '@supabase/supabase-js'

import { observeAccount } from '../_shared/account/account-events.ts'
import { checkDomains } from '../_shared/account/check-domains.ts'
import { eraseAccount } from '../_shared/account/erase-account.ts'
import { startExports } from '../_shared/account/own-exports.ts'
import { serviceClient } from '../_shared/clients.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { requireServiceCall } from '../_shared/service-call.ts'
import { sweepUploads } from '../_shared/stored-images/sweep-uploads.ts'

const accountsAtOnce = 5
const archivesAtOnce = 100
const postsAtOnce = 500
const uploadsAtOnce = 500
const domainsAtOnce = 20

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  const service = serviceClient()
  startExports()
  const expired = await expireArchives(service)
  const erased = await eraseAccounts(service)
  const erasedPosts = await callRpc(service, 'erase_deleted_posts', { p_limit: postsAtOnce })
  const uploads = await sweepUploads(service, uploadsAtOnce)
  const domains = await checkDomains(service, domainsAtOnce)
  return json({ erased, erasedPosts, expired, uploads, domains })
}

async function eraseAccounts(service: SupabaseClient): Promise<number> {
  let erased = 0
  for (const person of await callRpc(service, 'claim_leaving_accounts', { p_limit: accountsAtOnce })) {
    try {
      await eraseAccount(service, person)
      erased += 1
    } catch (error) {
      observeAccount({ kind: 'account.failed', what: 'erasure', why: String(error) })
    }
  }
  return erased
}

async function expireArchives(service: SupabaseClient): Promise<number> {
  const due = await callRpc(service, 'expired_data_exports', {
    p_limit: archivesAtOnce,
  })
  if (due.length === 0) return 0
  const { error } = await service.storage.from('exports').remove(due.flatMap(({ paths }) => paths))
  if (error) throw error
  await callRpc(service, 'forget_data_exports', { p_ids: due.map(({ id }) => id) })
  return due.length
}

export default { fetch: (request: Request) => answerPost(request, work) }
