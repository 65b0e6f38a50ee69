// Voxel-space terrain: heights on a perspective grid, painted front to back, lit and fogged.
import type { Frame } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import type { Random } from '../../core/random.ts'
import { clamp } from '../../core/scalar.ts'
import { type Albedo, createAlbedo, createSample, type Sample } from './albedo.ts'
import { Columns } from './columns.ts'
import { createGrid, type Grid } from './grid.ts'
import { createHeightField } from './heights.ts'
import { paintLake } from './lake.ts'
import { FOCAL, type Terrain, type TerrainOptions } from './terrain.ts'

interface Sunlight {
  readonly x: number
  readonly y: number
  readonly z: number
}

interface Pass {
  readonly frame: Frame
  readonly options: TerrainOptions
  readonly grid: Grid
  readonly columns: Columns
  readonly light: Sunlight
  readonly albedo: Albedo
  readonly sample: Sample
  /** Share of direct light reaching each column of the current row. */
  readonly shadow: Float32Array
}

/** Paints the ground below the horizon over the sky already there, and tells where things stand on it. */
export function paintTerrain(frame: Frame, options: TerrainOptions, random: Random): Terrain {
  const noise = new Noise(random.fork(`terrain:${options.kind}`))
  const field = createHeightField(options, noise, random.fork('relief'))
  const grid = createGrid(options.kind, frame, field)
  const columns = new Columns(frame)
  const pass: Pass = {
    frame,
    options,
    grid,
    columns,
    light: lightDirection(frame, options),
    albedo: createAlbedo(options, noise),
    sample: createSample(),
    shadow: new Float32Array(frame.width),
  }
  for (let k = 0; k < grid.depths.length; k++) paintRow(pass, k)
  if (options.water !== null) paintLake(frame, columns.isWater, noise, { ...options, water: options.water })
  const focal = frame.height * FOCAL
  const heightAt = (x: number, z: number) => Math.max(field(x, z), options.water ?? -Infinity)
  return {
    heightAt,
    project: (x, z) => ({
      x: frame.width / 2 + (x / z) * focal,
      y: options.horizon - ((heightAt(x, z) - options.eye) * focal) / z,
      scale: focal / z,
    }),
    focal,
    water: options.water,
  }
}

function lightDirection(frame: Frame, { sun, horizon }: TerrainOptions): Sunlight {
  const x = ((sun.x - frame.width / 2) / frame.width) * 1.8
  const y = Math.max(0.22, ((horizon - sun.y) / frame.height) * 1.2)
  const z = 0.25
  const length = Math.hypot(x, y, z)
  return { x: x / length, y: y / length, z: z / length }
}

function paintRow(pass: Pass, k: number): void {
  const { frame, options, grid, columns, shadow, sample } = pass
  const z = grid.depths[k]!
  const row = k * grid.columns
  const focal = frame.height * FOCAL
  const step = z / focal
  castShadows(pass, k)
  const fog = 1 - Math.exp(-((z * options.fog) ** 1.35))
  const water = options.water ?? -Infinity
  const centre = frame.width / 2
  sample.z = z
  for (let x = 0; x < frame.width; x++) {
    const height = grid.heights[row + x]!
    const isWet = height < water
    const y = options.horizon - (((isWet ? water : height) - options.eye) * focal) / z
    if (y >= columns.top[x]!) continue
    sample.x = (x - centre) * step
    sample.height = height
    if (isWet) {
      columns.flood(x, y, sample)
      continue
    }
    const lambert = slopeTo(pass, k, x) * shadow[x]!
    pass.albedo(sample)
    illuminate(sample, options, clamp(lambert), fog)
    columns.raise(x, y, sample)
  }
}

/** Sweeps the row from the light's side with a falling horizon line. */
function castShadows({ frame, grid, light, shadow }: Pass, k: number): void {
  const { width } = frame
  const z = grid.depths[k]!
  const row = k * width
  const fall = ((light.y / Math.max(0.15, Math.abs(light.x))) * z) / (frame.height * FOCAL)
  const softness = 0.1 + 0.02 * z
  let ridge = -Infinity
  for (let q = 0; q < width; q++) {
    const x = light.x > 0 ? width - 1 - q : q
    const height = grid.heights[row + x]!
    ridge = Math.max(ridge - fall, height)
    shadow[x] = clamp(1 - (ridge - height) / softness)
  }
}

/** Lambert term of the ground at a grid point; leaves the normal's vertical part in the sample. */
function slopeTo({ frame, grid, light, sample }: Pass, k: number, x: number): number {
  const { width } = frame
  const { heights, depths } = grid
  const row = k * width
  const left = x > 2 ? x - 2 : 0
  const right = x < width - 3 ? x + 2 : width - 1
  const focal = frame.height * FOCAL
  const slopeX = (heights[row + right]! - heights[row + left]!) / (((right - left) * sample.z) / focal)
  const after = k + 1 < depths.length ? k + 1 : k
  const before = k > 0 ? k - 1 : 0
  const along = (heights[after * width + x]! - heights[before * width + x]!) / (depths[after]! - depths[before]!)
  // Depth steps run along the ray, not along Z: take out the sideways part.
  const slopeZ = along - (slopeX * (x - width / 2)) / focal
  const inverse = 1 / Math.sqrt(slopeX * slopeX + slopeZ * slopeZ + 1)
  sample.up = inverse
  return (light.y - slopeX * light.x + slopeZ * light.z) * inverse
}

function illuminate(sample: Sample, { colours }: TerrainOptions, lambert: number, fog: number): void {
  const { ambient, direct, haze } = colours
  const soft = 0.42 + 0.38 * sample.up
  const hard = lambert * 1.12
  const thickness = clamp(fog * clamp(1.08 - 0.1 * Math.max(0, sample.height)))
  const red = sample.r * (ambient[0] * soft + direct[0] * hard)
  const green = sample.g * (ambient[1] * soft + direct[1] * hard)
  const blue = sample.b * (ambient[2] * soft + direct[2] * hard)
  sample.r = shoulder(red + (haze[0] - red) * thickness)
  sample.g = shoulder(green + (haze[1] - green) * thickness)
  sample.b = shoulder(blue + (haze[2] - blue) * thickness)
}

const KNEE = 0.78

/** Bends light above the knee below 1: sunlit snow keeps its relief. */
function shoulder(light: number): number {
  if (light <= KNEE) return light
  const over = (light - KNEE) / (1 - KNEE)
  return KNEE + ((1 - KNEE) * over) / (1 + over * 0.85)
}
