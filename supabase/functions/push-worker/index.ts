/**
 * Called on a schedule with the service key: sends what is due to the browsers of whom it is for. Any number of processes
 * may do so at once; a group that a killed one had leased is sent by another when its lease is over.
 */
import type { SupabaseClient } from '@supabase/supabase-js'

import { serviceClient } from '../_shared/clients.ts'
import { createObserve } from '../_shared/observe.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { requireServiceCall } from '../_shared/service-call.ts'
import { readSettings } from '../_shared/settings/reader.ts'
import { runtimeSettings } from '../_shared/settings/runtime.ts'
import type { PushJob, PushOutcome } from './push-job.ts'
import type { Sender } from './send-push.ts'

/** Browsers that were not reached; those that are gone are asked no more. */
interface PushFailed {
  readonly kind: 'push.failed'
  readonly failed: number
  readonly refused: number
  readonly gone: number
}

const observe = createObserve<PushFailed>(() => 'warn')

const leaseSeconds = 60
const atOnce = 20
const roundsPerCall = 10
const sweepEveryMs = 3_600_000
const urgent: ReadonlySet<string> = new Set(['message', 'tip', 'payment', 'payout', 'generation'])

const worker = crypto.randomUUID()
let sweptAt = 0

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  const client = serviceClient()
  const sender = ownKeys()
  const sent = sender === null ? 0 : await sendDue(client, sender)
  if (Date.now() - sweptAt > sweepEveryMs) {
    sweptAt = Date.now()
    await callRpc(client, 'sweep_notifications', { p_limit: 10_000 })
  }
  return json({ sent })
}

/** How many groups were worked on. */
async function sendDue(client: SupabaseClient, sender: Sender): Promise<number> {
  const claim = { p_worker: worker, p_lease_seconds: leaseSeconds, p_limit: atOnce }
  let sent = 0
  for (let round = 0; round < roundsPerCall; round += 1) {
    const jobs = await callRpc(client, 'claim_pushes', claim)
    await Promise.all(jobs.map((job) => deliver(client, job, sender)))
    sent += jobs.length
    if (jobs.length < atOnce) break
  }
  return sent
}

async function deliver(client: SupabaseClient, job: PushJob, sender: Sender): Promise<void> {
  // NOTE: loaded when it is needed: most calls find nothing to do.
  const [{ sendPush }, { wordPush }] = await Promise.all([import('./send-push.ts'), import('./word-push.ts')])
  const delivery = {
    message: JSON.stringify(wordPush(job)),
    topic: job.notification_id.replaceAll('-', ''),
    urgency: urgent.has(job.type) ? 'high' : 'normal',
  } as const
  const outcomes = await Promise.all(job.subscriptions.map((target) => sendPush(target, delivery, sender)))
  await callRpc(client, 'finish_push', { p_worker: worker, p_notification: job.notification_id, p_outcomes: outcomes })
  tell(outcomes)
}

function tell(outcomes: readonly PushOutcome[]): void {
  const count = (kind: PushOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
  const [failed, refused, gone] = [count('failed'), count('refused'), count('gone')]
  if (failed + refused + gone > 0) observe({ kind: 'push.failed', failed, refused, gone })
}

/** Null where nobody has given any, as on the hosted service before its secrets are set. */
function ownKeys(): Sender | null {
  const {
    vapidPublicKey: publicKey,
    vapidPrivateKey: privateKey,
    vapidSubject: subject,
  } = readSettings(runtimeSettings)
  return publicKey && privateKey && subject ? { publicKey, privateKey, subject } : null
}

export default { fetch: (request: Request) => answerPost(request, work) }
