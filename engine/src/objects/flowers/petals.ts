import { lighten, type Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import { lit, type SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { fill } from '../../core/raster.ts'
import { clamp, TAU } from '../../core/scalar.ts'
import { shadesBetween } from '../shades.ts'
import { PLANT } from '../trees/spot.ts'

/** A flower being drawn: its place, and the light that falls on it. */
export interface Bloom {
  readonly frame: Frame
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly colour: Rgb
  /** 1 seen from above, less from the side. */
  readonly tilt: number
  readonly turn: number
  readonly light: SceneLight
  readonly random: Random
}

export interface Ring {
  readonly petals: number
  /** As shares of the radius. */
  readonly length: number
  readonly width: number
  readonly colour: Rgb
  readonly offset?: number
  /** Below 1 the widest part is further out. */
  readonly shape: number
}

interface Petal {
  readonly angle: number
  readonly length: number
  readonly width: number
  readonly shape: number
}

export function drawRing(bloom: Bloom, ring: Ring): void {
  const { radius, light, random, x } = bloom
  const towards = light.x < x ? -1 : 1
  for (let k = 0; k < ring.petals; k++) {
    const angle = bloom.turn + (ring.offset ?? 0) + (k / ring.petals) * TAU + random.gauss() * 0.05
    const length = radius * ring.length * random.range(0.92, 1.08)
    const facing = 0.3 * Math.cos(angle) * towards - 0.2 * Math.sin(angle) * bloom.tilt
    const exposure = clamp(0.55 + facing + random.gauss() * 0.06)
    const dark = lit(lighten(ring.colour, -0.07), light, exposure * 0.75)
    const bright = lit(lighten(ring.colour, 0.06), light, exposure * 1.05)
    drawPetal(bloom, { angle, length, width: radius * ring.width, shape: ring.shape }, shadesBetween(dark, bright))
  }
}

function drawPetal(bloom: Bloom, petal: Petal, shades: readonly Rgb[]): void {
  const { x, y, tilt, frame } = bloom
  const { angle, length, width, shape } = petal
  const alongX = Math.cos(angle)
  const alongY = Math.sin(angle) * tilt
  const acrossX = -Math.sin(angle)
  const acrossY = Math.cos(angle) * tilt
  const outline: number[] = []
  for (let k = 0; k <= 15; k++) {
    const t = (k < 8 ? k : 15 - k) / 7
    const half = (k < 8 ? 1 : -1) * width * Math.max(0, Math.sin(Math.PI * t ** shape)) * (k < 8 ? 1 - 0.1 * t : 1)
    outline.push(x + alongX * length * t + acrossX * half, y + alongY * length * t + acrossY * half)
  }
  const perLength = 1 / (length * (alongX * alongX + alongY * alongY))
  const perWidth = 1 / (width + 1e-3)
  const last = shades.length - 1
  const shadeAt = (px: number, py: number): Rgb => {
    const t = clamp(((px - x) * alongX + (py - y) * alongY) * perLength)
    const across = ((px - x) * acrossX + (py - y) * acrossY) * perWidth
    return shades[Math.round(clamp(t + 0.03 * Math.sin(across * 14)) * last)]!
  }
  fill(frame, [outline], shadeAt, PLANT)
}
