// The one light over the whole picture: it falls through leaves, a window or clouds, over the subject as over all the rest,
// and what it leaves in shade is in shade together.
import { boxBlur } from '../../core/blur.ts'
import type { Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import { createPlane, type Plane } from '../../core/plane.ts'
import type { Random } from '../../core/random.ts'
import { resize } from '../../core/resize.ts'
import { clamp, smoothstep } from '../../core/scalar.ts'
import type { Environment } from '../../prompt/spec.ts'
import type { Scene } from '../scene.ts'

type Fall = 'leaves' | 'clouds' | 'window' | 'side' | 'lamp' | 'spot' | 'none'

const FALLS: Readonly<Partial<Record<Environment, readonly Fall[]>>> = {
  courtyard: ['leaves', 'leaves', 'clouds'],
  garden: ['leaves', 'clouds'],
  village: ['leaves', 'clouds'],
  market: ['leaves', 'clouds'],
  street: ['leaves', 'leaves', 'clouds'],
  city: ['leaves', 'clouds'],
  paris: ['leaves', 'clouds'],
  lake: ['leaves', 'clouds'],
  lagoon: ['leaves', 'clouds'],
  hills: ['clouds', 'leaves'],
  field: ['clouds'],
  savanna: ['clouds'],
  mountain: ['clouds'],
  desert: ['clouds'],
  beach: ['leaves', 'clouds'],
  interior: ['window', 'side', 'lamp', 'side'],
  table: ['window', 'side', 'lamp', 'side'],
  stage: ['spot'],
}

/** The play of light is soft: a field of a sixth of the picture's size shows it. */
const COARSE = 6

/** What shade keeps of each channel: it is colder than the light. */
const SHADE: Rgb = [0.5, 0.56, 0.68]
const INDOOR_SHADE: Rgb = [0.56, 0.56, 0.6]

/** How much the side of the light gains, and the other one loses. */
const WASH = 0.1
const DIM = 0.13

export function playLight(scene: Scene): void {
  const { frame, palette, light } = scene
  if (palette.isNight) return
  const random = scene.random.fork('light-play')
  const falls = isVeiled(scene) ? undefined : FALLS[scene.spec.environment]
  const fall = falls ? random.pick(falls) : 'none'
  const width = Math.ceil(frame.width / COARSE)
  const height = Math.ceil(frame.height / COARSE)
  const shade = createPlane(width, height)
  if (fall !== 'none') SHADES[fall](scene, shade, random)
  const bright = createPlane(width, height)
  wash(scene, bright, shade, { isWashed: !WITHIN.has(fall) })
  const isIndoors = WITHIN.has(fall)
  lay(frame, {
    bright: resize(bright, frame.width, frame.height),
    shade: resize(shade, frame.width, frame.height),
    gain: [light.direct[0] * WASH, light.direct[1] * WASH, light.direct[2] * WASH],
    kept: isIndoors ? INDOOR_SHADE : SHADE,
    isIndoors,
  })
}

const WITHIN: ReadonlySet<Fall> = new Set(['window', 'side', 'lamp', 'spot'])

/** Under an overcast sky nothing casts a shadow. */
function isVeiled({ spec }: Scene): boolean {
  const { weather } = spec
  return ['overcast', 'rain', 'storm', 'mist', 'snow'].some((kind) => weather.has(kind as never))
}

const SHADES: Readonly<Record<Exclude<Fall, 'none'>, (scene: Scene, shade: Plane, random: Random) => void>> = {
  leaves: shadeOfLeaves,
  clouds: shadeOfClouds,
  window: shadeOfRoom,
  side: shadeFromSide,
  lamp: shadeOfLamp,
  spot: shadeOfStage,
}

/** Shade from the side of the light, with rounds of sun in it. */
function shadeOfLeaves(scene: Scene, { width, height, data }: Plane, random: Random): void {
  const noise = new Noise(random)
  const side = scene.light.x > scene.frame.width / 2 ? 1 : -1
  const reach = random.range(0.3, 0.6)
  const k = 1 / Math.min(width, height)
  const depth = random.range(0.4, 0.58)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const u = x * k
      const v = y * k
      const across = side > 0 ? 1 - x / width : x / width
      const under = smoothstep(reach + 0.22, reach - 0.16, across + 0.22 * noise.fbm(u * 2.4, v * 2.4, 2) - 0.12 * v)
      if (under < 0.02) continue
      const sun = smoothstep(
        -0.05,
        0.26,
        noise.at(u * 21 + v * 6, v * 17 + 7) + 0.5 * noise.at(u * 6, v * 6 + 3) - 0.04,
      )
      data[i] = under * (1 - 0.92 * sun) * depth
    }
  }
  data.set(boxBlur({ width, height, data }, Math.max(1, width * 0.008), 1).data)
}

/** The nearest ground lies in shade, and bands of it farther away. */
function shadeOfClouds({ horizon, frame }: Scene, { width, height, data }: Plane, random: Random): void {
  const noise = new Noise(random)
  const top = Math.min(horizon, frame.height * 0.7) / COARSE
  const near = random.range(0.72, 0.86)
  const k = 1 / Math.min(width, height)
  for (let y = 0; y < height; y++) {
    const t = (y - top) / Math.max(1, height - top)
    const z = t > 0.02 ? 1 / (t + 0.06) : 14
    for (let x = 0; x < width; x++) {
      const front = smoothstep(near - 0.08, near + 0.16, t + 0.16 * noise.fbm(x * k * 2.2, y * k * 3, 2))
      const band =
        t > 0.02
          ? smoothstep(0.06, 0.34, noise.fbm((x / width - 0.5) * z * 0.5 + 9, z * 0.55, 2)) *
            0.5 *
            smoothstep(0.04, 0.3, t)
          : 0
      data[y * width + x] = Math.max(front * 0.62, band)
    }
  }
}

