import type { Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import { createPlane } from '../../core/plane.ts'
import type { Random } from '../../core/random.ts'
import { resize } from '../../core/resize.ts'
import { clamp } from '../../core/scalar.ts'

export interface Mist {
  /** The y it lies thickest at, just below. */
  readonly horizon: number
  readonly haze: Rgb
}

const NEAR = 6

/** Drifting bands, thinner over what is close. */
export function paintMist(frame: Frame, { horizon, haze }: Mist, random: Random): void {
  const noise = new Noise(random)
  const low = createPlane(Math.ceil(frame.width / 4), Math.ceil(frame.height / 4))
  const centre = Math.min(horizon, frame.height) / frame.height + 0.04
  for (let y = 0, i = 0; y < low.height; y++) {
    const band = Math.exp(-(((y / low.height - centre) / 0.13) ** 2))
    for (let x = 0; x < low.width; x++, i++) {
      const drift = noise.fbm((x / low.height) * 2.2, (y / low.height) * 7, 4)
      low.data[i] = clamp((0.3 + band * 0.75) * (0.55 + 0.85 * drift)) * 0.62
    }
  }
  const { data } = resize(low, frame.width, frame.height)
  for (let i = 0; i < frame.size; i++) frame.blend(i, haze, data[i]! * (frame.depth[i]! < NEAR ? 0.55 : 1))
}
