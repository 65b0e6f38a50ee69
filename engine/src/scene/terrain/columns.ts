import { type Frame, Label } from '../../core/frame.ts'
import { clamp } from '../../core/scalar.ts'
import type { Sample } from './albedo.ts'

const LONGEST_BLEND = 40
const FAR = 16

/** Fills screen columns from the bottom up, front to back, with partial coverage at the crests. */
export class Columns {
  /** Highest row painted so far in each column, fractional. */
  readonly top: Float32Array
  /** 1 where the ground lies under water. */
  readonly isWater: Uint8Array
  private readonly frame: Frame
  private readonly covered: Float32Array
  private readonly lastR: Float32Array
  private readonly lastG: Float32Array
  private readonly lastB: Float32Array
  private readonly lastWasWet: Uint8Array

  constructor(frame: Frame) {
    this.frame = frame
    this.top = new Float32Array(frame.width).fill(frame.height)
    this.isWater = new Uint8Array(frame.size)
    this.covered = new Float32Array(frame.size)
    this.lastR = new Float32Array(frame.width)
    this.lastG = new Float32Array(frame.width)
    this.lastB = new Float32Array(frame.width)
    this.lastWasWet = new Uint8Array(frame.width)
  }

  /** Dry ground up to row `y`, its colour running from the previous sample's to this one's. */
  raise(x: number, y: number, sample: Sample): void {
    const { frame, covered } = this
    const { width, height, r, g, b } = frame
    const from = this.top[x]!
    const span = Math.max(1e-3, from - y)
    const blends = from < height && this.lastWasWet[x] === 0 && from - y < LONGEST_BLEND
    const startR = blends ? this.lastR[x]! : sample.r
    const startG = blends ? this.lastG[x]! : sample.g
    const startB = blends ? this.lastB[x]! : sample.b
    const label = sample.z > FAR ? Label.far : Label.ground
    const end = Math.max(0, Math.floor(y))
    for (let row = Math.min(height - 1, Math.floor(from)); row >= end; row--) {
      const i = row * width + x
      const before = covered[i]!
      const share = Math.min(Math.min(row + 1, from) - Math.max(row, y), 1 - before)
      if (share <= 0) continue
      const t = clamp((from - row - 0.5) / span)
      r[i]! += (startR + (sample.r - startR) * t - r[i]!) * share
      g[i]! += (startG + (sample.g - startG) * t - g[i]!) * share
      b[i]! += (startB + (sample.b - startB) * t - b[i]!) * share
      covered[i] = before + share
      if (before === 0 || share > 0.5) {
        frame.depth[i] = sample.z
        frame.label[i] = label
      }
    }
    this.remember(x, y, sample, 0)
  }

  /** Water up to row `y`; its colour comes later, from what it reflects. */
  flood(x: number, y: number, sample: Sample): void {
    const { frame, covered } = this
    const from = this.top[x]!
    const end = Math.max(0, Math.floor(y))
    for (let row = Math.min(frame.height - 1, Math.floor(from)); row >= end; row--) {
      const i = row * frame.width + x
      const before = covered[i]!
      const share = Math.min(Math.min(row + 1, from) - Math.max(row, y), 1 - before)
      if (share <= 0) continue
      this.isWater[i] = 1
      covered[i] = before + share
      if (before === 0 || share > 0.5) {
        frame.depth[i] = sample.z
        frame.label[i] = Label.water
      }
    }
    this.remember(x, y, sample, 1)
  }

  private remember(x: number, y: number, sample: Sample, wet: 0 | 1): void {
    this.top[x] = y
    this.lastR[x] = sample.r
    this.lastG[x] = sample.g
    this.lastB[x] = sample.b
    this.lastWasWet[x] = wet
  }
}
