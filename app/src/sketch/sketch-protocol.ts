/** What the page and the worker that sketches say to each other: one sketch at a time. */
import type { PaintRequest } from '@product/engine/sketch'

export type SketchRequest = Pick<PaintRequest, 'prompt' | 'negativePrompt' | 'width' | 'height' | 'seed'>

export interface SketchPicture {
  readonly width: number
  readonly height: number
  /** RGBA. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
}

export type SketchQuestion = { readonly request: SketchRequest } | { readonly drawing: unknown }

export type SketchAnswer = { readonly sketch: SketchPicture } | { readonly need: string } | { readonly failure: string }
