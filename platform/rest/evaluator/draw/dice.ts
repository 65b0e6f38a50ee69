/** Choices that fast-check makes, remembers and shrinks: towards the first of a list, towards no. */
import fc, { type GeneratorValue } from 'fast-check'

export class Dice {
  readonly #draw: GeneratorValue

  constructor(draw: GeneratorValue) {
    this.#draw = draw
  }

  /** 0 … max */
  upTo(max: number): number {
    return max <= 0 ? 0 : this.#draw(fc.nat, max)
  }

  chance(percent: number): boolean {
    return this.upTo(99) >= 100 - percent
  }

  pick<T>(list: readonly T[]): T {
    return list[this.upTo(list.length - 1)]!
  }

  /** Different members of the list, in an order of their own. */
  some<T>(list: readonly T[], count: number): T[] {
    const left = [...list]
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.upTo(left.length - 1), 1)[0]!)
  }
}
