/** Small pictures that compress like real ones, and what proves that a file has arrived as it was. */
import { createHash } from 'node:crypto'

import sharp from 'sharp'

import { defaultInfluence } from '../../functions/_shared/contract/src/index.ts'
import {
  engineStages,
  type EngineProgress,
  type ImageContext,
  type ImageOrder,
  type Reference,
} from '../../functions/_shared/image-engines/image-engine.ts'

export function noise(width: number, height: number, key = 1) {
  const data = Buffer.alloc(width * height * 3)
  for (let i = 0; i < data.length; i += 1) data[i] = (i * 7919 * key + (i >> 5) * 31) % 251
  return sharp(data, { raw: { width, height, channels: 3 } })
}

export const pngOf = (width: number, height: number, key = 1): Promise<Buffer> =>
  noise(width, height, key).png().toBuffer()

/** One of each type. */
export async function threeReferences(): Promise<readonly Reference[]> {
  const [png, jpeg, webp] = await Promise.all([
    noise(64, 48, 1).png().toBuffer(),
    noise(48, 64, 2).jpeg().toBuffer(),
    noise(56, 56, 3).webp().toBuffer(),
  ])
  const usual = { role: 'auto', influence: defaultInfluence } as const
  return [
    { file: png, type: 'image/png', ...usual },
    { file: jpeg, type: 'image/jpeg', ...usual },
    { file: webp, type: 'image/webp', ...usual },
  ]
}

export const sha256 = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex')

export const secretPrompt = 'une pirogue au secret-de-la-lagune'

export function orderOf(change: Partial<ImageOrder> = {}): ImageOrder {
  return {
    jobId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    prompt: secretPrompt,
    negativePrompt: null,
    width: 1024,
    height: 1024,
    seed: 4_000_000_000,
    references: [],
    ...change,
  }
}

export interface Follower extends ImageContext {
  readonly progress: EngineProgress[]
  readonly saved: string[]
  abort(reason: unknown): void
}

export function follow(upstreamId: string | null = null): Follower {
  const controller = new AbortController()
  const progress: EngineProgress[] = []
  const saved: string[] = []
  return {
    progress,
    saved,
    upstreamId,
    signal: controller.signal,
    onProgress: (one) => progress.push(one),
    saveUpstreamId: async (id) => {
      saved.push(id)
    },
    abort: (reason) => controller.abort(reason),
  }
}

/** Neither stages nor shares go back. */
export function isInOrder(progress: readonly EngineProgress[]): boolean {
  const rank = ({ stage, share }: EngineProgress) => engineStages.indexOf(stage) + (share ?? 0) / 2
  return progress.every((one, index) => index === 0 || rank(one) >= rank(progress[index - 1]!))
}
