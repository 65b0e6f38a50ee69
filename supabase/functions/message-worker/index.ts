/**
 * Called on a schedule with the service key: what follows messages at leisure. Tells of those that have just been sent,
 * deletes what has vanished, and takes away files whose message, sender or conversation is gone. Any number of processes
 * may do so at once.
 */
import type { SupabaseClient } from '@supabase/supabase-js'

import { serviceClient } from '../_shared/clients.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { requireServiceCall } from '../_shared/service-call.ts'

const messagesAtOnce = 200
const expiredAtOnce = 1000
const filesAtOnce = 500
const roundsPerCall = 10
/** At 500 files a time, half a million are reviewed in about four hours. */
const reviewEveryMs = 15_000

let reviewedAt = 0
/** How far this process has come through the files; it begins anew when it has seen all. */
let reviewed = ''

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  const service = serviceClient()
  const told = await inRounds(messagesAtOnce, (limit) => callRpc(service, 'tell_messages', { p_limit: limit }))
  const expired = await inRounds(expiredAtOnce, (limit) => callRpc(service, 'expire_messages', { p_limit: limit }))
  const { everything = false } = await readOptions(request)
  const isDue = everything || Date.now() - reviewedAt > reviewEveryMs
  const removed = isDue ? await reviewFiles(service, everything) : 0
  return json({ told, expired, removed })
}

/** `everything`: from the first file to the last, now. */
async function readOptions(request: Request): Promise<{ everything?: boolean }> {
  const body: unknown = await request.json().catch(() => null)
  return { everything: (body as { everything?: unknown } | null)?.everything === true }
}

async function inRounds(limit: number, step: (limit: number) => Promise<number>): Promise<number> {
  let done = 0
  for (let round = 0; round < roundsPerCall; round += 1) {
    const some = await step(limit)
    done += some
    if (some < limit) break
  }
  return done
}

async function reviewFiles(service: SupabaseClient, everything: boolean): Promise<number> {
  reviewedAt = Date.now()
  if (everything) reviewed = ''
  let removed = 0
  for (;;) {
    const files = await callRpc(service, 'review_message_files', {
      p_after: reviewed,
      p_limit: filesAtOnce,
    })
    const dead = files.filter(({ is_dead: isDead }) => isDead).map(({ name }) => name)
    if (dead.length > 0) {
      const { error } = await service.storage.from('dm-blobs').remove(dead)
      if (error) throw error
    }
    removed += dead.length
    reviewed = files.length < filesAtOnce ? '' : (files.at(-1)?.name ?? '')
    if (!everything || reviewed === '') return removed
  }
}

export default { fetch: (request: Request) => answerPost(request, work) }
