import { blendRgb, fromHex, type Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { disc, fill } from '../../core/raster.ts'
import { clamp, TAU } from '../../core/scalar.ts'
import { ellipse, line } from '../../core/shapes.ts'
import { faded, PLANT, type Spot } from './spot.ts'

export interface Broadleaf extends Spot {
  readonly leafLight: Rgb
  readonly trunk?: Rgb
  /** Share of the leaves that have fallen, 0..1. */
  readonly bare?: number
}

type Branch = readonly [x: number, y: number, angle: number, length: number, width: number]
type Point = readonly [x: number, y: number]
/** A dab of leaves and its own shade of green, 0..1. */
type Dab = readonly [x: number, y: number, tone: number]

interface Growth {
  readonly frame: Frame
  readonly height: number
  readonly bark: Rgb
  readonly random: Random
  readonly tips: Point[]
}

const LEAVES = { label: Label.plant, alpha: 0.92 }
const BARK = fromHex('#473326')

/** Forked branches, then dabs of leaves laid from the shaded side to the lit one. */
export function drawBroadleaf(frame: Frame, tree: Broadleaf, light: SceneLight, random: Random): void {
  const { x, y, height, trunk = BARK, fog = 0, bare = 0 } = tree
  const growth: Growth = { frame, height, bark: faded(trunk, light, [0.3, fog]), random, tips: [] }
  const forks = height > 220 ? 5 : height > 90 ? 4 : height > 40 ? 3 : 2
  grow(growth, [x, y + 1, -Math.PI / 2 + random.gauss() * 0.08, height * 0.3, height * 0.075], forks)
  if (bare < 1) drawCrown(growth, tree, light)
}

function grow(growth: Growth, [x, y, angle, length, width]: Branch, forks: number): void {
  const { frame, random, tips, height, bark } = growth
  const endX = x + Math.cos(angle) * length
  const endY = y + Math.sin(angle) * length
  fill(frame, [line([x, y, endX, endY], width, width * 0.66)], bark, PLANT)
  if (forks < 3) tips.push([endX, endY])
  if (forks === 0 || length < height * 0.03) return
  const shoots = random.chance(0.35) ? 3 : 2
  for (let k = 0; k < shoots; k++) {
    const turn = (k - (shoots - 1) / 2) * random.range(0.5, 0.85) + random.gauss() * 0.14
    grow(growth, [endX, endY, angle + turn, length * random.range(0.66, 0.82), width * 0.62], forks - 1)
  }
}

function drawCrown({ frame, height, random, tips }: Growth, tree: Broadleaf, light: SceneLight): void {
  const { x, y, leaf, leafLight, fog = 0, bare = 0 } = tree
  const centreY = y - height * 0.66
  const towardsX = light.x - x
  const towardsY = light.y - (y - height * 0.6)
  const distance = Math.hypot(towardsX, towardsY) || 1
  const facing = (dab: Dab) => ((dab[0] - x) * towardsX + (dab[1] - centreY) * towardsY) / distance
  const count = Math.min(1500, Math.max(14, Math.round(height * height * 0.012 + height * 1.2))) * (1 - bare)
  const dabs = scatter(tips, [count, height * 0.125], random)
  const order = (dab: Dab) => facing(dab) * 0.6 + dab[2] * height * 0.14
  dabs.sort((a, b) => order(a) - order(b))
  const size = clamp(height * 0.05, 1.6, 13)
  for (const dab of dabs) {
    const [dx, dy, tone] = dab
    const exposure = clamp(0.38 + (facing(dab) / (height * 0.36)) * 0.36 + (tone - 0.5) * 0.34)
    const colour = faded(blendRgb(leaf, leafLight, tone), light, [exposure, fog])
    const radius = size * (0.55 + 0.8 * tone)
    if (size < 3) disc(frame, [dx, dy, radius], colour, LEAVES)
    else fill(frame, [ellipse([dx, dy], [radius * 1.15, radius * 0.62], tone * 6, 8)], colour, LEAVES)
  }
}

function scatter(tips: readonly Point[], [count, reach]: Point, random: Random): Dab[] {
  const dabs: Dab[] = []
  for (let k = 0; k < count; k++) {
    const [x, y] = random.pick(tips)
    const angle = random.next() * TAU
    const radius = Math.sqrt(random.next()) * reach
    dabs.push([x + Math.cos(angle) * radius * 1.15, y + Math.sin(angle) * radius * 0.9, random.next()])
  }
  return dabs
}
