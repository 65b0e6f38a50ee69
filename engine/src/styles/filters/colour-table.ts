import type { Rgb } from '../../core/colour.ts'

const LEVELS = 64

/**
 * Remembers what a colour becomes, at 64 levels per channel: an OKLab search per pixel costs more than a whole filter.
 * `answer` returns `size` numbers.
 */
export class ColourTable {
  private readonly answers: Float32Array
  private readonly isKnown = new Uint8Array(LEVELS ** 3)
  private readonly size: number
  private readonly answer: (colour: Rgb) => readonly number[]

  constructor(size: number, answer: (colour: Rgb) => readonly number[]) {
    this.size = size
    this.answers = new Float32Array(LEVELS ** 3 * size)
    this.answer = answer
  }

  /** Where in `values` the answer for a colour begins. */
  find(r: number, g: number, b: number): number {
    const key = (level(r) * LEVELS + level(g)) * LEVELS + level(b)
    if (this.isKnown[key] === 0) {
      this.answers.set(this.answer([unlevel(level(r)), unlevel(level(g)), unlevel(level(b))]), key * this.size)
      this.isKnown[key] = 1
    }
    return key * this.size
  }

  get values(): Float32Array {
    return this.answers
  }
}

function level(v: number): number {
  return v <= 0 ? 0 : v >= 1 ? LEVELS - 1 : (v * (LEVELS - 1) + 0.5) | 0
}

function unlevel(v: number): number {
  return v / (LEVELS - 1)
}
