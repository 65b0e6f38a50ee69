/**
 * Called on a schedule with the service key: reads at the providers what webhooks rang for and what nobody has told of for a
 * while, sends refunds and withdrawals, numbers receipts, writes to people, renews plans, posts royalties, reconciles, and is the sandbox's postman. Any number of processes may do so at once.
 */
import type { SupabaseClient } from '@supabase/supabase-js'

import { serviceClient } from '../_shared/clients.ts'
import { actOnEvents, withProvider } from '../_shared/payments/act-on-events.ts'
import { believe, readAndBelieve } from '../_shared/payments/apply-truth.ts'
import { sendLetters } from '../_shared/payments/letters/tell-people.ts'
import { movePayouts } from '../_shared/payments/payouts/move-payouts.ts'
import { hasSandbox } from '../_shared/payments/realm.ts'
import { deliverDue } from '../_shared/payments/sandbox/deliver.ts'
import { advanceEarnings, advancePlans, issueReceipts, reconcile } from '../_shared/payments/upkeep.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { requireServiceCall } from '../_shared/service-call.ts'

const atOnce = 20

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  const service = serviceClient()
  const delivered = hasSandbox() ? await deliverDue(service, atOnce) : 0
  const events = await actOnEvents(service, atOnce)
  const polled = await pollAttempts(service)
  const refunds = await moveRefunds(service)
  const payouts = await movePayouts(service, atOnce)
  await advancePlans(service)
  await advanceEarnings(service)
  const receipts = await issueReceipts(service, atOnce)
  const letters = await sendLetters(service, atOnce)
  await reconcile(service)
  return json({ delivered, events, polled, refunds, payouts, receipts, letters })
}

async function pollAttempts(service: SupabaseClient): Promise<number> {
  const due = await callRpc(service, 'claim_payment_attempts', { p_limit: atOnce })
  await Promise.all(
    due.map(({ attempt_id: id, provider: name, provider_ref: ref, since }) =>
      withProvider(name, 'poll', async (provider) => {
        if (ref !== null) {
          await readAndBelieve(service, provider, ref)
          return
        }
        const from = new Date(new Date(since).getTime() - 60_000)
        const found = await provider.find(id, from, AbortSignal.timeout(10_000))
        for (const truth of found) await believe(service, provider, truth)
        if (found.length === 0) await callRpc(service, 'attempt_not_found', { p_attempt: id })
      }),
    ),
  )
  return due.length
}

async function moveRefunds(service: SupabaseClient): Promise<number> {
  const due = await callRpc(service, 'claim_refunds', { p_limit: atOnce })
  await Promise.all(
    due.map(({ refund_id: id, provider: name, provider_ref: ref, state, currency, amount }) =>
      withProvider(name, 'refund', async (provider) => {
        const outcome =
          state === 'asked'
            ? await provider.refund(ref, { currency, amount }, id, AbortSignal.timeout(10_000))
            : 'unknown'
        await callRpc(service, 'note_refund', { p_refund: id, p_outcome: outcome })
        if (outcome !== 'not_possible') await readAndBelieve(service, provider, ref)
      }),
    ),
  )
  return due.length
}

export default { fetch: (request: Request) => answerPost(request, work) }
