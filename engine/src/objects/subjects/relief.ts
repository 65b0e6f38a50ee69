/** A height field raised from a sprite's coverage, and what light does on it. */
import { boxBlur } from '../../core/blur.ts'
import { Noise } from '../../core/noise.ts'
import type { Plane } from '../../core/plane.ts'
import { Random } from '../../core/random.ts'
import { clamp, smoothstep } from '../../core/scalar.ts'
import type { Lighting } from './lighting.ts'
import type { Sprite } from './rasterise.ts'

/** The relief is smooth: a field of this size on the longer side is fine enough. */
const FIELD = 220

export interface Field {
  readonly ratio: number
  readonly alpha: Plane
  readonly heights: Plane
}

export function raiseField(sprite: Sprite): Field {
  const longest = Math.max(sprite.width, sprite.height)
  const ratio = Math.max(1, longest / FIELD)
  const width = Math.ceil(sprite.width / ratio)
  const height = Math.ceil(sprite.height / ratio)
  const raw = new Float32Array(width * height)
  const grey = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i =
        Math.min(sprite.height - 1, (y * ratio) | 0) * sprite.width + Math.min(sprite.width - 1, (x * ratio) | 0)
      const a = sprite.alpha[i]!
      raw[y * width + x] = a
      grey[y * width + x] = a * (0.3 * sprite.r[i]! + 0.59 * sprite.g[i]! + 0.11 * sprite.b[i]!)
    }
  }
  const size = longest / ratio
  const plane = (data: Float32Array): Plane => ({ width, height, data })
  const edge = boxBlur(plane(raw), size * 0.032)
  const body = boxBlur(plane(raw), size * 0.1)
  const fine = boxBlur(plane(grey), 1, 1)
  const broad = boxBlur(plane(grey), size * 0.03)
  const heights = new Float32Array(width * height)
  for (let i = 0; i < heights.length; i++) {
    const round = 0.03 * Math.sqrt(clamp(edge.data[i]!)) + 0.16 * body.data[i]!
    heights[i] = size * (round + 0.016 * (fine.data[i]! - broad.data[i]!))
  }
  return { ratio, alpha: edge, heights: boxBlur(plane(heights), 1, 1) }
}

function sample({ data, width, height }: Plane, x: number, y: number): number {
  const cx = clamp(x, 0, width - 1.001)
  const cy = clamp(y, 0, height - 1.001)
  const x0 = cx | 0
  const y0 = cy | 0
  const fx = cx - x0
  const fy = cy - y0
  const i = y0 * width + x0
  const right = x0 + 1 < width ? 1 : 0
  const below = y0 + 1 < height ? width : 0
  const upper = data[i]! + (data[i + right]! - data[i]!) * fx
  const lower = data[i + below]! + (data[i + below + right]! - data[i + below]!) * fx
  return upper + (lower - upper) * fy
}

/** The same where the place is one of the field's own. */
function valueAt(plane: Plane, x: number, y: number): number {
  const { data, width, height } = plane
  return x >= 0 && y >= 0 && x < width - 1 && y < height - 1 ? data[y * width + x]! : sample(plane, x, y)
}

const grains = new Map<number, Float64Array>()

/** Where the paint lies thick and thin on a square field; nearly all subjects have the same. */
function grainOver(side: number): Float64Array {
  const known = grains.get(side)
  if (known) return known
  const noise = new Noise(new Random(7))
  const pitch = 26 / side
  const field = new Float64Array(side * side)
  for (let y = 0, i = 0; y < side; y++)
    for (let x = 0; x < side; x++, i++) field[i] = noise.fbm(x * pitch, y * pitch, 3)
  if (side >= FIELD) grains.set(side, field)
  return field
}

/** What light does at a place of the relief, field by field. */
interface Shading {
  readonly ratio: number
  readonly width: number
  readonly height: number
  readonly facing: Float32Array
  readonly up: Float32Array
  readonly rim: Float32Array
  readonly core: Float32Array
  readonly grain: Float32Array
}

/** The relief is smooth, and so is its light: it is worked out on the field, and read in between. */
export function lightField({ ratio, alpha, heights }: Field, { towards, isBacklit }: Lighting): Shading {
  const { width, height } = alpha
  const plane = () => new Float32Array(width * height)
  const shading: Shading = {
    ratio,
    width,
    height,
    facing: plane(),
    up: plane(),
    rim: plane(),
    core: plane(),
    grain: plane(),
  }
  const [lx, ly] = unit(towards)
  const side = Math.max(width, height)
  const grain = grainOver(side)
  const reach = FIELD * 0.02
  const deep = FIELD * 0.1
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const dx = (valueAt(heights, x + 1, y) - valueAt(heights, x - 1, y)) / 2
      const dy = (valueAt(heights, x, y + 1) - valueAt(heights, x, y - 1)) / 2
      const steep = 1 / Math.hypot(dx, dy, 1)
      const ragged = grain[y * side + x]!
      shading.facing[i] = clamp(((-dx * lx - dy * ly + ELEVATION) * steep) / 1.25)
      shading.up[i] = 0.64 + 0.36 * clamp(0.5 + 0.5 * dy * steep)
      shading.rim[i] =
        smoothstep(0.32, 0.7, 1 - sample(alpha, x + lx * reach, y + ly * reach) + 0.16 * ragged) *
        (isBacklit ? 0.75 : 0.36)
      shading.core[i] =
        smoothstep(0.3, 0.58, 1 - sample(alpha, x - lx * deep, y - ly * deep * 0.6) + 0.16 * ragged) *
        (isBacklit ? 0.6 : 0.85)
      shading.grain[i] = ragged
    }
  }
  return shading
}

const ELEVATION = 0.75

export function unit([x, y]: readonly [number, number]): readonly [number, number] {
  const length = Math.hypot(x, y) || 1
  return [x / length, y / length]
}
