/** What the page and the worker that sketches say to each other: one sketch at a time. */
import type { FetchDrawing, PaintRequest } from '@product/engine/sketch'

export type SketchRequest = Pick<PaintRequest, 'prompt' | 'negativePrompt' | 'width' | 'height' | 'seed'>

export type Drawing = Awaited<ReturnType<FetchDrawing>>

export interface SketchPicture {
  readonly width: number
  readonly height: number
  /** RGBA. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
}

export type SketchQuestion = { readonly request: SketchRequest } | { readonly drawing: Drawing | null }

export type SketchAnswer = { readonly sketch: SketchPicture } | { readonly need: string } | { readonly failure: string }
