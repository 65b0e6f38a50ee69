import { fromHex, type Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { fill } from '../../core/raster.ts'
import { ellipse, line } from '../../core/shapes.ts'
import { faded, PLANT, type Spot } from './spot.ts'

export interface Conifer extends Spot {
  /** Share of the branches that carry snow, 0..1. */
  readonly snow?: number
}

interface Inks {
  dark: Rgb
  bright: Rgb
  trunk: Rgb
  snow: Rgb
}

const SNOW_ALPHA = { label: Label.plant, alpha: 0.88 }
const NEEDLE_ALPHA = { label: Label.plant, alpha: 0.7 }
const LIT_HALF = { label: Label.plant, alpha: 0.75 }

/** Tiers of drooping branches, the half towards the light brighter. */
export function drawConifer(frame: Frame, tree: Conifer, light: SceneLight, random: Random): void {
  const { x, y, height, leaf, fog = 0, snow = 0 } = tree
  const width = height * random.range(0.34, 0.44)
  const tiers = Math.max(4, Math.min(11, Math.round(height / 14)))
  const towards = light.x < x ? -1 : 1
  const inks: Inks = {
    dark: faded(leaf, light, [0.12, fog]),
    bright: faded(leaf, light, [0.62, fog]),
    trunk: faded(fromHex('#402b1f'), light, [0.2, fog]),
    snow: faded([0.93, 0.96, 1], light, [0.75, fog]),
  }
  if (height > 24) fill(frame, [line([x, y, x, y - height * 0.3], height * 0.04)], inks.trunk, PLANT)
  const right = edge(tree, [tiers, width], random)
  const left = edge(tree, [tiers, -width], random)
  fill(frame, [[x, y - height, ...right, ...reversed(left)]], inks.dark, PLANT)
  if (height > 10) {
    const half = [x, y - height, ...(towards > 0 ? right : left), x + towards * width * 0.06, y - height * 0.1]
    fill(frame, [half], inks.bright, LIT_HALF)
  }
  if (height > 30) drawNeedles(frame, { ...tree, width, towards }, inks, random)
  if (snow > 0) drawSnow(frame, { ...tree, width, count: tiers * (5 + height * 0.02) * snow }, inks, random)
}

function edge({ x, y, height }: Spot, [tiers, width]: readonly [number, number], random: Random): number[] {
  const points: number[] = []
  const droop = height * 0.03
  for (let k = 1; k <= tiers; k++) {
    const t = k / tiers
    const tierY = y - height * (1 - t * 0.93)
    const reach = width * 0.5 * t ** 0.85 * random.range(0.85, 1.12)
    points.push(x + reach, tierY + droop * random.range(0.2, 1.2), x + reach * 0.45, tierY - droop * 0.4)
  }
  return points
}

function reversed(points: readonly number[]): number[] {
  const back: number[] = []
  for (let i = points.length - 2; i >= 0; i -= 2) back.push(points[i]!, points[i + 1]!)
  return back
}

type Dressed = Spot & { width: number; towards: number }

function drawNeedles(frame: Frame, { x, y, height, width, towards }: Dressed, inks: Inks, random: Random): void {
  for (let k = 0; k < height * 0.6; k++) {
    const t = random.next() ** 0.7
    const ny = y - height * (1 - t * 0.93)
    const nx = x + random.range(-1, 1) * width * 0.46 * t
    const size = height * random.range(0.016, 0.036) * (0.5 + t)
    const sprig = line([nx - size, ny, nx + size, ny + size * 0.5], size * 0.55, size * 0.2)
    const isLit = random.chance(0.5 + 0.35 * Math.sign((nx - x) * towards))
    fill(frame, [sprig], isLit ? inks.bright : inks.dark, NEEDLE_ALPHA)
  }
}

type Laden = Spot & { width: number; count: number }

function drawSnow(frame: Frame, { x, y, height, width, count }: Laden, inks: Inks, random: Random): void {
  for (let k = 0; k < count; k++) {
    const t = random.next()
    const centre = [x + random.range(-1, 1) * width * 0.44 * t, y - height * (1 - t * 0.9)] as const
    const size = Math.min(height, 150) * random.range(0.02, 0.05) * (0.4 + t)
    fill(frame, [ellipse(centre, [size, size * 0.3], random.gauss() * 0.3, 10)], inks.snow, SNOW_ALPHA)
  }
}
