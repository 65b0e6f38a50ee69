// Four rows of buildings, far to near, with haze between them.
import { blendRgb, lighten, type Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { fill } from '../../core/raster.ts'
import { clamp, smoothstep } from '../../core/scalar.ts'
import type { Building, CityKind, CityOptions } from './building.ts'
import { paintNeons } from './neons.ts'
import { paintRoof } from './roofs.ts'
import { paintWindows } from './windows.ts'

const ROWS = 4
const MODERN_SKYLINE = [0.72, 1, 0.78, 0.5]
const OLD_SKYLINE = [1, 0.85, 0.72, 0.62]

export function paintCity(frame: Frame, options: CityOptions, light: SceneLight, random: Random): void {
  for (let row = 0; row < ROWS; row++) {
    const near = row / (ROWS - 1)
    const base = options.base + ((row === ROWS - 1 ? 4 : -2) * frame.height) / 1024
    let x = (-40 * frame.height) / 1024
    for (let k = 0; x < frame.width + 40; k++) {
      const draws = random.fork(`building:${row}:${k}`)
      const building = designBuilding({ frame, options, light, row, near, x, base }, draws)
      paintBuilding(frame, building, options, light)
      paintRoof(frame, building, options, draws)
      paintWindows(frame, building, options, draws)
      if (near > 0.25) paintNeons(frame, building, options, draws)
      x += building.width * draws.range(0.86, 1.18)
    }
    if (row < ROWS - 1) paintHaze(frame, options, base)
  }
}

interface Site {
  readonly frame: Frame
  readonly options: CityOptions
  readonly light: SceneLight
  readonly row: number
  readonly near: number
  readonly x: number
  readonly base: number
}

function designBuilding({ frame, options, light, row, near, x, base }: Site, random: Random): Building {
  const unit = frame.height / 1024
  const isOld = options.kind === 'paris' || options.kind === 'orient'
  const breadth = options.kind === 'paris' ? random.range(70, 130) : random.range(30, 84)
  const width = unit * breadth * (0.55 + 0.6 * near)
  const skyline = 0.35 + 0.65 * (isOld ? OLD_SKYLINE : MODERN_SKYLINE)[row]!
  const offCentre = Math.abs((x + width / 2) / frame.width - 0.5) * 2
  const stature = statureOf(options.kind, random)
  const height = options.tallest * skyline * (1 - 0.55 * offCentre ** 1.6) * stature
  const far = 1 - near
  const tone = random.gauss() * 0.045 - (options.isLit ? 0.05 * near : 0)
  const left = Math.round(x)
  return {
    left,
    right: Math.round(x + width),
    top: Math.round(base - height),
    base,
    width,
    height,
    near,
    far,
    unit,
    wall: blendRgb(lighten(options.wall, tone), options.haze, clamp(0.82 * far * far + 0.1 * far)),
    isLitFromRight: light.x > x,
    seed: random.seed,
  }
}

function statureOf(kind: CityKind, random: Random): number {
  if (kind === 'paris') return random.range(0.3, 0.38)
  if (kind === 'orient') return random.range(0.3, 0.62)
  return random.next() ** 1.5 * 0.78 + 0.22
}

function paintBuilding(frame: Frame, building: Building, options: CityOptions, light: SceneLight): void {
  const { left, right, top, base, width, wall, far, isLitFromRight, unit } = building
  const bright = blendRgb(wall, light.direct, isLitFromRight ? 0.05 : 0)
  const dim = lighten(wall, options.isLit ? -0.03 : -0.07)
  const contrast = options.isLit ? 0.35 : 0.8
  const span = Math.max(30, base - top)
  const ground = options.isLit ? 0.25 : 0.35
  const foot = base + 6 * unit
  const paint = (x: number, y: number): Rgb => {
    const side = clamp((isLitFromRight ? x - left : right - x) / width)
    const down = clamp((y - top) / span)
    const haze = ground * down * down * (0.35 + 0.65 * far)
    return blendRgb(blendRgb(dim, bright, side * contrast), options.haze, haze)
  }
  fill(frame, [[left, top, right, top, right, foot, left, foot]], paint, {
    label: Label.building,
    depth: 10 - building.near * 3,
  })
}

function paintHaze(frame: Frame, options: CityOptions, base: number): void {
  const top = Math.max(0, Math.floor(base - options.tallest * 0.5))
  for (let y = top; y < Math.min(frame.height, base + 4); y++) {
    const alpha = 0.18 * smoothstep(top, base, y)
    for (let x = 0; x < frame.width; x++) frame.blend(y * frame.width + x, options.haze, alpha)
  }
}
