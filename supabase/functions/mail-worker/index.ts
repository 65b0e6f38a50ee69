/**
 * Called on a schedule with the service key: puts together what people have not seen and wanted by mail, and hands each
 * mail to the queue. Any number of processes may do so at once; what a killed one had leased is sent by another.
 */
import type { SupabaseClient } from '@supabase/supabase-js'

import { serviceClient } from '../_shared/clients.ts'
import { tell } from '../_shared/notices/tell.ts'
import { createObserve } from '../_shared/observe.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { requireServiceCall } from '../_shared/service-call.ts'
import { wordMail, type MailJob } from './word-mail.ts'

declare module '../_shared/rpc.ts' {
  interface RpcAnswers {
    claim_mails: readonly MailJob[]
  }
}

/** A mail that auth/v1 does not take as it is worded: a fault of ours. */
interface MailRefused {
  readonly kind: 'mail.refused'
  readonly types: readonly string[]
}

const observe = createObserve<MailRefused>(() => 'warn')

const leaseSeconds = 120
const atOnce = 20
const roundsPerCall = 10
const worker = crypto.randomUUID()

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  const client = serviceClient()
  const claim = { p_worker: worker, p_lease_seconds: leaseSeconds, p_limit: atOnce }
  let sent = 0
  for (let round = 0; round < roundsPerCall; round += 1) {
    const mails = await callRpc(client, 'claim_mails', claim)
    const outcomes = await Promise.all(mails.map((mail) => deliver(client, mail)))
    sent += outcomes.filter(Boolean).length
    if (mails.length < atOnce) break
  }
  return json({ sent })
}

async function deliver(client: SupabaseClient, mail: MailJob): Promise<boolean> {
  const { user_id, language } = mail
  const words = wordMail(mail)
  const status = await tell({ channel: 'email', user_id, language, words: { fr: words, en: words } })
  if (status === 400) observe({ kind: 'mail.refused', types: mail.entries.map(({ type }) => type) })
  // Who is gone, or a backend that has no way of telling, ends it as well: nothing is tried for ever.
  const isOver = status !== 0 && status !== 429 && status < 500
  await callRpc(client, 'finish_mail', { p_worker: worker, p_user: user_id, p_is_over: isOver })
  return status === 200
}

export default { fetch: (request: Request) => answerPost(request, work) }
