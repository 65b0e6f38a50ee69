/** From a step in hand to its end, whatever happens: a refusal is the step's own, or leaves it as it was. */
import type { StepKind } from '../contract/src/index.ts'
import { EngineError } from '../image-engines/image-engine.ts'
import { FunctionError } from '../respond.ts'
import { RpcError, callRpc, retry } from '../rpc.ts'
import { describePicture, enhancePrompt } from './find-words.ts'
import { orderPictures } from './order-pictures.ts'
import { finish, write, type StepEnd, type StepInHand } from './step-work.ts'

type Doer = (inHand: StepInHand) => Promise<StepEnd>

const doers: Readonly<Record<Exclude<StepKind, 'choose'>, Doer>> = {
  enhance: enhancePrompt,
  analyse: describePicture,
  generate: orderPictures,
  remix: orderPictures,
  // NOTE: loaded when it is needed: no other step decodes a picture in this thread.
  upscale: async (inHand) => (await import('./enlarge-picture.ts')).enlargePicture(inHand),
  publish: publishPicture,
}

/** Throws only what says nothing about the step: the lease runs out then, and it is taken up again. */
export async function runStep(inHand: StepInHand): Promise<StepEnd> {
  const { kind } = inHand.work
  // The database lets it wait for the person.
  if (kind === 'choose') return { kind: 'lost' }
  try {
    return await doers[kind](inHand)
  } catch (error) {
    return settle(inHand, error)
  }
}

async function settle(inHand: StepInHand, error: unknown): Promise<StepEnd> {
  if (error instanceof EngineError)
    return finish(inHand, { status: 'failed', error: 'engine_failed', message: error.message })
  if (!(error instanceof FunctionError)) throw error
  const { status, code, message, cause, block } = error
  if (cause instanceof RpcError && cause.hint === 'canceled') return { kind: 'lost' }
  if (status === 429 || status === 503) return putOff(inHand, error)
  return finish(inHand, {
    status: 'failed',
    error: code,
    message,
    ...(block !== undefined && { terms: block.terms }),
  })
}

const usualWaitSeconds = 2

async function putOff({ work, worker, client }: StepInHand, refusal: FunctionError): Promise<StepEnd> {
  const call = { p_worker: worker, p_fence: work.fence, p_run: work.run_id }
  // Waiting for the person's other pictures counts as no attempt; waiting for what is out of order does.
  const wait = { ms: (refusal.retryAfter ?? usualWaitSeconds) * 1000, counts: refusal.status !== 429 }
  const written = await retry(() => callRpc(client, 'put_off_workflow', { ...call, p_wait: wait }))
  return written === 'ok' ? { kind: 'put-off', refusal } : { kind: 'lost' }
}

const checkViolation = '23514'

async function publishPicture(inHand: StepInHand): Promise<StepEnd> {
  try {
    return await write(inHand, 'publish_workflow_image')
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== checkViolation) throw error
    const isForeign = error.hint === 'image_not_own'
    throw new FunctionError(
      isForeign ? 403 : 400,
      isForeign ? 'not_allowed' : 'invalid_request',
      isForeign ? 'On ne publie que ses propres créations' : 'Cette publication ne peut pas être enregistrée',
      { cause: error },
    )
  }
}
