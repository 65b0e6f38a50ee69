/**
 * Called on a schedule and when a process starts, with the service key: ends what nobody will end, removes what was
 * thrown away, then works on what waits. Orders have their own process work at once; this is for those whose process was killed, and for later attempts.
 */
import { bearerToken, serviceClient } from '../_shared/clients.ts'
import { startWorker } from '../_shared/generation/own-worker.ts'
import { ask } from '../_shared/generation/queue.ts'
import { sweepImages } from '../_shared/generation/sweep-images.ts'
import { observe } from '../_shared/observe.ts'
import { FunctionError, answerPost, json } from '../_shared/respond.ts'

const atOnce = 100

interface Swept {
  readonly crashed: number
  readonly expired: number
  /** Holds of jobs that are gone. */
  readonly holds: number
}

async function work(request: Request): Promise<Response> {
  if (roleOf(request) !== 'service_role') throw new FunctionError(403, 'not_allowed', 'Non autorisé')
  const swept = await ask<Swept>(serviceClient(), 'sweep_generations', { p_limit: atOnce })
  if (swept.crashed + swept.expired + swept.holds > 0) observe({ kind: 'generation.swept', ...swept })
  startWorker()
  await sweepImages(serviceClient(), atOnce)
  return json(swept)
}

/** NOTE: the runtime has verified the token before this is called (`verify_jwt`). */
function roleOf(request: Request): unknown {
  try {
    const claims = bearerToken(request)?.split('.')[1] ?? ''
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { role?: unknown }).role
  } catch {
    return null
  }
}

export default { fetch: (request: Request) => answerPost(request, work) }
