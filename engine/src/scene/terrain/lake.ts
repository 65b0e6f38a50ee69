import type { Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import type { Noise } from '../../core/noise.ts'
import { clamp, lerp, smoothstep } from '../../core/scalar.ts'
import { FOCAL, type TerrainOptions } from './terrain.ts'

type LakeOptions = TerrainOptions & { readonly water: number }

interface Mirror {
  readonly frame: Frame
  readonly isWater: Uint8Array
  readonly horizon: number
  /** Twice the eye's height over the water, in focal pixels: what parallax at a shore depth is divided from. */
  readonly parallax: number
  /** Depth of the shore above each water pixel, or NO_SHORE. */
  readonly shore: Float32Array
}

const NO_SHORE = 1e6
/** Land that lies further than this many times the shore's depth is another bank, behind it. */
const BANK_REACH = 2

/** Still water: a mirror of shore and sky, broken by ripples that grow towards the eye, with the sun's glitter. */
export function paintLake(frame: Frame, isWater: Uint8Array, noise: Noise, options: LakeOptions): void {
  const mirror: Mirror = {
    frame,
    isWater,
    horizon: options.horizon,
    parallax: 2 * (options.eye - options.water) * frame.height * FOCAL,
    shore: shoreDepths(frame, isWater, options.horizon),
  }
  const source = { r: frame.r.slice(), g: frame.g.slice(), b: frame.b.slice() }
  const { ambient, direct } = options.colours
  const deep: Rgb = [ambient[0] * 0.12, ambient[1] * 0.2, ambient[2] * 0.26]
  const { width, height } = frame
  const unit = height / 1024
  for (let y = 0; y < height; y++) {
    const below = Math.max(1, y - options.horizon)
    const z = (options.eye * height * FOCAL) / below
    const swell = clamp((below / height) * 2.2)
    const fresnel = clamp(0.9 - (below / height) * 0.75)
    const glitterWidth = width * (0.03 + (0.12 * below) / height)
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (isWater[i] === 0) continue
      const worldX = ((x - width / 2) / height) * z
      const fine = noise.at(worldX * 2.1, z * 4.2) * 0.6 + noise.at(worldX * 5.5 + 7, z * 11) * 0.4
      const broad = noise.at(worldX * 1.1 + 50, z * 2.6)
      const mirrorY = y - (fine * 26 + broad * 10) * swell * unit
      const column = clamp(x + fine * 7 * swell * unit, 0, width - 1) | 0
      const j = mirrored(mirror, i, column, mirrorY)
      const ripple = 1 + fine * 0.1 * swell
      frame.r[i] = lerp(deep[0], source.r[j]! * 0.94, fresnel) * ripple
      frame.g[i] = lerp(deep[1], source.g[j]! * 0.95, fresnel) * ripple
      frame.b[i] = lerp(deep[2], source.b[j]! * 0.97, fresnel) * ripple
      const offset = (x - options.sun.x) / glitterWidth
      const glitter = Math.exp(-offset * offset)
      if (glitter > 0.03) frame.screen(i, direct, glitter * smoothstep(0.25, 0.75, fine + 0.35 * broad + 0.25) * 0.8)
    }
  }
}

function shoreDepths(frame: Frame, isWater: Uint8Array, horizon: number): Float32Array {
  const { width, height, depth } = frame
  const shore = new Float32Array(frame.size)
  const first = Math.max(1, Math.floor(horizon) - 2)
  for (let x = 0; x < width; x++) {
    let last = NO_SHORE
    let wasWater = 1
    for (let y = first; y < height; y++) {
      const i = y * width + x
      const isWet = isWater[i]!
      if (isWet === 1 && wasWater === 0) last = depth[i - width]!
      wasWater = isWet
      shore[i] = last
    }
  }
  return shore
}

function isLand(frame: Frame, i: number): boolean {
  const label = frame.label[i]!
  return label === Label.far || label === Label.ground
}

// The mirror image of land at depth z lies parallax/z below the mirror image of the sky: mirroring about the local
// shore line instead would show vertical seams.
function mirrored(mirror: Mirror, i: number, column: number, y: number): number {
  const { frame, isWater, horizon, parallax, shore } = mirror
  const { width, height } = frame
  const bottom = height - 1
  const image = 2 * horizon - y
  const shoreDepth = shore[i]!
  if (shoreDepth < NO_SHORE) {
    const land = (clamp(image + parallax / shoreDepth - 1, 0, bottom) | 0) * width + column
    if (isLand(frame, land) && frame.depth[land]! < shoreDepth * BANK_REACH) return land
  }
  let j = (clamp(image, 0, horizon) | 0) * width + column
  if (isLand(frame, j)) {
    j = (clamp(image + parallax / Math.max(10, frame.depth[j]!), 0, bottom) | 0) * width + column
  }
  if (isWater[j] === 0) return j
  return (clamp(horizon - (y - horizon) * 0.5, 0, bottom) | 0) * width + column
}
