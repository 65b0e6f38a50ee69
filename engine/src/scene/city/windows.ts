import { blendRgb, lighten, type Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import { hashUnit, type Random } from '../../core/random.ts'
import type { Building, CityOptions } from './building.ts'

interface Grid {
  readonly width: number
  readonly height: number
  readonly stepX: number
  readonly stepY: number
}

interface Pane {
  readonly colour: Rgb
  readonly alpha: number
}

/** Each window is drawn from (building, column, floor), never from a running draw: any size shows the same lights. */
export function paintWindows(frame: Frame, building: Building, options: CityOptions, random: Random): void {
  if (building.width <= 12) return
  const grid = gridOf(building, options)
  const litShare = options.isLit ? random.range(0.35, 0.72) : 0.1
  const tone = random.pick(options.windowTones)
  const bottom = Math.min(building.base, frame.height) - grid.height
  for (let y = building.top + grid.stepY - grid.height, floor = 0; y < bottom; y += grid.stepY, floor++) {
    for (
      let x = building.left + grid.stepX - grid.width, column = 0;
      x < building.right - grid.width;
      x += grid.stepX, column++
    ) {
      const pane = paneAt(building, options, [column, floor], { litShare, tone })
      if (pane) paintPane(frame, [x, y], grid, pane)
    }
  }
}

function gridOf({ unit, near }: Building, { kind }: CityOptions): Grid {
  const isParis = kind === 'paris'
  const width = Math.max(2, Math.round((isParis ? 8 : 5.2) * unit * (0.55 + 0.7 * near)))
  const height = Math.round(width * (isParis ? 1.7 : 1.25))
  return {
    width,
    height,
    stepX: width + Math.max(2, Math.round(width * 1.1)),
    stepY: height + Math.round(height * (isParis ? 0.9 : 0.8)),
  }
}

function paneAt(
  { seed, far, wall }: Building,
  { isLit, windowTones, sunlight }: CityOptions,
  [column, floor]: readonly [number, number],
  { litShare, tone }: { litShare: number; tone: Rgb },
): Pane | null {
  const shines = hashUnit(seed, column, floor) < litShare
  if (!isLit) {
    if (shines) return { colour: blendRgb(sunlight, [1, 1, 1], 0.4), alpha: 0.6 }
    return { colour: lighten(wall, -0.07), alpha: 0.5 * (1 - 0.6 * far) }
  }
  if (!shines) return null
  const choice = hashUnit(seed ^ 0x51ab, column, floor)
  const own = choice < 0.8 ? tone : windowTones[Math.floor(((choice - 0.8) / 0.2) * windowTones.length)]!
  const brightness = (hashUnit(seed ^ 0x7f3d, column, floor) - 0.5) * 0.14
  return { colour: lighten(own, brightness), alpha: 0.92 * (1 - 0.55 * far) }
}

function paintPane(frame: Frame, [left, top]: readonly [number, number], grid: Grid, { colour, alpha }: Pane): void {
  const bottom = Math.min(frame.height, top + grid.height)
  const right = Math.min(frame.width, left + grid.width)
  for (let y = Math.max(0, top); y < bottom; y++) {
    for (let x = Math.max(0, left); x < right; x++) frame.blend(y * frame.width + x, colour, alpha)
  }
}
