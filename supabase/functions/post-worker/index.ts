/**
 * Called on a schedule, with the service key: tells the counts of publications that have changed to whoever has them
 * open. The database gathers what changed; so a thousand likes in a second are one message.
 */
import { serviceClient } from '../_shared/clients.ts'
import { ask } from '../_shared/generation/queue.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { requireServiceCall } from '../_shared/service-call.ts'

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  return json({ told: await ask<number>(serviceClient(), 'tell_counts', {}) })
}

export default { fetch: (request: Request) => answerPost(request, work) }
