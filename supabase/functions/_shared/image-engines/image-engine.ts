/** The one interface behind which every image engine stands. */

export interface ImageOrder {
  readonly prompt: string
  readonly negativePrompt: string | null
  readonly width: number
  readonly height: number
  readonly seed: number
  /** Encoded PNG, JPEG or WebP files, 3 at most. */
  readonly references: readonly Uint8Array[]
}

export interface MadeImage {
  readonly file: Uint8Array
  readonly type: 'image/webp'
  readonly width: number
  readonly height: number
  /** Base64 of the thumbhash: what shows while the picture loads. */
  readonly thumbhash: string
  readonly seed: number
  /** What the engine tells about its work; shown to the person. */
  readonly facts: Readonly<Record<string, unknown>>
}

export interface ImageEngine {
  readonly name: string
  /**
   * @throws {EngineError} when the order cannot be carried out; an aborted signal rejects with its reason
   */
  generate(order: ImageOrder, signal: AbortSignal): Promise<MadeImage>
}

export type EngineProblem = 'reference_type' | 'reference_too_large' | 'engine_busy' | 'engine_failed'

export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly problem: EngineProblem

  constructor(problem: EngineProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}
