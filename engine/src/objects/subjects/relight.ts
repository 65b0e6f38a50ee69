// Lights a sprite as the scene is lit. A height field is raised from its coverage, so that a flat drawing becomes a body:
// ambient light from above, direct light by its slope, a rim towards the light, a painted shadow on the side away from it,
// and below, what the ground throws back.
import { boxBlur } from '../../core/blur.ts'
import { mapRgb, type Rgb } from '../../core/colour.ts'
import type { SceneLight } from '../../core/light.ts'
import { Noise } from '../../core/noise.ts'
import type { Plane } from '../../core/plane.ts'
import { Random } from '../../core/random.ts'
import { clamp, smoothstep } from '../../core/scalar.ts'
import { type Matter, strandsOver } from './matter.ts'
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
  /** The colour of what it stands on, which lights it from below. */
  readonly ground: Rgb
  readonly matter: Matter
}

/** The relief is smooth: a field of this size on the longer side is fine enough. */
const FIELD = 220

interface Field {
  readonly ratio: number
  readonly alpha: Plane
  readonly heights: Plane
}

export function relight(sprite: Sprite, scene: Lighting): void {
  const lighting = scene.light.isNight ? { ...scene, light: byLamps(scene.light) } : scene
  const { isFlat, light } = lighting
  if (isFlat) scale(sprite, (k) => light.ambient[k]! + light.direct[k]! * 0.42)
  else shade(sprite, raiseField(sprite), lighting)
}

/** Blue light alone makes brown skin grey: by night what is near has some of a warm lamp. */
function byLamps(light: SceneLight): SceneLight {
  const warmed = (colour: Rgb): Rgb => {
    const level = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]
    return mapRgb(colour, (part, k) => (level + (part - level) * MOONLIT) * LAMP[k])
  }
  return { ...light, ambient: warmed(light.ambient), direct: warmed(light.direct) }
}

const MOONLIT = 0.4
const LAMP: Rgb = [1.2, 1.11, 1.03]

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
function lightField({ ratio, alpha, heights }: Field, { towards, isBacklit }: Lighting): Shading {
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
  const grain = grainOver(Math.max(width, height))
  const side = Math.max(width, height)
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

function shade(sprite: Sprite, field: Field, lighting: Lighting): void {
  const { width, height, alpha } = sprite
  const shading = lightField(field, lighting)
  const { ratio, facing, up, rim, core, grain } = shading
  const here = nowhere()
  const lamps = lampsOf(lighting)
  const strand = strandsOver(sprite)
  const [lx, ly] = unit(lighting.towards)
  const footTop = height * 0.84
  for (let y = 0; y < height; y++) {
    const fy = Math.min(shading.height - 1.001, y / ratio)
    const y0 = fy | 0
    const v = fy - y0
    const below = y0 + 1 < shading.height ? shading.width : 0
    here.foot = lighting.stands ? 1 - 0.34 * clamp((y - footTop) / (height - footTop)) : 1
    here.down = smoothstep(0.45, 1, y / height)
    const rise = (0.5 - y / height) * -ly
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (alpha[i]! < 0.004) continue
      const fx = Math.min(shading.width - 1.001, x / ratio)
      const x0 = fx | 0
      const u = fx - x0
      const at = y0 * shading.width + x0
      const right = x0 + 1 < shading.width ? 1 : 0
      const a = (1 - u) * (1 - v)
      const b = u * (1 - v)
      const c = (1 - u) * v
      const d = u * v
      const [p, q, r] = [at + right, at + below, at + below + right]
      here.facing = facing[at]! * a + facing[p]! * b + facing[q]! * c + facing[r]! * d
      here.up = up[at]! * a + up[p]! * b + up[q]! * c + up[r]! * d
      here.rim = rim[at]! * a + rim[p]! * b + rim[q]! * c + rim[r]! * d
      here.core = core[at]! * a + core[p]! * b + core[q]! * c + core[r]! * d
      here.grain = grain[at]! * a + grain[p]! * b + grain[q]! * c + grain[r]! * d
      here.strand = strand(x, y)
      here.side = clamp(0.5 + lx * (x / width - 0.5) + 0.7 * rise)
      shadePixel(sprite, i, here, lamps)
    }
  }
}

function nowhere(): Place {
  const light = { facing: 0, up: 0, rim: 0, core: 0, grain: 0, strand: 0, foot: 1, down: 0, side: 0 }
  return { ...light, exposure: 0, dim: 0, luminance: 0, air: 0, below: 0, glare: 0 }
}

function unit([x, y]: readonly [number, number]): readonly [number, number] {
  const length = Math.hypot(x, y) || 1
  return [x / length, y / length]
}

/** The light at one pixel. */
interface Place {
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

/** The scene's lights as numbers of one kind: they are read for each pixel. */
interface Lamps {
  readonly ambient: Float64Array
  readonly direct: Float64Array
  readonly haze: Float64Array
  readonly ground: Float64Array
  readonly isBacklit: boolean
  readonly matter: Matter
}

function lampsOf({ light, ground, isBacklit, matter }: Lighting): Lamps {
  const numbers = (colour: Rgb) => Float64Array.from(colour)
  return {
    ambient: numbers(light.ambient),
    direct: numbers(light.direct),
    haze: numbers(light.haze),
    ground: numbers(ground),
    isBacklit,
    matter,
  }
}

function shadePixel({ r, g, b }: Sprite, i: number, here: Place, lamps: Lamps): void {
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

/** Mixes the colour of distance into a whole sprite. */
export function veil({ r, g, b }: Sprite, haze: Rgb, share: number): void {
  if (share <= 0) return
  for (const [k, plane] of [r, g, b].entries())
    for (let i = 0; i < plane.length; i++) plane[i] = plane[i]! + (haze[k]! - plane[i]!) * share
}
