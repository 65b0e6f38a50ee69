import type { Rgb } from '../core/colour.ts'
import { type Frame, Label } from '../core/frame.ts'
import { Noise } from '../core/noise.ts'
import type { Random } from '../core/random.ts'
import { clamp, lerp, smoothstep } from '../core/scalar.ts'

export interface SeaOptions {
  readonly horizon: number
  /** Where the glitter lies, or none. */
  readonly sunX: number | null
  readonly sunColour: Rgb
  readonly deep: Rgb
  readonly shallow: Rgb
  readonly foam: Rgb
  readonly haze: Rgb
  /** 0.5 a river, 1 a breeze, 1.9 a storm. */
  readonly roughness: number
}

interface Swell {
  slope: number
  fine: number
}

/** Open water from the horizon to the bottom: a broken mirror of the sky over the water's own colour. */
export function paintSea(frame: Frame, options: SeaOptions, random: Random): void {
  const noise = new Noise(random.fork('sea'))
  const source = { r: frame.r.slice(), g: frame.g.slice(), b: frame.b.slice(), label: frame.label.slice() }
  const { width, height } = frame
  const swell: Swell = { slope: 0.5, fine: 0.5 }
  const ink: [number, number, number] = [0.5, 0.5, 0.5]
  const unit = height / 1024
  const { sunColour, deep, shallow, haze, horizon } = options
  for (let y = Math.max(0, Math.floor(horizon)); y < height; y++) {
    const below = y - horizon + 0.7
    const z = (1.15 * height) / below
    const near = (y - horizon) / (height - horizon)
    const distance = Math.exp(-below / (height * 0.02)) * 0.55
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      measureSwell(swell, noise, ((x - width / 2) / height) * z, z)
      const slope = swell.slope * options.roughness
      const mirrorY = clamp(horizon - (below * 0.72 + slope * (18 + 190 * near) * unit) - 2, 0, height - 1) | 0
      const j = mirrorY * width + (clamp(x + slope * 40 * near, 0, width - 1) | 0)
      const fresnel = clamp(0.62 - near * 0.32 - slope * 0.5, 0.06, 0.92)
      const depth = clamp(near * 0.9 + slope * 0.22)
      // A mirrored sun disc would be a grey blotch: take its light instead.
      const isBody = source.label[j] === Label.body
      ink[0] = lerp(lerp(deep[0], shallow[0], depth), isBody ? sunColour[0] : source.r[j]!, fresnel)
      ink[1] = lerp(lerp(deep[1], shallow[1], depth), isBody ? sunColour[1] : source.g[j]!, fresnel)
      ink[2] = lerp(lerp(deep[2], shallow[2], depth), isBody ? sunColour[2] : source.b[j]!, fresnel)
      frame.r[i] = lerp(ink[0], haze[0], distance)
      frame.g[i] = lerp(ink[1], haze[1], distance)
      frame.b[i] = lerp(ink[2], haze[2], distance)
      frame.label[i] = Label.water
      frame.depth[i] = z
      addGlitter(frame, i, options, { near, slope })
      addCrest(frame, i, options, { near, slope, fine: swell.fine })
    }
  }
}

// The finer the wave, the sooner distance hides it.
function measureSwell(swell: Swell, noise: Noise, x: number, z: number): void {
  const detail = clamp(1.2 - z / 42)
  const warp = noise.at(x * 0.35, z * 0.5) * 0.8
  const long = noise.at(x * 0.9 + warp, z * 2.1 + warp)
  const middle = noise.at(x * 2.3 + 30 + warp, z * 5.1)
  const short = detail > 0.1 ? noise.at(x * 6.5 + 60, z * 14) : 0
  const ripple = detail > 0.55 ? noise.at(x * 17 + 60, z * 34) : 0
  swell.slope = long * 0.55 + middle * 0.32 + short * 0.2 * detail + ripple * 0.1 * detail
  swell.fine = short + ripple
}

function addGlitter(frame: Frame, i: number, options: SeaOptions, wave: { near: number; slope: number }): void {
  if (options.sunX === null) return
  const offset = ((i % frame.width) - options.sunX) / (frame.width * (0.022 + 0.13 * wave.near))
  if (offset > 2.2 || offset < -2.2) return
  const column = Math.exp(-offset * offset)
  const tilt = wave.slope / Math.max(0.4, options.roughness) + 0.12 + 0.12 * column
  frame.screen(i, options.sunColour, smoothstep(0.1, 0.5, tilt) * column * (0.95 - 0.35 * wave.near))
}

function addCrest(
  frame: Frame,
  i: number,
  options: SeaOptions,
  wave: { near: number; slope: number; fine: number },
): void {
  if (options.roughness <= 0.8) return
  const crest = smoothstep(0.36, 0.62, wave.slope * (0.7 + 0.5 * wave.near)) * smoothstep(0.8, 1.5, options.roughness)
  if (crest > 0.01) frame.blend(i, options.foam, clamp(crest * 0.75 * clamp(0.45 + wave.fine)))
}
