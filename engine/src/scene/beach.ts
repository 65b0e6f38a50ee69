import { blendRgb, type Rgb } from '../core/colour.ts'
import { type Frame, Label } from '../core/frame.ts'
import { Noise } from '../core/noise.ts'
import type { Random } from '../core/random.ts'
import { clamp, smoothstep } from '../core/scalar.ts'

export interface BeachOptions {
  readonly horizon: number
  /** Middle height of the water's edge, in pixels. */
  readonly edge: number
  /** How much lower the edge is on the right, as a share of the picture's height. */
  readonly tilt: number
  readonly sand: Rgb
  readonly wetSand: Rgb
  readonly foam: Rgb
}

/** Sand over the lower part of a sea: a wandering edge, a wet mirror strip, three lines of foam. */
export function paintBeach(frame: Frame, sky: Frame, options: BeachOptions, random: Random): void {
  const noise = new Noise(random.fork('beach'))
  const { width, height } = frame
  const edges = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const u = x / width
    edges[x] = options.edge + options.tilt * (u - 0.5) * height + height * 0.05 * noise.fbm(u * 2.2 + 4, 1.5, 3)
  }
  for (let y = Math.max(0, Math.floor(options.horizon)); y < height; y++) {
    for (let x = 0; x < width; x++) {
      const roughness = noise.fbm((x / height) * 9, (y / height) * 26, 3) * 0.02
      const inland = (y - edges[x]!) / height + roughness
      if (inland < -0.075) continue
      const i = y * width + x
      if (inland > 0) paintSand(frame, i, inland, { sky, noise, options })
      const foam = foamAt(inland, roughness)
      if (foam < 0.02) continue
      const lace = clamp(0.62 + 0.9 * noise.fbm((x / height) * 34, (y / height) * 70, 3))
      frame.blend(i, options.foam, clamp(foam * lace))
    }
  }
}

interface SandContext {
  readonly sky: Frame
  readonly noise: Noise
  readonly options: BeachOptions
}

function paintSand(frame: Frame, i: number, inland: number, { sky, noise, options }: SandContext): void {
  const { width, height } = frame
  const x = i % width
  const y = (i / width) | 0
  const grain =
    1 + 0.07 * noise.at((x / height) * 60, (y / height) * 120) + 0.06 * noise.at((x / height) * 6, (y / height) * 14)
  const wetness = 1 - smoothstep(0.01, 0.085, inland)
  const colour = blendRgb(options.sand, options.wetSand, wetness)
  const mirror = wetness * 0.35
  const j = (clamp(options.horizon * 2 - y + 40, 0, height - 1) | 0) * width + x
  frame.r[i] = colour[0] * grain + (sky.r[j]! - colour[0] * grain) * mirror
  frame.g[i] = colour[1] * grain + (sky.g[j]! - colour[1] * grain) * mirror
  frame.b[i] = colour[2] * grain + (sky.b[j]! - colour[2] * grain) * mirror
  frame.label[i] = Label.ground
  frame.depth[i] = 2
}

function bell(x: number, width: number): number {
  const t = x / width
  return Math.exp(-t * t)
}

function foamAt(inland: number, roughness: number): number {
  return (
    bell(inland - 0.002, 0.0065) +
    bell(inland + 0.033 + roughness, 0.006) * 0.75 +
    bell(inland + 0.062 - roughness, 0.005) * 0.5
  )
}
