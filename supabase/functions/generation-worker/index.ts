/**
 * Called on a schedule, from a process's start on, with the service key: ends what nobody will end, removes what was
 * thrown away, looks at pictures that came without their likeness, then works on what waits. Orders have their own process work at once; this is for those whose process was
 * killed, and for later attempts.
 */
import { serviceClient } from '../_shared/clients.ts'
import { observeGeneration } from '../_shared/generation/generation-events.ts'
import { startWorker } from '../_shared/generation/own-worker.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { requireServiceCall } from '../_shared/service-call.ts'
import { lookAtStoredPictures } from '../_shared/stored-images/look-at-pictures.ts'
import { sweepImages } from '../_shared/stored-images/sweep-images.ts'

const atOnce = 100
/** Each is decoded. */
const picturesAtOnce = 20

interface Swept {
  readonly crashed: number
  readonly expired: number
  /** Holds of jobs that are gone. */
  readonly holds: number
}

declare module '../_shared/rpc.ts' {
  interface RpcAnswers {
    sweep_generations: Swept
  }
}

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  const swept = await callRpc(serviceClient(), 'sweep_generations', { p_limit: atOnce })
  if (swept.crashed + swept.expired + swept.holds > 0) observeGeneration({ kind: 'generation.swept', ...swept })
  if (await callRpc(serviceClient(), 'has_due_generations', {})) startWorker()
  await sweepImages(serviceClient(), atOnce)
  await lookAtStoredPictures(serviceClient(), picturesAtOnce)
  return json(swept)
}

export default { fetch: (request: Request) => answerPost(request, work) }
