/** The light at one pixel. */
import type { Rgb } from '../../core/colour.ts'
import { clamp, smoothstep } from '../../core/scalar.ts'
import type { Lamps } from './lighting.ts'
import type { Sprite } from './rasterise.ts'

export interface Place {
  facing: number
  up: number
  rim: number
  core: number
  /** -1..1 */
  grain: number
  /** -1..1 */
  strand: number
  foot: number
  /** 0 in its upper half, 1 at its foot. */
  down: number
  /** 0 on the side away from the light, 1 on its own, over the whole of it. */
  side: number
  /** What its three channels share. */
  exposure: number
  dim: number
  luminance: number
  air: number
  below: number
  glare: number
}

export function nowhere(): Place {
  const light = { facing: 0, up: 0, rim: 0, core: 0, grain: 0, strand: 0, foot: 1, down: 0, side: 0 }
  return { ...light, exposure: 0, dim: 0, luminance: 0, air: 0, below: 0, glare: 0 }
}

/** How much of the scene's haze colours what stands in it. */
const HARMONY = 0.13

/** Of the side away from the light: it is colder than what the sun warms. */
const SHADE: Rgb = [0.6, 0.64, 0.74]

/** How much of the ground's colour comes back from below. */
const BOUNCE = 0.2

/** By how much its far side is darker. */
const FALLOFF = 0.3

/** Paint is warmer here and colder there. */
const WARMTH = 0.05

export function shadePixel({ r, g, b }: Sprite, i: number, here: Place, lamps: Lamps): void {
  const { isBacklit, matter } = lamps
  const { core, facing, grain } = here
  const plane = planeOf(facing + 0.05 * grain)
  here.exposure = isBacklit ? 0.24 + 0.42 * plane : 0.12 + 0.84 * plane
  here.dim =
    here.foot *
    (1 - FALLOFF * (1 - smoothstep(0.15, 0.7, here.side))) *
    (1 + 0.05 * grain) *
    (1 + matter.streak * here.strand * (0.35 + 0.5 * facing))
  const warm = 1 + WARMTH * grain
  here.luminance = 0.3 * r[i]! + 0.59 * g[i]! + 0.11 * b[i]!
  here.air = HARMONY * (0.3 + 0.9 * here.luminance) * 0.75
  here.below = BOUNCE * here.down * (0.4 + 0.6 * core)
  here.glare = matter.shine === 0 ? 0 : matter.shine * smoothstep(0.74, 0.98, facing + 0.06 * grain) * (1 - core)
  const { luminance } = here
  const { muted } = matter
  r[i] = litChannel((r[i]! + (luminance - r[i]!) * muted) * warm, 0, here, lamps)
  g[i] = litChannel(g[i]! + (luminance - g[i]!) * muted, 1, here, lamps)
  b[i] = litChannel((b[i]! + (luminance - b[i]!) * muted) * (2 - warm), 2, here, lamps)
}

function litChannel(own: number, k: 0 | 1 | 2, here: Place, lamps: Lamps): number {
  const { up, rim, core } = here
  const direct = lamps.direct[k]!
  const shade = 1 - core * (1 - SHADE[k])
  const base = own * (lamps.ambient[k]! * up * 1.06 + direct * here.exposure) * here.dim * shade
  const bounced = base + (lamps.ground[k]! * (0.35 + 0.65 * own) - base) * here.below
  const edged = bounced + (direct * (0.35 + 0.65 * own) - bounced) * rim + direct * here.glare
  return clamp(edged * (1 - HARMONY) + lamps.haze[k]! * here.air)
}

/** Light falls on a body in planes, as a brush lays it: full, half, and little of what is between. */
function planeOf(facing: number): number {
  const planes = 0.34 + 0.3 * smoothstep(0.34, 0.42, facing) + 0.3 * smoothstep(0.6, 0.67, facing)
  return planes * PLANES + facing * (1 - PLANES)
}

const PLANES = 0.72
