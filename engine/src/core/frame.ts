import type { Rgb } from './colour.ts'
import { clamp } from './scalar.ts'

/** What a pixel shows. Outlines, reflections, fog and relighting read it. */
export const Label = {
  sky: 0,
  body: 1,
  cloud: 2,
  far: 3,
  ground: 4,
  water: 5,
  plant: 6,
  building: 7,
  subject: 9,
} as const

const SKY_DEPTH = 1e6

/** The canvas: planar channels in gamma-encoded sRGB 0..1, with the distance and the label of every pixel. */
export class Frame {
  readonly width: number
  readonly height: number
  /** width × height */
  readonly size: number
  readonly r: Float32Array
  readonly g: Float32Array
  readonly b: Float32Array
  readonly depth: Float32Array
  readonly label: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.size = width * height
    this.r = new Float32Array(this.size)
    this.g = new Float32Array(this.size)
    this.b = new Float32Array(this.size)
    this.depth = new Float32Array(this.size).fill(SKY_DEPTH)
    this.label = new Uint8Array(this.size)
  }

  /** The unit of drawing: a length of 1 on a 1024-pixel picture. */
  get unit(): number {
    return Math.min(this.width, this.height) / 1024
  }

  get shortSide(): number {
    return Math.min(this.width, this.height)
  }

  blend(i: number, colour: Rgb, alpha: number): void {
    this.r[i]! += (colour[0] - this.r[i]!) * alpha
    this.g[i]! += (colour[1] - this.g[i]!) * alpha
    this.b[i]! += (colour[2] - this.b[i]!) * alpha
  }

  /** Screen blend of `colour × strength`: adds light, never burns out. */
  screen(i: number, colour: Rgb, strength: number): void {
    this.r[i] = 1 - (1 - this.r[i]!) * (1 - clamp(colour[0] * strength))
    this.g[i] = 1 - (1 - this.g[i]!) * (1 - clamp(colour[1] * strength))
    this.b[i] = 1 - (1 - this.b[i]!) * (1 - clamp(colour[2] * strength))
  }

  clone(): Frame {
    const copy = new Frame(this.width, this.height)
    copy.r.set(this.r)
    copy.g.set(this.g)
    copy.b.set(this.b)
    copy.depth.set(this.depth)
    copy.label.set(this.label)
    return copy
  }

  /** Interleaved 8-bit RGB. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(this.size * 3)
    for (let i = 0, at = 0; i < this.size; i++, at += 3) {
      bytes[at] = clamp(this.r[i]!) * 255 + 0.5
      bytes[at + 1] = clamp(this.g[i]!) * 255 + 0.5
      bytes[at + 2] = clamp(this.b[i]!) * 255 + 0.5
    }
    return bytes
  }
}
