// Lights a sprite as the scene is lit. A height field is raised from its coverage, so that a flat drawing becomes a body:
// ambient light from above, direct light by its slope, a rim towards the light, a core shadow away from it.
import { boxBlur } from '../../core/blur.ts'
import type { Rgb } from '../../core/colour.ts'
import type { SceneLight } from '../../core/light.ts'
import { Noise } from '../../core/noise.ts'
import type { Plane } from '../../core/plane.ts'
import { Random } from '../../core/random.ts'
import { clamp } from '../../core/scalar.ts'
import type { Sprite } from './rasterise.ts'

export interface Lighting {
  readonly light: SceneLight
  /** Towards the light, in pixels of any length. */
  readonly towards: readonly [x: number, y: number]
  /** A low sun behind: darker front, brighter rim. */
  readonly isBacklit: boolean
  /** Cut paper: flat tones. */
  readonly isFlat: boolean
  /** Its foot darkens where it stands. */
  readonly stands: boolean
}

/** The relief is smooth: a field of this size on the longer side is fine enough. */
const FIELD = 220

interface Field {
  readonly ratio: number
  readonly alpha: Plane
  readonly heights: Plane
}

export function relight(sprite: Sprite, lighting: Lighting): void {
  const { isFlat, light } = lighting
  if (isFlat) scale(sprite, (k) => light.ambient[k]! + light.direct[k]! * 0.42)
  else shade(sprite, raiseField(sprite), lighting)
}

function scale({ r, g, b }: Sprite, by: (channel: number) => number): void {
  for (const [k, plane] of [r, g, b].entries()) {
    const factor = by(k)
    for (let i = 0; i < plane.length; i++) plane[i] = clamp(plane[i]! * factor)
  }
}

function raiseField(sprite: Sprite): Field {
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
    const round = 0.062 * Math.sqrt(clamp(edge.data[i]!)) + 0.17 * body.data[i]!
    heights[i] = size * (round + 0.02 * (fine.data[i]! - broad.data[i]!))
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

const ELEVATION = 0.75

function shade(sprite: Sprite, field: Field, lighting: Lighting): void {
  const { width, height, alpha } = sprite
  const { ratio } = field
  const grain = new Noise(new Random(7))
  const [lx, ly] = unit(lighting.towards)
  const reach = Math.max(2, FIELD * 0.02)
  const slopes = { x: 0, y: 0, rim: 0, core: 0, foot: 1, grain: 1 }
  const footTop = height * 0.84
  const scaleGrain = 26 / Math.max(width, height)
  for (let y = 0; y < height; y++) {
    const fy = y / ratio
    slopes.foot = lighting.stands ? 1 - 0.34 * clamp((y - footTop) / (height - footTop)) : 1
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (alpha[i]! < 0.004) continue
      const fx = x / ratio
      slopes.x = (sample(field.heights, fx + 1, fy) - sample(field.heights, fx - 1, fy)) / 2
      slopes.y = (sample(field.heights, fx, fy + 1) - sample(field.heights, fx, fy - 1)) / 2
      slopes.rim = 1 - sample(field.alpha, fx + lx * reach, fy + ly * reach)
      slopes.core = 1 - sample(field.alpha, fx - lx * reach * 2.2, fy - ly * reach * 2.2)
      slopes.grain = 1 + 0.13 * grain.fbm(x * scaleGrain, y * scaleGrain, 3)
      shadePixel(sprite, i, slopes, { lighting, lx, ly })
    }
  }
}

function unit([x, y]: readonly [number, number]): readonly [number, number] {
  const length = Math.hypot(x, y) || 1
  return [x / length, y / length]
}

interface Slopes {
  readonly x: number
  readonly y: number
  readonly rim: number
  readonly core: number
  readonly foot: number
  readonly grain: number
}

/** Share of grey in the flat fills: paint is never as pure as a drawing's colours. */
const MUTED = 0.12

/** How much of the scene's haze colours what stands in it. */
const HARMONY = 0.13

function shadePixel(
  { r, g, b }: Sprite,
  i: number,
  slopes: Slopes,
  { lighting, lx, ly }: { lighting: Lighting; lx: number; ly: number },
): void {
  const { light, isBacklit } = lighting
  const steep = 1 / Math.hypot(slopes.x, slopes.y, 1)
  const facing = clamp(((-slopes.x * lx - slopes.y * ly + ELEVATION) * steep) / 1.25)
  const up = 0.64 + 0.36 * clamp(0.5 + 0.5 * slopes.y * steep)
  const exposure = isBacklit ? 0.2 + 0.45 * facing : 0.12 + 0.7 * facing
  const rim = clamp(slopes.rim * 1.5 - 0.35) * (isBacklit ? 0.75 : 0.32)
  const dim = (1 - clamp(slopes.core * 1.3 - 0.2) * 0.3) * slopes.foot * slopes.grain
  const luminance = 0.3 * r[i]! + 0.59 * g[i]! + 0.11 * b[i]!
  const air = HARMONY * (0.3 + 0.9 * luminance) * 0.75
  const channel = (pure: number, k: 0 | 1 | 2) => {
    const own = pure + (luminance - pure) * MUTED
    const base = own * (light.ambient[k] * up * 1.06 + light.direct[k] * exposure) * dim
    const edged = base + (light.direct[k] * (0.35 + 0.65 * own) - base) * rim
    return clamp(edged * (1 - HARMONY) + light.haze[k] * air)
  }
  r[i] = channel(r[i]!, 0)
  g[i] = channel(g[i]!, 1)
  b[i] = channel(b[i]!, 2)
}

/** Mixes the colour of distance into a whole sprite. */
export function veil({ r, g, b }: Sprite, haze: Rgb, share: number): void {
  if (share <= 0) return
  for (const [k, plane] of [r, g, b].entries())
    for (let i = 0; i < plane.length; i++) plane[i] = plane[i]! + (haze[k]! - plane[i]!) * share
}
