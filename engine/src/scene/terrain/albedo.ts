// The colour of the ground itself, before light: grass, rock on slopes, snow above its line, sand by the water.
import type { Rgb } from '../../core/colour.ts'
import type { Noise } from '../../core/noise.ts'
import { clamp, lerp, smoothstep } from '../../core/scalar.ts'
import type { TerrainOptions } from './terrain.ts'

/** One point of the ground on its way to a colour; reused from point to point. */
export interface Sample {
  x: number
  z: number
  height: number
  /** Vertical part of the normal: 1 flat, 0 a wall. */
  up: number
  r: number
  g: number
  b: number
}

export function createSample(): Sample {
  return { x: 0.5, z: 0.5, height: 0.5, up: 0.5, r: 0.5, g: 0.5, b: 0.5 }
}

export type Albedo = (sample: Sample) => void

export function createAlbedo(options: TerrainOptions, noise: Noise): Albedo {
  if (options.kind === 'dunes') return duneAlbedo(options, noise)
  if (options.kind === 'canyon') return canyonAlbedo(options, noise)
  if (options.kind === 'moon') return moonAlbedo(options, noise)
  return landAlbedo(options, noise)
}

function setBlend(sample: Sample, from: Rgb, to: Rgb, t: number): void {
  sample.r = lerp(from[0], to[0], t)
  sample.g = lerp(from[1], to[1], t)
  sample.b = lerp(from[2], to[2], t)
}

function blendTowards(sample: Sample, colour: Rgb, t: number): void {
  if (t <= 0) return
  sample.r += (colour[0] - sample.r) * t
  sample.g += (colour[1] - sample.g) * t
  sample.b += (colour[2] - sample.b) * t
}

function duneAlbedo({ colours }: TerrainOptions, noise: Noise): Albedo {
  return (sample) => {
    const shade = 0.5 + 0.12 * noise.at(sample.x * 1.7 + 5, sample.z * 1.7)
    setBlend(sample, colours.sand, colours.rock, shade * 0.35)
  }
}

function canyonAlbedo({ colours }: TerrainOptions, noise: Noise): Albedo {
  return (sample) => {
    const broad = noise.at(sample.x * 1.7 + 5, sample.z * 1.7)
    const fine = noise.at(sample.x * 9, sample.z * 9)
    const strata = 0.5 + 0.5 * Math.sin(sample.height * 7 + broad * 1.2)
    const tone = lerp(0.45 + 0.25 * broad, strata, smoothstep(0.92, 0.6, sample.up))
    setBlend(sample, colours.rock, colours.sand, clamp(tone * 0.8 + fine * 0.14))
  }
}

function moonAlbedo({ colours }: TerrainOptions, noise: Noise): Albedo {
  return (sample) => {
    const broad = noise.at(sample.x * 1.7 + 5, sample.z * 1.7)
    const fine = noise.at(sample.x * 9, sample.z * 9)
    setBlend(sample, colours.rock, colours.sand, clamp(0.5 + broad * 0.3 + fine * 0.12))
  }
}

function landAlbedo(options: TerrainOptions, noise: Noise): Albedo {
  const { colours, rows, snowLine, water, hasLava } = options
  const addRows = rows ? rowAlbedo(rows.colours, rows.frequency, noise) : null
  return (sample) => {
    const broad = noise.at(sample.x * 1.7 + 5, sample.z * 1.7)
    const fine = noise.at(sample.x * 9, sample.z * 9)
    setBlend(sample, colours.grass, colours.grassLight, clamp(0.5 + broad * 0.55 + fine * 0.18))
    addRows?.(sample, broad, fine)
    addRock(sample, colours.rock, fine)
    const isHigh = smoothstep(snowLine, snowLine + 1.1, sample.height + broad * 0.5)
    if (isHigh > 0) {
      const holds = smoothstep(0.3, 0.52, sample.up + fine * 0.08 + 0.02 * (sample.height - snowLine))
      blendTowards(sample, colours.snow, isHigh * holds)
    }
    if (water !== null) blendTowards(sample, colours.sand, 1 - smoothstep(water + 0.02, water + 0.16, sample.height))
    if (hasLava) addLava(sample, noise)
  }
}

function addRock(sample: Sample, rock: Rgb, fine: number): void {
  const steepness = smoothstep(0.8, 0.62, sample.up + fine * 0.07)
  if (steepness <= 0) return
  const grain = 0.85 + fine * 0.2
  sample.r += (rock[0] * grain - sample.r) * steepness
  sample.g += (rock[1] * grain - sample.g) * steepness
  sample.b += (rock[2] * grain - sample.b) * steepness
}

function rowAlbedo([first, second]: readonly [Rgb, Rgb], frequency: number, noise: Noise) {
  return (sample: Sample, broad: number, fine: number): void => {
    const across = Math.sin((sample.x + 0.25 * Math.sin(sample.z * 0.16)) * frequency + broad * 0.3)
    const near = 1 - smoothstep(14, 34, sample.z)
    const planted = smoothstep(-0.15, 0.45, across) * near + (1 - near) * 0.62
    const tone = clamp(0.5 + fine * 0.8 + noise.at(sample.x * 22, sample.z * 22) * 0.5)
    sample.r = lerp(sample.r * 0.75, lerp(first[0], second[0], tone), planted)
    sample.g = lerp(sample.g * 0.75, lerp(first[1], second[1], tone), planted)
    sample.b = lerp(sample.b * 0.75, lerp(first[2], second[2], tone), planted)
  }
}

function addLava(sample: Sample, noise: Noise): void {
  const line = 1 - Math.abs(noise.at(sample.x * 0.9 + 40, sample.z * 0.7)) * 7
  const heat = clamp(line - Math.max(0, 1.2 - sample.height) * 0.5) ** 2 * smoothstep(1, 3, sample.height)
  sample.r += heat * 1.4
  sample.g += heat * 0.45
  sample.b += heat * 0.05
}
