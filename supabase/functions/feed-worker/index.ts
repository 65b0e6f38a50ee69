/** Called on a schedule and when a process starts, with the service key: ranks anew what trends, where that is due. */
import { serviceClient } from '../_shared/clients.ts'
import { ask } from '../_shared/generation/queue.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { requireServiceCall } from '../_shared/service-call.ts'

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  return json({ snapshots: await ask<number>(serviceClient(), 'refresh_trending', {}) })
}

export default { fetch: (request: Request) => answerPost(request, work) }
