/** Orders and contexts for engines on the operator's own servers. */
import { randomUUID } from 'node:crypto'

import sharp from 'sharp'

import type {
  EngineProgress,
  ImageContext,
  ImageOrder,
  Reference,
} from '../../functions/_shared/image-engines/image-engine.ts'

export function orderOf(changes: Partial<ImageOrder> = {}): ImageOrder {
  return {
    jobId: randomUUID(),
    prompt: 'une pirogue sur la lagune',
    negativePrompt: 'du texte',
    width: 512,
    height: 384,
    seed: 42,
    references: [],
    ...changes,
  }
}

/** Three pictures that differ, in the three formats that people may send. */
export async function threeReferences(changes: readonly Partial<Reference>[] = []): Promise<Reference[]> {
  const picture = (background: string) => sharp({ create: { width: 48, height: 32, channels: 3, background } })
  const files = [
    { file: await picture('#c33').png().toBuffer(), type: 'image/png' },
    { file: await picture('#3c3').jpeg().toBuffer(), type: 'image/jpeg' },
    { file: await picture('#33c').webp().toBuffer(), type: 'image/webp' },
  ] as const
  return files.map((file, index) => Object.assign({ role: 'auto', influence: 0.5 } as const, file, changes[index]))
}

export function painted(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#fa0' } })
    .png()
    .toBuffer()
}

export interface Witness extends ImageContext {
  readonly told: EngineProgress[]
  readonly saved: string[]
  readonly cancel: (reason?: unknown) => void
}

/** `onProgress` of the changes is called besides. */
export function witness(changes: Partial<ImageContext> = {}): Witness {
  const told: EngineProgress[] = []
  const saved: string[] = []
  const stop = new AbortController()
  return {
    signal: stop.signal,
    upstreamId: null,
    saveUpstreamId: async (id) => void saved.push(id),
    ...changes,
    onProgress(progress) {
      told.push(progress)
      changes.onProgress?.(progress)
    },
    told,
    saved,
    cancel: (reason = new Error('canceled')) => stop.abort(reason),
  }
}
