import { boxBlur } from '../core/blur.ts'
import type { Frame } from '../core/frame.ts'
import { Noise } from '../core/noise.ts'
import { createPlane, type Plane } from '../core/plane.ts'
import type { Random } from '../core/random.ts'
import { clamp, smoothstep } from '../core/scalar.ts'
import { fieldOver, lumaOf, Texture } from './filters/channels.ts'
import { kuwahara, restoreLights } from './filters/kuwahara.ts'
import { warp } from './filters/warp.ts'

const PAPER = [0.975, 0.962, 0.93] as const
const BRIGHTENED = 0.17

/** Natural logarithm of 0.03..1, for the absorption of a pigment. */
const LOGARITHM = Float32Array.from({ length: 1025 }, (_, i) => Math.log(Math.max(0.03, i / 1024)))

/**
 * Washes of pigment on paper: simplified shapes, pigment gathered along their borders, granulation in the grain, and an
 * unpainted ragged margin. A density d turns a colour c into c^d (Beer–Lambert).
 */
export function paintWatercolour(frame: Frame, random: Random): Frame {
  const { unit } = frame
  const wet = warp(frame, { reach: 9 * unit, scale: 0.02 / unit }, random)
  const broad = kuwahara(wet, Math.max(2, Math.round(5 * unit)))
  const washes = kuwahara(broad, Math.max(2, Math.round(3 * unit)))
  restoreLights(washes, wet)
  const noise = new Noise(random.fork('watercolour'))
  const luma = lumaOf(washes)
  const borders = bordersOf(luma, unit)
  const pooled = fieldOver(frame, 4, (x, y) => 0.86 + 0.42 * noise.fbm((x / unit) * 0.006, (y / unit) * 0.006, 4))
  const margin = fieldOver(frame, 4, (x, y) => marginAt(frame, noise, x, y))
  const grain = new Texture(
    frame,
    (x, y) =>
      0.6 * noise.at((x * 0.33) / unit, (y * 0.33) / unit) + 0.4 * noise.at((x * 0.71) / unit + 9, (y * 0.71) / unit),
  )
  for (let y = 0, i = 0; y < frame.height; y++) {
    for (let x = 0; x < frame.width; x++, i++) {
      const inside = margin[i]!
      const tooth = grain.at(x, y)
      const rim = smoothstep(0.036, 0.02, inside) * smoothstep(0.004, 0.02, inside) * 0.35
      const light = luma.data[i]!
      const density = pooled[i]! + borders[i]! + rim + tooth * 0.09 * (1.4 - light)
      tintPixel(washes, i, [density * smoothstep(0.006, 0.022, inside), light, 1 + tooth * 0.018])
    }
  }
  return washes
}

function tintPixel(washes: Frame, i: number, [density, light, paper]: readonly [number, number, number]): void {
  washes.r[i] = absorbed(washes.r[i]!, light, density) * PAPER[0] * paper
  washes.g[i] = absorbed(washes.g[i]!, light, density) * PAPER[1] * paper
  washes.b[i] = absorbed(washes.b[i]!, light, density) * PAPER[2] * paper
}

function absorbed(value: number, light: number, density: number): number {
  const vivid = light + (value - light) * 1.22
  const bright = vivid + (1 - vivid) * BRIGHTENED
  return Math.exp(density * LOGARITHM[(clamp(bright) * 1024) | 0]!)
}

/** Where pigment gathers: along edges, and on the dark side of them. */
function bordersOf(luma: Plane, unit: number): Float32Array {
  const { width, height, data } = luma
  const edges = createPlane(width, height)
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++)
      edges.data[i] = Math.abs(data[i + 1]! - data[i - 1]!) + Math.abs(data[i + width]! - data[i - width]!)
  }
  const gathered = boxBlur(edges, Math.max(1, 2 * unit), 1).data
  const around = boxBlur(luma, Math.max(2, 5 * unit)).data
  for (let i = 0; i < data.length; i++) {
    const sunk = Math.max(0, around[i]! - data[i]!)
    gathered[i] = clamp(gathered[i]! * 2 + sunk * 1.6, 0, 0.5) * 0.85
  }
  return gathered
}

/** Distance to the nearest edge of the sheet, made ragged, as a share of its short side. */
function marginAt({ width, height, unit }: Frame, noise: Noise, x: number, y: number): number {
  const toEdge = Math.min(x, width - x, y, height - y) / unit / 1024
  return toEdge + 0.055 * noise.fbm((x / unit) * 0.011 + 40, (y / unit) * 0.011, 5)
}
