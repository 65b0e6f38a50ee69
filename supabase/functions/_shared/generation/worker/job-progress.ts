/** How far a job of several pictures is, gathered between two beats. */
import type { EngineProgress } from '../../image-engines/image-engine.ts'
import { sharp } from '../../image-engines/pictures/decoder.ts'
import type { Beat } from '../queue.ts'

/** A data URL of it stays below 8 kB. */
const largestPreview = 6000
const largestSource = 4096 * 4096

export class JobProgress {
  readonly #shares: (number | null)[]
  #stage = 'preparing'
  #preview: Uint8Array | null = null
  #isChanged = false

  /** `done` are positions, from 1. */
  constructor(count: number, done: readonly number[]) {
    this.#shares = Array.from({ length: count }, (_, place) => (done.includes(place + 1) ? 1 : null))
  }

  report(position: number, { share, stage, preview }: EngineProgress): void {
    if (share !== null) this.#shares[position - 1] = Math.min(1, Math.max(0, share))
    this.#stage = stage
    if (preview !== undefined) this.#preview = preview
    this.#isChanged = true
  }

  finish(position: number): void {
    this.#shares[position - 1] = 1
    this.#preview = null
    this.#isChanged = true
  }

  /** What changed since it was asked last; null for nothing. */
  async take(): Promise<Omit<Beat, 'generation_id' | 'attempt'> | null> {
    if (!this.#isChanged) return null
    this.#isChanged = false
    const preview = this.#preview
    this.#preview = null
    const shown = preview && (await toPreview(preview))
    return { stage: this.#stage, progress: this.#share(), ...(shown !== null && { preview: shown }) }
  }

  #share(): number | null {
    if (this.#shares.every((share) => share === null)) return null
    const sum = this.#shares.reduce<number>((total, share) => total + (share ?? 0), 0)
    return sum / this.#shares.length
  }
}

async function toPreview(file: Uint8Array): Promise<string | null> {
  try {
    const small = await sharp(file, { limitInputPixels: largestSource })
      .resize({ width: 192, height: 192, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 50 })
      .toBuffer()
    return small.byteLength > largestPreview ? null : `data:image/webp;base64,${small.toString('base64')}`
  } catch {
    // A preview is a courtesy: a picture that is not there yet fails nothing.
    return null
  }
}
