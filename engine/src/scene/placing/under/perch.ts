// The bough under a bird that sits: nothing that has its wings folded hangs in the air.
import { mix, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { fill } from '../../../core/raster.ts'
import { drawLeaf } from '../../../objects/trees/leaf.ts'
import type { AskedSubject } from '../../../prompt/asked.ts'
import type { Scene } from '../../scene.ts'
import { times } from '../../scenes/rooms/surface.ts'
import type { Standing } from '../related.ts'

const SITTING: ReadonlySet<string> = new Set(['parrot', 'owl', 'bird', 'black-bird', 'bluebird'])

/** Several on one bough, on a wall, or one on its rock. */
export function onPerch(
  { frame, random }: Scene,
  asked: AskedSubject,
  { index, aspect }: { index: number; aspect: number },
): Standing[] {
  const { width, height } = frame
  const count = Math.min(7, Math.max(1, Math.round(asked.count)))
  const lot = random.fork('perched')
  const isWall = asked.perch === 'wall'
  const most = isWall ? 0.26 : asked.perch === 'rock' ? 0.6 : 0.46
  const room = (width * (asked.perch === 'rock' ? 0.7 : 0.86)) / count / aspect
  const tall = Math.min(height * most * (isWall && count === 1 ? 1.5 : 1), room)
  const side = lot.chance(0.5) ? 1 : -1
  return Array.from({ length: count }, (_, copy): Standing => {
    const apart = copy - (count - 1) / 2
    const own = tall * (count > 1 ? lot.range(0.88, 1.04) : 1)
    const level = isWall ? 0.42 + 0.13 * Math.sin(copy * 2.4 + 0.6) : asked.perch === 'rock' ? 0.8 : 0.72
    return {
      asked,
      index,
      copy,
      x: width * 0.5 + apart * Math.min(tall * aspect * 1.15, (width * 0.86) / count),
      foot: height * level,
      height: own,
      breadth: own * aspect,
      stance: 'air',
      isTurned: (copy % 2 === 1) === side > 0,
      isBehind: false,
    }
  })
}

function isOnBough({ asked, stance, copy }: Standing): boolean {
  if (asked.perch) return asked.perch === 'branch' && copy === 0
  return stance === 'air' && asked.relation === null && SITTING.has(asked.subject)
}

/** A boulder with its light and its dark side, broader than what is on it. */
function drawRock({ frame, light, palette, random }: Scene, { x, foot, breadth }: Standing): void {
  const lot = random.fork('boulder')
  const stone = lit(mix(palette.rock, [0.45, 0.43, 0.42], 0.5), light, 0.42)
  const wide = Math.max(breadth * 0.75, frame.width * 0.2)
  const low = frame.height * 1.02
  const top = foot - frame.height * 0.05
  const sun = light.x > x ? 1 : -1
  const edge: number[] = []
  for (let k = 0; k <= 14; k++) {
    const t = k / 14
    const rise = Math.sin(Math.PI * (0.12 + 0.76 * t)) ** 0.55
    edge.push(x + (t - 0.5) * 2 * wide * 1.1, low - (low - top) * (rise + lot.range(-0.03, 0.03)))
  }
  const outline = [[x - wide * 1.25, low, ...edge, x + wide * 1.25, low]]
  const piece = { label: Label.ground, depth: 3 }
  fill(
    frame,
    outline,
    (px, py) => times(stone, 0.74 + 0.3 * sun * ((px - x) / wide) * 0.6 + 0.3 * (1 - (py - top) / (low - top))),
    piece,
  )
  for (let k = 0; k < 7; k++) {
    const from = [x + lot.range(-0.8, 0.8) * wide, top + (low - top) * lot.range(0.25, 0.8)] as const
    const to = [from[0] + lot.range(-0.2, 0.2) * wide, from[1] + (low - top) * lot.range(0.1, 0.25)] as const
    fill(frame, [[...from, ...to, to[0] + 5 * frame.unit, to[1]]], times(stone, 0.55), piece)
  }
}

export function drawPerch(scene: Scene, standing: Standing): void {
  if (standing.asked.perch === 'rock' && standing.copy === 0) drawRock(scene, standing)
  if (isOnBough(standing)) drawBough(scene, standing)
}

function drawBough(scene: Scene, { asked, x, foot, height, isTurned }: Standing): void {
  const { frame, light, palette } = scene
  const random = scene.random.fork(`perch:${asked.subject}`)
  const side = isTurned ? -1 : 1
  const bark: Rgb = lit(mix(palette.rock, [0.36, 0.24, 0.15], 0.7), light, 0.4)
  const thick = height * 0.075
  const root = side > 0 ? frame.width * 1.05 : -frame.width * 0.05
  const tip = asked.count > 1 ? frame.width * (side > 0 ? 0.06 : 0.94) : x - side * height * 0.62
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
