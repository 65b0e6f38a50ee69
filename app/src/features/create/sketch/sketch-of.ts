/** Which sketch belongs to a draft, and the number that the ordered picture is made with, so that both show the same. */
import { create } from 'zustand'

import { sizeOf } from '#entities/generation/sizes.ts'
import type { SketchRequest } from '#sketch/sketch-protocol.ts'

import { orderOf, type Draft } from '../draft/draft.ts'
import { paintedWords } from '../plan/translations.ts'

interface SketchState {
  /** Of the next picture, where nobody has locked another. */
  seed: number
  /** The request that a sketch was shown of. */
  shown: string | null
}

const drawSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0

export const useSketchState = create<SketchState>()(() => ({ seed: drawSeed(), shown: null }))

/** Longest sides of less would hide what is drawn. */
const shortSide = 256

export function sketchRequestOf(draft: Draft, ownSeed: number, words = paintedWords(draft.prompt)): SketchRequest {
  const { negativePrompt, seed } = orderOf(draft)
  const { width, height } = sizeOf(draft.ratio)
  const scale = shortSide / Math.min(width, height)
  return {
    prompt: words,
    negativePrompt: negativePrompt ?? '',
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    seed: seed ?? ownSeed,
  }
}

export function noteSketched(request: SketchRequest): void {
  useSketchState.setState({ shown: JSON.stringify(request) })
}

/** Another drawing of the same words. */
export function sketchAnew(): void {
  useSketchState.setState({ seed: drawSeed() })
}

/** The number of the sketch that was seen of this very draft. */
export function sketchedSeedOf(draft: Draft): number | null {
  const { seed, shown } = useSketchState.getState()
  return shown === JSON.stringify(sketchRequestOf(draft, seed)) ? seed : null
}
