// The bough under a bird that sits: nothing that has its wings folded hangs in the air.
import { mix, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { fill } from '../../../core/raster.ts'
import { drawLeaf } from '../../../objects/trees/leaf.ts'
import type { Scene } from '../../scene.ts'
import type { Standing } from '../related.ts'

const SITTING: ReadonlySet<string> = new Set(['parrot', 'owl', 'bird', 'black-bird', 'bluebird'])

export function drawPerch(scene: Scene, { asked, x, foot, height, stance, isTurned }: Standing): void {
  if (stance !== 'air' || asked.relation || !SITTING.has(asked.subject)) return
  const { frame, light, palette } = scene
  const random = scene.random.fork(`perch:${asked.subject}`)
  const side = isTurned ? -1 : 1
  const bark: Rgb = lit(mix(palette.rock, [0.36, 0.24, 0.15], 0.7), light, 0.4)
  const thick = height * 0.075
  const root = side > 0 ? frame.width * 1.05 : -frame.width * 0.05
  const tip = x - side * height * 0.62
  const upper: number[] = []
  const lower: number[] = []
  const at: (readonly [number, number])[] = []
  for (let step = 0; step <= 16; step++) {
    const t = step / 16
    const px = root + (tip - root) * t
    const py = foot + thick * 0.1 + ((px - x) / frame.width) ** 2 * height * 0.34 + random.gauss() * thick * 0.06
    const half = thick * (0.75 - 0.55 * t)
    at.push([px, py])
    upper.push(px, py - half)
    lower.unshift(py + half)
    lower.unshift(px)
  }
  fill(frame, [[...upper, ...lower]], bark, { label: Label.plant, depth: 3 })
  for (let k = 0; k < 15; k++) {
    const [px, py] = random.pick(at)
    const isUp = random.chance(0.4)
    drawLeaf(
      frame,
      {
        x: px,
        y: py,
        angle: (isUp ? -1 : 1) * (Math.PI / 2) + random.range(-0.9, 0.9),
        length: height * random.range(0.12, 0.22),
        width: height * 0.035,
        leaf: mix(palette.leaf, palette.leafLight, random.next()),
      },
      light,
    )
  }
}
