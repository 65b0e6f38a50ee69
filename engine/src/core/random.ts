// Repeatable randomness. A fork depends on its name and on the generator's seed only, never on how many numbers were
// drawn before: a stage added in one place moves nothing elsewhere.

/** FNV-1a over UTF-16 code units, finalised as in murmur3. */
export function hashText(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  return finalise(hash)
}

/** A number in [0, 1) for a grid position: detail that must not depend on the size painted (windows, tiles). */
export function hashUnit(seed: number, x: number, y = 0): number {
  const hash = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(x | 0, 0x85ebca77) ^ Math.imul(y | 0, 0xc2b2ae3d)
  return finalise(hash) / 4294967296
}

function finalise(value: number): number {
  let hash = value
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  hash ^= hash >>> 16
  return hash >>> 0
}

/** sfc32. */
export class Random {
  readonly seed: number
  private a: number
  private b = 0x9e3779b9 | 0
  private c = 0x243f6a88 | 0
  private counter = 1

  constructor(seed: number) {
    this.seed = seed >>> 0
    this.a = seed | 0
    for (let i = 0; i < 12; i++) this.next()
  }

  /** [0, 1) */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4294967296
  }

  range(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  /** Both ends included. */
  integer(low: number, high: number): number {
    return Math.floor(this.range(low, high + 1))
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Near-normal, mean 0, standard deviation 0.58, within ±2. */
  gauss(): number {
    return this.next() + this.next() + this.next() + this.next() - 2
  }

  fork(name: string): Random {
    return new Random(hashText(name, this.seed))
  }
}

export function createRandom(text: string, seed: number): Random {
  return new Random(hashText(text, seed))
}
