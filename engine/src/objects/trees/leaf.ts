import { lighten, type Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import { lit, type SceneLight } from '../../core/light.ts'
import { fill } from '../../core/raster.ts'
import { clamp } from '../../core/scalar.ts'
import { shadesBetween } from '../shades.ts'
import { PLANT } from './spot.ts'

export interface Leaf {
  /** Where it joins the stem. */
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly length: number
  /** Half of the widest part. */
  readonly width: number
  readonly leaf: Rgb
  /** Share of direct light. */
  readonly direct?: number
}

/** One large leaf: a rib, veins, and a lighter upper half. */
export function drawLeaf(frame: Frame, leaf: Leaf, light: SceneLight): void {
  const { x, y, angle, length, width, direct = 0.5 } = leaf
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const bend = 0.18 * length * (cos < 0 ? -1 : 1)
  const dark = lit(lighten(leaf.leaf, -0.04), light, direct * 0.8)
  const bright = lit(lighten(leaf.leaf, 0.07), light, direct * 1.15)
  const shades = shadesBetween(dark, bright)
  const shadeAt = (px: number, py: number): Rgb => {
    const u = ((px - x) * cos + (py - y) * sin) / length
    const v = -(px - x) * sin + (py - y) * cos - bend * u * u
    const rib = Math.abs(v) < width * 0.07 ? 0.35 : 0
    const vein = 0.06 + 0.06 * Math.sin(u * 20 - (Math.abs(v) / width) * 5)
    return shades[Math.round(clamp(v < 0 ? 1 : rib + vein) * (shades.length - 1))]!
  }
  fill(frame, [outlineOf(leaf, bend)], shadeAt, PLANT)
}

function outlineOf({ x, y, angle, length, width }: Leaf, bend: number): number[] {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const upper: number[] = []
  const lower: [number, number][] = []
  for (let i = 0; i <= 12; i++) {
    const t = i / 12
    const half = width * Math.max(0, Math.sin(Math.PI * t ** 0.75)) ** 1.15
    const along = t * length
    const across = bend * t * t
    upper.push(x + along * cos - (across - half) * sin, y + along * sin + (across - half) * cos)
    lower.push([x + along * cos - (across + half) * sin, y + along * sin + (across + half) * cos])
  }
  return [...upper, ...lower.reverse().flat()]
}
