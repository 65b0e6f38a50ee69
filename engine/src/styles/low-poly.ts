import type { Rgb } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import type { Random } from '../core/random.ts'
import { fill } from '../core/raster.ts'
import { clamp } from '../core/scalar.ts'
import { blurred } from './filters/channels.ts'
import { triangulate } from './filters/delaunay.ts'
import { flowIndex, flowOf } from './filters/flow.ts'

const POINTS = 1500

/** Where a triangle is sampled, in barycentric shares of its second and third corners. */
const SAMPLES = [
  [1 / 3, 1 / 3],
  [0.6, 0.2],
  [0.2, 0.6],
  [0.2, 0.2],
] as const

/** Flat triangles, smaller where the picture is busy. */
export function foldLowPoly(frame: Frame, random: Random): Frame {
  const soft = blurred(frame, 3)
  const out = soft.clone()
  const points = scatter(frame, random.fork('points'))
  const shades = random.fork('shades')
  const corners = triangulate(points)
  for (let t = 0; t < corners.length; t += 3) {
    const triangle = [0, 1, 2].flatMap((k) => [points[corners[t + k]! * 2]!, points[corners[t + k]! * 2 + 1]!])
    fill(out, [grown(triangle)], meanColour(soft, triangle, 1 + (shades.next() - 0.5) * 0.1))
  }
  return out
}

/** Points along the border, then where the gradient is strong; a coarse grid keeps them apart. */
function scatter(frame: Frame, random: Random): number[] {
  const { width, height } = frame
  const flow = flowOf(frame, random)
  const points: number[] = []
  for (let k = 0; k <= 12; k++) {
    const t = k / 12
    points.push(t * width, -1, t * width, height + 1)
    if (k > 0 && k < 12) points.push(-1, t * height, width + 1, t * height)
  }
  const cell = Math.sqrt((width * height) / POINTS) * 0.55
  const columns = Math.ceil(width / cell)
  const isTaken = new Uint8Array(columns * Math.ceil(height / cell))
  for (let attempt = 0; attempt < POINTS * 40 && points.length / 2 < POINTS; attempt++) {
    const x = random.next() * width
    const y = random.next() * height
    if (random.next() >= 0.03 + flow.strength[flowIndex(flow, x, y)]! * 7) continue
    const at = ((y / cell) | 0) * columns + ((x / cell) | 0)
    if (isTaken[at] === 1) continue
    isTaken[at] = 1
    points.push(x, y)
  }
  return points
}

function meanColour(frame: Frame, triangle: readonly number[], value: number): Rgb {
  const [ax, ay, bx, by, cx, cy] = triangle as [number, number, number, number, number, number]
  let [r, g, b] = [0, 0, 0]
  for (const [u, v] of SAMPLES) {
    const x = clamp(ax + (bx - ax) * u + (cx - ax) * v, 0, frame.width - 1) | 0
    const y = clamp(ay + (by - ay) * u + (cy - ay) * v, 0, frame.height - 1) | 0
    const i = y * frame.width + x
    r += frame.r[i]!
    g += frame.g[i]!
    b += frame.b[i]!
  }
  const share = value / SAMPLES.length
  return [r * share, g * share, b * share]
}

/** A hair larger, so that no seam shows between neighbours. */
function grown(triangle: readonly number[]): number[] {
  const centre = [0, 1].map((k) => (triangle[k]! + triangle[k + 2]! + triangle[k + 4]!) / 3)
  return triangle.map((v, k) => v + (v - centre[k & 1]!) * 0.012 + Math.sign(v - centre[k & 1]!) * 0.4)
}
