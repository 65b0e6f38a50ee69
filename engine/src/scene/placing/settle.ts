// What makes a subject part of its scene: what lies behind it recedes, the ground closes over its foot, grass grows before it.
import { boxBlur } from '../../core/blur.ts'
import type { Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import type { Random } from '../../core/random.ts'
import { fill } from '../../core/raster.ts'
import { resize } from '../../core/resize.ts'
import { clamp, smoothstep } from '../../core/scalar.ts'
import type { Environment } from '../../prompt/spec.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import type { Scene } from '../scene.ts'
import type { Standing } from './related.ts'

/** In pixels of a picture of 1024. */
const SOFT = 3.4
/** Share of the air's colour on what is far behind. */
const VEIL = 0.2

/** What is farther than the subjects is softer and paler, the more the farther it is. */
export function recede({ frame, light, horizon, terrain }: Scene, standings: readonly Standing[]): void {
  const feet = standings.filter(({ stance }) => stance === 'ground' || stance === 'table').map(({ foot }) => foot)
  if (feet.length === 0) return
  const front = terrain ? Math.min(12, depthUnder(frame, Math.max(...feet))) : 3
  const distance = standingDepths(frame)
  const share = new Float32Array(frame.size)
  const [near, far] = [front * 1.15, front * 4.5]
  let end = 0
  for (let y = 0, i = 0; y < frame.height; y++) {
    const most = y < horizon ? 1 : 0.9
    for (let x = 0; x < frame.width; x++, i++) {
      const depth = distance[i]!
      if (depth <= near) continue
      share[i] = depth > OPEN ? 0.55 : smoothstep(near, far, depth) * most
      end = i + 1
    }
  }
  for (const [k, channel] of [frame.r, frame.g, frame.b].entries()) {
    const soft = softened(frame, channel)
    const haze = light.haze[k]!
    for (let i = 0; i < end; i++) {
      const t = share[i]!
      if (t === 0) continue
      const value = channel[i]! + (soft[i]! - channel[i]!) * t
      channel[i] = distance[i]! > OPEN ? value : value + (haze - value) * t * VEIL
    }
  }
}

/** What rises from the ground is all as far away as its foot, and not as what is behind it: a trunk has no seam at the horizon. */
function standingDepths({ width, height, depth, label }: Frame): Float32Array {
  const distance = depth.slice()
  for (let i = width * (height - 1) - 1; i >= 0; i--) {
    const rises = label[i] === Label.plant || label[i] === Label.building
    if (rises && distance[i + width]! < distance[i]!) distance[i] = distance[i + width]!
  }
  return distance
}

/** The sky has no depth. */
const OPEN = 1e5
/** A blur this wide shows no more at full size. */
const COARSE = 3

function softened({ width, height, unit }: Frame, data: Float32Array): Float32Array {
  const radius = SOFT * unit
  if (radius < COARSE) return boxBlur({ width, height, data }, radius).data
  const small = resize({ width, height, data }, Math.ceil(width / COARSE), Math.ceil(height / COARSE))
  return resize(boxBlur(small, radius / COARSE), width, height).data
}

function depthUnder(frame: Frame, foot: number): number {
  const row = clamp(Math.round(foot), 0, frame.height - 1)
  const depths = [0.2, 0.5, 0.8].map((share) => frame.depth[row * frame.width + ((frame.width * share) | 0)]!)
  return Math.max(1.2, Math.min(...depths))
}

/** The ground before a subject was set on it, to be laid back over its foot. */
export interface Soil {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly r: Float32Array
  readonly g: Float32Array
  readonly b: Float32Array
}

const HARD: ReadonlySet<Environment> = new Set([
  'table',
  'interior',
  'stage',
  'street',
  'stadium',
  'city',
  'paris',
  'orient',
  'subject',
  'market',
])

export function soilUnder(scene: Scene, { x, foot, breadth, height, stance }: Standing): Soil | null {
  const { frame, spec, isFlat } = scene
  if (stance !== 'ground' || isFlat || HARD.has(spec.environment)) return null
  const reach = Math.max(3, height * 0.06)
  const left = Math.max(0, Math.floor(x - breadth * 0.6))
  const right = Math.min(frame.width, Math.ceil(x + breadth * 0.6))
  const top = Math.max(0, Math.floor(foot - reach))
  const bottom = Math.min(frame.height, Math.ceil(foot + reach))
  const width = right - left
  if (width < 4 || bottom - top < 4) return null
  const cut = (channel: Float32Array) => {
    const kept = new Float32Array(width * (bottom - top))
    for (let row = top; row < bottom; row++)
      kept.set(channel.subarray(row * frame.width + left, row * frame.width + right), (row - top) * width)
    return kept
  }
  return { left, top, width, height: bottom - top, r: cut(frame.r), g: cut(frame.g), b: cut(frame.b) }
}

/** A foot sinks a little into sand, earth or grass; what grows there grows before it too. */
export function closeOver(scene: Scene, soil: Soil, standing: Standing, random: Random): void {
  const { frame } = scene
  const { foot, height, breadth } = standing
  const noise = new Noise(random.fork('soil'))
  const deep = height * 0.026
  for (let x = 0; x < soil.width; x++) {
    const u = (soil.left + x) / breadth
    const edge = foot - deep * (0.4 + 0.6 * noise.fbm(u * 9, 1, 3) + 0.3 * noise.at(u * 60, 2))
    for (let y = 0; y < soil.height; y++) {
      const cover = clamp((soil.top + y - edge) / 2)
      if (cover <= 0) continue
      const from = y * soil.width + x
      const at = (soil.top + y) * frame.width + soil.left + x
      if (frame.label[at] !== Label.subject) continue
      const dim = 0.82
      frame.blend(at, [soil.r[from]! * dim, soil.g[from]! * dim, soil.b[from]! * dim], cover)
      frame.label[at] = Label.ground
    }
  }
  growBefore(scene, soil, standing, random.fork('blades'))
}

const BARE: ReadonlySet<Environment> = new Set(['desert', 'ice', 'moon', 'mars', 'beach', 'volcano', 'canyon'])

/** Tufts at the foot, in the colours of the ground they grow from. */
function growBefore({ frame, spec, light }: Scene, soil: Soil, standing: Standing, random: Random): void {
  if (BARE.has(spec.environment)) return
  const { x, foot, breadth, height } = standing
  const isGreen = greenness(soil)
  const isBuilt = SUBJECTS.get(standing.asked.subject)?.family === 'building'
  if (isBuilt && !isGreen) return
  const tufts = Math.round((isGreen ? 22 : 6) * clamp(breadth / (frame.width * 0.3), 0.4, 2.4))
  const blade = Math.min(height * 0.1, frame.height * 0.055) * (isGreen ? 1 : 0.6)
  for (let k = 0; k < tufts; k++) {
    const at = x + breadth * 0.62 * (random.next() * 2 - 1)
    const base = foot + height * (0.012 + 0.03 * random.next())
    const column = clamp(Math.round(at) - soil.left, 0, soil.width - 1)
    const row = clamp(Math.round(base) - soil.top, 0, soil.height - 1)
    const from = row * soil.width + column
    const colour: Rgb = [soil.r[from]!, soil.g[from]!, soil.b[from]!]
    const count = random.integer(4, 8)
    for (let n = 0; n < count; n++) {
      const long = blade * random.range(0.45, 1.15)
      const lean = random.gauss() * long * 0.35
      const wide = Math.max(0.8, long * 0.055)
      const foothold = at + random.gauss() * blade * 0.22
      const tone = random.range(0.62, 1.32)
      const tint: Rgb = [
        clamp(colour[0] * tone + light.direct[0] * 0.02),
        clamp(colour[1] * tone + light.direct[1] * 0.025),
        clamp(colour[2] * tone),
      ]
      const knee = foothold + lean * 0.35
      const outline = [
        foothold - wide,
        base,
        knee - wide * 0.6,
        base - long * 0.55,
        foothold + lean,
        base - long,
        knee + wide * 0.7,
        base - long * 0.55,
        foothold + wide,
        base,
      ]
      fill(frame, [outline], tint, { alpha: 0.94, label: Label.plant })
    }
  }
}

function greenness({ r, g, b }: Soil): boolean {
  let green = 0
  for (let i = 0; i < g.length; i += 7) green += g[i]! > r[i]! * 1.02 && g[i]! > b[i]! * 1.1 ? 1 : 0
  return green > g.length / 7 / 2
}
