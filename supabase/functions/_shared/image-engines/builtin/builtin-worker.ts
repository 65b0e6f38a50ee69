/** One thread of the built-in engine: encoded references in, an encoded picture out, stages told on the way. */
import type { MessagePort } from 'node:worker_threads'

import { paint, type PaintStage, type Pixels } from '@product/engine'

import { maxReferencePixels } from '../../contract/src/index.ts'
import {
  EngineError,
  type EngineImage,
  type EngineProblem,
  type EngineProgress,
  type EngineStage,
  type ImageOrder,
} from '../image-engine.ts'
import { sharp } from '../pictures/decoder.ts'
import { pictureTypeOf } from '../pictures/picture-type.ts'
import { receiptsOf } from './builtin-receipts.ts'

export interface WorkerTask {
  readonly order: ImageOrder
  /** Where progress goes. */
  readonly port: MessagePort
}
export type WorkerReply = { readonly made: EngineImage } | { readonly problem: EngineProblem; readonly message: string }

const stages: Record<PaintStage, EngineStage> = {
  understanding: 'preparing',
  composition: 'composing',
  style: 'painting',
  finishing: 'finishing',
  done: 'encoding',
}

async function decode({ file }: ImageOrder['references'][number]): Promise<Pixels> {
  if (pictureTypeOf(file) === null) {
    throw new EngineError('reference_type', 'A reference is not a PNG, JPEG or WebP picture')
  }
  // NOTE: reading a header is bounded by itself; with a limit it fails without saying that size was the reason.
  const { width, height } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new EngineError('reference_type', 'A reference is not a PNG, JPEG or WebP picture', { cause })
    })
  if (width * height > maxReferencePixels)
    throw new EngineError('reference_too_large', 'A reference has more than 40 million pixels')
  const { data, info } = await sharp(file, { limitInputPixels: maxReferencePixels })
    .rotate()
    .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new EngineError('reference_type', 'A reference is damaged and cannot be read', { cause })
    })
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 }
}

async function make({ order, port }: WorkerTask): Promise<EngineImage> {
  const report = (progress: EngineProgress) => port.postMessage(progress)
  const references = await Promise.all(
    order.references.map(async (one) => ({ ...(await decode(one)), role: one.role, influence: one.influence })),
  )
  const { prompt, negativePrompt, width, height, seed } = order
  const painting = paint({
    prompt,
    negativePrompt: negativePrompt ?? '',
    width,
    height,
    seed,
    references,
    onProgress: ({ fraction, stage }) => report({ share: Math.min(fraction, 0.95), stage: stages[stage] }),
  })
  // NOTE: not compressed: it goes to the next room, where our own file is made of it.
  const file = await sharp(painting.data, { raw: { width: painting.width, height: painting.height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const { references: used, ...facts } = painting.metadata
  return { file, seed, facts, receipts: receiptsOf(order.references, used), warnings: [] }
}

/** The thread's task. Errors travel as data: a thrown one would lose its kind between threads. */
async function work(task: WorkerTask): Promise<WorkerReply> {
  try {
    return { made: await make(task) }
  } catch (error) {
    if (error instanceof EngineError) return { problem: error.problem, message: error.message }
    return { problem: 'engine_failed', message: error instanceof Error ? error.message : String(error) }
  } finally {
    task.port.close()
  }
}

export default work
