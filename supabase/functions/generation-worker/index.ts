/**
 * Called on a schedule and when a process starts, with the service key: ends what nobody will end, removes what was
 * thrown away, then works on what waits. Orders have their own process work at once; this is for those whose process was
 * killed, and for later attempts.
 */
import { serviceClient } from '../_shared/clients.ts'
import { ask } from '../_shared/generation/queue.ts'
import { sweepImages } from '../_shared/generation/sweep-images.ts'
import { observe } from '../_shared/observe.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { requireServiceCall } from '../_shared/service-call.ts'

const atOnce = 100

interface Swept {
  readonly crashed: number
  readonly expired: number
  /** Holds of jobs that are gone. */
  readonly holds: number
}

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  const swept = await ask<Swept>(serviceClient(), 'sweep_generations', { p_limit: atOnce })
  if (swept.crashed + swept.expired + swept.holds > 0) observe({ kind: 'generation.swept', ...swept })
  if (await ask<boolean>(serviceClient(), 'has_due_generations', {})) {
    // NOTE: loaded when it is needed: a process where nobody orders pictures stays small.
    const { startWorker } = await import('../_shared/generation/own-worker.ts')
    startWorker()
  }
  await sweepImages(serviceClient(), atOnce)
  return json(swept)
}

export default { fetch: (request: Request) => answerPost(request, work) }
