import { bearerToken, callerClient, serviceClient } from '../_shared/clients.ts'
/** POST v0-generator (spec §7): a description becomes pictures that are stored and recorded as the caller's. */
import type { GenerationRequest } from '../_shared/contract/src/index.ts'
import { imageEngine } from '../_shared/image-engines/chosen-engine.ts'
import { makePicture, type MadePicture } from '../_shared/image-engines/engine-chain.ts'
import { EngineError } from '../_shared/image-engines/image-engine.ts'
import { pictureTypeOf } from '../_shared/image-engines/picture-type.ts'
import { closeGeneration, openGeneration, storeImage } from '../_shared/record-generation.ts'
import { readReference } from '../_shared/references.ts'
import { FunctionError, answerPost, json, readJson } from '../_shared/respond.ts'
import { parseGenerationRequest } from './request.ts'

const generationTimeoutMs = 120_000

const engineFailures = {
  reference_type: { status: 415, code: 'reference_type', field: 'images' },
  reference_too_large: { status: 413, code: 'reference_too_large', field: 'images' },
  invalid_request: { status: 400, code: 'invalid_request' },
  moderation_blocked: { status: 422, code: 'blocked' },
  engine_busy: { status: 503, code: 'engine_busy' },
  engine_failed: { status: 502, code: 'engine_failed' },
  engine_timeout: { status: 504, code: 'engine_timeout' },
  empty_result: { status: 502, code: 'empty_result' },
} as const

async function callerOf(request: Request): Promise<{ token: string; userId: string }> {
  const token = bearerToken(request)
  const user = token === null ? null : (await serviceClient().auth.getUser(token)).data.user
  if (token === null || !user)
    throw new FunctionError(401, 'not_authenticated', 'User must be authenticated to generate images')
  return { token, userId: user.id }
}

async function make(order: GenerationRequest, files: readonly Uint8Array[], signal: AbortSignal): Promise<MadePicture> {
  try {
    return await makePicture(
      {
        jobId: crypto.randomUUID(),
        prompt: order.prompt,
        negativePrompt: order.negative_prompt,
        width: order.width,
        height: order.height,
        seed: order.seed ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
        references: order.references.map(({ role, influence }, place) => {
          const file = files[place] ?? new Uint8Array()
          return { file, type: pictureTypeOf(file) ?? 'image/png', role, influence }
        }),
      },
      { signal, onProgress: () => {}, upstreamId: null, saveUpstreamId: async () => {} },
    )
  } catch (error) {
    if (!(error instanceof EngineError))
      throw new FunctionError(504, 'engine_failed', 'Erreur lors de la génération', { cause: error })
    const { code, ...failure } = engineFailures[error.problem]
    throw new FunctionError(failure.status, code, error.message, { ...failure, cause: error })
  }
}

async function generate(request: Request): Promise<Response> {
  const { token, userId } = await callerOf(request)
  const order = parseGenerationRequest(await readJson(request))
  if (order.userId !== null && order.userId !== userId)
    throw new FunctionError(403, 'not_allowed', 'Non autorisé', { field: 'userId' })

  const caller = callerClient(token)
  const references = await Promise.all(order.references.map(({ url }) => readReference(url, caller)))
  const service = serviceClient()
  const engine = imageEngine().name
  const id = await openGeneration(service, { order, userId, engine })
  try {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(generationTimeoutMs)])
    const made = await make(order, references, signal)
    const url = await storeImage(service, { generationId: id, userId, made })
    await closeGeneration(service, id, { status: 'succeeded', seed: made.seed, metadata: made.facts })
    const { width, height, seed, thumbhash, facts } = made
    return json({
      images: [url],
      metadata: {
        ...facts,
        generation_id: id,
        engine,
        mode: order.mode,
        prompt: order.prompt,
        width,
        height,
        seed,
        thumbhash,
      },
    })
  } catch (error) {
    const failure =
      error instanceof FunctionError
        ? error
        : new FunctionError(500, 'engine_failed', 'Erreur lors de la génération', { cause: error })
    await closeGeneration(service, id, { status: 'failed', error_code: failure.code, error_message: failure.message })
    throw failure
  }
}

export default { fetch: (request: Request) => answerPost(request, generate) }