/** Panes of light fall aslant over wall, floor and whatever stands in them. */
function shadeOfRoom(scene: Scene, { width, height, data }: Plane, random: Random): void {
  const noise = new Noise(random)
  const side = scene.light.x > scene.frame.width / 2 ? 1 : -1
  const slant = random.range(0.35, 0.6)
  const middle = 0.5 + side * random.range(-0.04, 0.12)
  const half = random.range(0.2, 0.3)
  const most = random.range(0.42, 0.56)
  const soft = 0.025
  for (let y = 0, i = 0; y < height; y++) {
    const v = y / height
    for (let x = 0; x < width; x++, i++) {
      const u = x / width + side * slant * (v - 0.5) + 0.01 * noise.at(x * 0.06, y * 0.06)
      const off = Math.abs(u - middle)
      const rise = v + 0.18 * side * (u - middle)
      const pane =
        smoothstep(half, half - soft, off) * smoothstep(0.06, 0.06 + soft, rise) * smoothstep(1.02, 0.96, rise)
      const bar = Math.max(smoothstep(0.016, 0.008, off), smoothstep(0.016, 0.008, Math.abs(rise - 0.46)))
      data[i] = most * (1 - pane * (1 - 0.75 * bar))
    }
  }
  data.set(boxBlur({ width, height, data }, Math.max(1, width * 0.008), 1).data)
}

/** From a door or a window outside the picture: the far side of the room is dim. */
function shadeFromSide(scene: Scene, { width, height, data }: Plane, random: Random): void {
  const noise = new Noise(random)
  const isRight = scene.light.x > scene.frame.width / 2
  const most = random.range(0.5, 0.7)
  const slope = random.range(-0.15, 0.3)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const far = (isRight ? 1 - x / width : x / width) + slope * (y / height - 0.5)
      data[i] = most * smoothstep(0.35, 1.1, far + 0.12 * noise.fbm(x * 0.03, y * 0.03, 2))
    }
  }
}

/** A pool of light from above, the corners in shade. */
function shadeOfLamp({ frame, light }: Scene, { width, height, data }: Plane, random: Random): void {
  const middle = 0.5 + (light.x > frame.width / 2 ? 1 : -1) * random.range(0.02, 0.14)
  const most = random.range(0.5, 0.68)
  for (let y = 0, i = 0; y < height; y++) {
    const v = y / height
    for (let x = 0; x < width; x++, i++) {
      const far = Math.hypot((x / width - middle) * 1.1, (v - 0.46) * 0.9)
      data[i] = most * smoothstep(0.22, 0.72, far)
    }
  }
}

function shadeOfStage({ frame }: Scene, { width, height, data }: Plane): void {
  const middle = 0.5
  for (let y = 0, i = 0; y < height; y++) {
    const v = (y * COARSE) / frame.height
    const half = 0.1 + 0.27 * v
    for (let x = 0; x < width; x++, i++)
      data[i] = 0.66 * smoothstep(half * 0.8, half * 1.35, Math.abs(x / width - middle))
  }
}

function wash(scene: Scene, bright: Plane, shade: Plane, { isWashed }: { isWashed: boolean }): void {
  const { light, frame } = scene
  const { width, height } = bright
  const x0 = clamp(light.x / frame.width, -0.1, 1.1)
  const y0 = clamp(light.y / frame.height, -0.1, 0.5)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const far = Math.hypot(x / width - x0, y / height - y0) * Math.SQRT1_2
      bright.data[i] = smoothstep(0.75, 0.05, far) * (1 - shade.data[i]!)
      if (isWashed) shade.data[i] = Math.max(shade.data[i]!, DIM * 2 * smoothstep(0.4, 1.05, far))
    }
  }
}

interface Laying {
  readonly bright: Plane
  readonly shade: Plane
  readonly gain: Rgb
  readonly kept: Rgb
  readonly isIndoors: boolean
}

/** The sky is lit by itself, and what is far away by a light of its own. */
const FAR = 16
const OPEN: ReadonlySet<number> = new Set([Label.sky, Label.cloud, Label.body])

/** On a face the play of leaves would be spots. */
function weightOf(code: number, isIndoors: boolean): number {
  if (isIndoors) return code === Label.subject ? 0.5 : 1
  return OPEN.has(code) ? 0.12 : code === Label.subject ? 0.28 : 1
}

function lay({ r, g, b, label, depth, size }: Frame, { bright, shade, gain, kept, isIndoors }: Laying): void {
  const weights = Float32Array.from({ length: 10 }, (_, code) => weightOf(code, isIndoors))
  for (let i = 0; i < size; i++) {
    const glow = bright.data[i]!
    let dim = shade.data[i]! * weights[label[i]!]!
    if (!isIndoors && depth[i]! > FAR) dim *= 0.4
    const red = r[i]!
    const green = g[i]!
    const blue = b[i]!
    r[i] = (red + gain[0] * glow * (1 - red)) * (1 - dim * (1 - kept[0]))
    g[i] = (green + gain[1] * glow * (1 - green)) * (1 - dim * (1 - kept[1]))
    b[i] = (blue + gain[2] * glow * (1 - blue)) * (1 - dim * (1 - kept[2]))
  }
}
