import type { Frame } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import { Random } from '../../core/random.ts'
import { clamp, smoothstep } from '../../core/scalar.ts'

const LENGTH = 64
const WIDTH = 16
export const BRUSHES = 6

/** One stroke of a loaded brush. Mutable: a painting is a hundred thousand of them. */
export interface Stroke {
  x: number
  y: number
  length: number
  width: number
  angle: number
  r: number
  g: number
  b: number
  alpha: number
  /** Thickness of the paint, 0..1. */
  thickness: number
  /** 0..BRUSHES - 1 */
  brush: number
}

let bristles: readonly Float32Array[] | null = null

/** Alpha of six brush marks, with bristles and ragged ends. One spare row absorbs rounding at the edges. */
function brushes(): readonly Float32Array[] {
  bristles ??= Array.from({ length: BRUSHES }, (_, k) => createBrush(k))
  return bristles
}

function createBrush(index: number): Float32Array {
  const random = new Random(991 + index)
  const noise = new Noise(random)
  const alpha = new Float32Array(LENGTH * (WIDTH + 1) + 1)
  for (let y = 0; y < WIDTH; y++) {
    const bristle = 0.62 + 0.38 * noise.at(y * 0.9, index * 9.1)
    const start = 0.05 + 0.12 * random.next()
    const end = 0.06 + 0.22 * random.next()
    const across = 1 - Math.abs(((y + 0.5) / WIDTH) * 2 - 1) ** 3.2
    for (let x = 0; x < LENGTH; x++) {
      const u = (x + 0.5) / LENGTH
      const load = clamp(0.55 + 0.55 * bristle + 0.3 * noise.at(x * 0.09, y * 0.85 + index * 40))
      alpha[y * LENGTH + x] = clamp(across * smoothstep(0, start, u) * smoothstep(0, end, 1 - u) * load)
    }
  }
  return alpha
}

/** Lays a stroke on the canvas and its thickness on `relief`. */
export function lay(canvas: Frame, relief: Float32Array, stroke: Stroke): void {
  const { x: cx, y: cy, length, width } = stroke
  const cos = Math.cos(stroke.angle)
  const sin = Math.sin(stroke.angle)
  const reachX = (Math.abs(cos) * length + Math.abs(sin) * width) / 2
  const reachY = (Math.abs(sin) * length + Math.abs(cos) * width) / 2
  const left = Math.max(0, Math.floor(cx - reachX))
  const right = Math.min(canvas.width - 1, Math.ceil(cx + reachX))
  const bottom = Math.min(canvas.height - 1, Math.ceil(cy + reachY))
  const du = (cos * LENGTH) / length
  const dv = (-sin * WIDTH) / width
  for (let y = Math.max(0, Math.floor(cy - reachY)); y <= bottom; y++) {
    const u = (((y - cy) * sin - cx * cos + length / 2) * LENGTH) / length
    const v = (((y - cy) * cos + cx * sin + width / 2) * WIDTH) / width
    row.from = left
    row.to = right
    clip(u, du, LENGTH)
    clip(v, dv, WIDTH)
    if (row.from > row.to) continue
    row.u = u + du * row.from
    row.v = v + dv * row.from
    row.du = du
    row.dv = dv
    layRow(canvas, relief, stroke, y * canvas.width)
  }
}

/** The part of one row that a stroke covers, shared to spare an allocation per row. */
const row = { from: 0, to: 0, u: 0, v: 0, du: 0, dv: 0 }

/** Narrows the row to where 0 ≤ start + slope·x < limit. */
function clip(start: number, slope: number, limit: number): void {
  if (slope > -1e-9 && slope < 1e-9) {
    if (start < 0 || start >= limit) row.to = row.from - 1
    return
  }
  const a = -start / slope
  const b = (limit - start) / slope
  row.from = Math.max(row.from, Math.ceil(Math.min(a, b)))
  row.to = Math.min(row.to, Math.ceil(Math.max(a, b)) - 1)
}

function layRow({ r, g, b }: Frame, relief: Float32Array, stroke: Stroke, offset: number): void {
  const mark = brushes()[stroke.brush]!
  const { alpha, thickness, r: red, g: green, b: blue } = stroke
  const { du, dv, to } = row
  let { u, v } = row
  for (let i = offset + row.from; i <= offset + to; i++, u += du, v += dv) {
    const load = mark[(v | 0) * LENGTH + (u | 0)]!
    if (load < 0.04) continue
    const a = load * alpha
    r[i]! += (red - r[i]!) * a
    g[i]! += (green - g[i]!) * a
    b[i]! += (blue - b[i]!) * a
    relief[i]! += (load * thickness - relief[i]!) * a
  }
}
