import type { Random } from './random.ts'
import { clamp } from './scalar.ts'

const GRADIENT_X = new Float32Array(256)
const GRADIENT_Y = new Float32Array(256)
const GOLDEN_ANGLE = 2.399963
for (let i = 0; i < 256; i++) {
  GRADIENT_X[i] = Math.cos(i * GOLDEN_ANGLE) * 1.5
  GRADIENT_Y[i] = Math.sin(i * GOLDEN_ANGLE) * 1.5
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10)
}

function fadeSlope(t: number): number {
  return 30 * t * t * (t * (t - 2) + 1)
}

/** Gradient and value noise over one seeded permutation, repeating every 256 units. */
export class Noise {
  readonly permutation = new Uint8Array(514)
  private readonly values = new Float32Array(256)
  private value = 0
  private slopeX = 0
  private slopeY = 0

  constructor(random: Random) {
    const table = this.permutation
    for (let i = 0; i < 256; i++) {
      table[i] = i
      this.values[i] = random.next() * 2 - 1
    }
    for (let i = 255; i > 0; i--) {
      const j = random.integer(0, i)
      const kept = table[i]!
      table[i] = table[j]!
      table[j] = kept
    }
    for (let i = 0; i < 258; i++) table[i + 256] = table[i & 255]!
  }

  /** Gradient noise, about -1..1. */
  at(x: number, y: number): number {
    const table = this.permutation
    const cellX = Math.floor(x)
    const cellY = Math.floor(y)
    const fx = x - cellX
    const fy = y - cellY
    const u = fade(fx)
    const v = fade(fy)
    const row = cellY & 255
    const left = table[cellX & 255]! + row
    const right = table[(cellX & 255) + 1]! + row
    const g0 = table[left]!
    const g1 = table[right]!
    const g2 = table[left + 1]!
    const g3 = table[right + 1]!
    const n00 = GRADIENT_X[g0]! * fx + GRADIENT_Y[g0]! * fy
    const n10 = GRADIENT_X[g1]! * (fx - 1) + GRADIENT_Y[g1]! * fy
    const n01 = GRADIENT_X[g2]! * fx + GRADIENT_Y[g2]! * (fy - 1)
    const n11 = GRADIENT_X[g3]! * (fx - 1) + GRADIENT_Y[g3]! * (fy - 1)
    const top = n00 + u * (n10 - n00)
    return top + v * (n01 + u * (n11 - n01) - top)
  }

  /** Sum of octaves, each rotated and about doubled in frequency; about -0.6..0.6 at gain 0.5. */
  fbm(x: number, y: number, octaves: number, gain = 0.5): number {
    let amplitude = 0.5
    let sum = 0
    let px = x
    let py = y
    for (let i = 0; i < octaves; i++) {
      sum += amplitude * this.at(px, py)
      const nextX = 1.62 * px - 1.18 * py + 17.1
      py = 1.18 * px + 1.62 * py + 9.2
      px = nextX
      amplitude *= gain
    }
    return sum
  }

  /** Sharp crests, 0..1; each octave is weighted by the one above, so that valleys stay smooth. */
  ridged(x: number, y: number, octaves: number): number {
    let amplitude = 0.5
    let sum = 0
    let weight = 1
    let px = x
    let py = y
    for (let i = 0; i < octaves; i++) {
      const crest = 1 - Math.abs(this.at(px, py))
      sum += amplitude * crest * crest * weight
      weight = clamp(crest * crest * 1.6)
      const nextX = 1.62 * px - 1.18 * py + 17.1
      py = 1.18 * px + 1.62 * py + 9.2
      px = nextX
      amplitude *= 0.5
    }
    return sum
  }

  /** fbm damped by its own slope: relief that looks worn by water. */
  eroded(x: number, y: number, octaves: number): number {
    let amplitude = 0.5
    let sum = 0
    let slopeX = 0
    let slopeY = 0
    let px = x
    let py = y
    for (let i = 0; i < octaves; i++) {
      this.sampleValue(px, py)
      slopeX += this.slopeX
      slopeY += this.slopeY
      sum += (amplitude * this.value) / (1 + slopeX * slopeX + slopeY * slopeY)
      amplitude *= 0.5
      const nextX = 1.6 * px - 1.2 * py
      py = 1.2 * px + 1.6 * py
      px = nextX
    }
    return sum
  }

  /** Value noise with its analytic derivatives, left in the three fields to spare an allocation. */
  private sampleValue(x: number, y: number): void {
    const table = this.permutation
    const values = this.values
    const cellX = Math.floor(x)
    const cellY = Math.floor(y)
    const fx = x - cellX
    const fy = y - cellY
    const u = fade(fx)
    const v = fade(fy)
    const row = cellY & 255
    const left = table[cellX & 255]! + row
    const right = table[(cellX & 255) + 1]! + row
    const a = values[table[left]!]!
    const b = values[table[right]!]!
    const c = values[table[left + 1]!]!
    const d = values[table[right + 1]!]!
    const twist = a - b - c + d
    this.slopeX = fadeSlope(fx) * (b - a + twist * v)
    this.slopeY = fadeSlope(fy) * (c - a + twist * u)
    this.value = a + (b - a) * u + (c - a) * v + twist * u * v
  }
}
