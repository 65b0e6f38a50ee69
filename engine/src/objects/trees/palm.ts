import { fromHex, lighten } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { fill } from '../../core/raster.ts'
import { clamp } from '../../core/scalar.ts'
import { line } from '../../core/shapes.ts'
import { faded, PLANT, type Spot } from './spot.ts'

const FRONDS = 11
const RINGS = 10
const BARK = fromHex('#57402e')

/** A leaning ringed trunk and eleven toothed fronds. */
export function drawPalm(frame: Frame, tree: Spot, light: SceneLight, random: Random): void {
  const top = drawTrunk(frame, tree, light, random)
  const towards = Math.sign(light.x - tree.x)
  for (let k = 0; k < FRONDS; k++) {
    const angle = -Math.PI * (0.03 + (0.94 * k) / (FRONDS - 1)) + random.gauss() * 0.1
    const length = tree.height * random.range(0.44, 0.58)
    const exposure = clamp(0.3 + 0.35 * Math.cos(angle) * towards)
    fill(frame, [frond(top, angle, length)], faded(tree.leaf, light, [exposure, tree.fog ?? 0]), PLANT)
  }
}

function drawTrunk(frame: Frame, tree: Spot, light: SceneLight, random: Random): readonly [number, number] {
  const { x, y, height, fog = 0 } = tree
  const lean = random.range(-0.22, 0.22) * height
  const dark = faded(BARK, light, [0.35, fog])
  const inks = [lighten(dark, 0.03), dark] as const
  let [fromX, fromY] = [x, y]
  for (let k = 1; k <= RINGS; k++) {
    const t = k / RINGS
    const [toX, toY] = [x + lean * t * t, y - height * t]
    const segment = line([fromX, fromY, toX, toY], height * 0.05 * (1.25 - t * 0.6), height * 0.05 * (1.2 - t * 0.6))
    fill(frame, [segment], inks[k % 2]!, PLANT)
    fromX = toX
    fromY = toY
  }
  return [fromX, fromY]
}

function frond([x, y]: readonly [number, number], angle: number, length: number): number[] {
  const endX = x + Math.cos(angle) * length
  const endY = y + Math.sin(angle) * length * 0.6 + length * 0.34
  const middleX = x + Math.cos(angle) * length * 0.55
  const middleY = y + Math.sin(angle) * length * 0.75
  const upper: number[] = []
  const lower: [number, number][] = []
  for (let k = 0; k <= 16; k++) {
    const t = k / 16
    const m = 1 - t
    const px = m * m * x + 2 * m * t * middleX + t * t * endX
    const py = m * m * y + 2 * m * t * middleY + t * t * endY
    const tooth = Math.sin(Math.min(1, t * 1.15) * Math.PI) * length * 0.12 * (k & 1 ? 1 : 0.5)
    upper.push(px, py - tooth * 0.4)
    lower.push([px, py + tooth])
  }
  return [...upper, ...lower.reverse().flat()]
}
