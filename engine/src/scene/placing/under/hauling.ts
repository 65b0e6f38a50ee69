// « six pêcheurs tirent le filet »: all in one row on one rope, leaning away from what they pull.
import { fromHex } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { fill } from '../../../core/raster.ts'
import { clamp } from '../../../core/scalar.ts'
import { ellipse, line } from '../../../core/shapes.ts'
import type { Scene } from '../../scene.ts'
import type { Standing } from '../related.ts'

/** Of the height of who pulls: where the hands are, and how far ahead. */
const HANDS = 0.53
const AHEAD = 0.25
const APART = 0.36
const LOWEST = 0.94
export const LEAN = -0.09

export function isHauling({ asked }: Pick<Standing, 'asked'>): boolean {
  return asked.figure?.pose === 'pulling'
}

function isBoat({ asked }: Standing): boolean {
  return asked.figure?.attribute === 'canoe'
}

/** From the left to the middle; the rope goes on to the right. */
export function hauling({ frame }: Scene, standings: readonly Standing[]): readonly Standing[] {
  const row = standings.filter(isHauling)
  if (row.length === 0) return standings
  const { width, height } = frame
  const room = (width * (row.some(isBoat) ? 0.54 : 0.72)) / (0.5 + APART * (row.length - 1))
  const tall = Math.min(Math.max(...row.map((standing) => standing.height)), room, height * 0.62)
  const foot = Math.min(height * LOWEST, Math.max(...row.map((standing) => standing.foot)))
  return standings.map((standing) => {
    const place = row.indexOf(standing)
    if (place < 0) return standing
    const own = tall * (1 - 0.045 * ((place * 2) % 3))
    const x = width * 0.06 + tall * (0.24 + APART * place)
    const hands = foot - tall * HANDS
    const reach = { far: [x + tall * AHEAD, hands], near: [x + tall * (AHEAD - 0.12), hands] } as const
    const breadth = (standing.breadth / standing.height) * own
    return { ...standing, x, foot, height: own, breadth, isTurned: false, reach }
  })
}

/** The rope in their hands, and the net that comes out of the water. */
export function drawRope(scene: Scene, standings: readonly Standing[]): void {
  const row = standings.filter(isHauling)
  if (row.length === 0) return
  const { frame, light } = scene
  const { width, unit } = frame
  const [foot, tall] = [row[0]!.foot, Math.max(...row.map(({ height }) => height))]
  const y = foot - tall * HANDS
  const [first, last] = [Math.min(...row.map(({ x }) => x)), Math.max(...row.map(({ x }) => x))]
  const hemp = lit(fromHex('#d9c08a'), light, 0.45)
  const piece = { label: Label.subject, depth: 3 }
  const [from, to] = [first + tall * (AHEAD - 0.14), last + tall * AHEAD]
  const isOfBoat = row.some(isBoat)
  const net = { x: clamp(to + tall * 0.42, 0, width * (isOfBoat ? 0.84 : 0.9)), y: foot - tall * 0.03 }
  const rope = (a: readonly [number, number], b: readonly [number, number]) =>
    fill(frame, [line([...a, ...b], 3.4 * unit)], hemp, piece)
  rope([from, y], [to, y])
  rope([from, y], [first - tall * 0.05, foot - tall * 0.02])
  rope([to, y], [net.x, net.y - tall * 0.12])
  if (isOfBoat) drawBow(scene, net, { wide: tall * 0.5, high: tall * 0.34 })
  else drawNet(scene, net, { wide: tall * 0.34, high: tall * 0.2 })
}

/** The rest of it is in the water beyond the edge. */
function drawBow({ frame, light }: Scene, { x, y }: Place, { wide, high }: Heap): void {
  const piece = { label: Label.subject, depth: 3 }
  const [wood, dark, rim] = ['#9a5f35', '#6e4022', '#d9a441'].map((hex) => lit(fromHex(hex), light, 0.45))
  const [bow, end] = [x - wide * 0.5, x + wide * 4]
  const top = y - high * 1.35
  fill(frame, [ellipse([x + wide * 1.4, y + high * 0.1], [wide * 2, high * 0.2], 0, 30)], [0.06, 0.08, 0.1], {
    alpha: 0.4,
  })
  const hull = [
    bow,
    top,
    bow + wide * 0.5,
    y - high * 0.2,
    bow + wide * 1.1,
    y + high * 0.12,
    end,
    y + high * 0.12,
    end,
    y - high * 0.8,
  ]
  fill(frame, [[...hull, bow + wide * 1.2, y - high * 0.84]], wood!, piece)
  fill(
    frame,
    [[bow + wide * 0.5, y - high * 0.2, bow + wide * 1.1, y + high * 0.12, end, y + high * 0.12, end, y - high * 0.14]],
    dark!,
    piece,
  )
  const along = (from: readonly [number, number], to: readonly [number, number]) =>
    fill(frame, [line([...from, ...to], 4 * frame.unit)], rim!, piece)
  along([bow, top], [bow + wide * 1.2, y - high * 0.84])
  along([bow + wide * 1.2, y - high * 0.84], [end, y - high * 0.8])
}

interface Place {
  readonly x: number
  readonly y: number
}

interface Heap {
  readonly wide: number
  readonly high: number
}

function drawNet({ frame, light }: Scene, { x, y }: Place, { wide, high }: Heap): void {
  const colour = lit(fromHex('#3f8f94'), light, 0.45)
  const piece = { label: Label.subject, depth: 3 }
  fill(frame, [ellipse([x, y + high * 0.04], [wide * 1.04, high * 0.2], 0, 30)], [0.06, 0.08, 0.1], { alpha: 0.4 })
  const heap: number[] = []
  for (let k = 0; k <= 24; k++) {
    const angle = Math.PI * (1 + k / 24)
    heap.push(x + wide * Math.cos(angle), y + high * Math.sin(angle) * (0.86 + 0.14 * Math.cos(k * 1.7)))
  }
  fill(frame, [heap], [colour[0] * 0.62, colour[1] * 0.62, colour[2] * 0.66], piece)
  for (let k = -5; k <= 5; k++)
    for (const way of [-1, 1]) {
      const at = (k / 6) * wide
      const top = high * 0.9 * Math.sqrt(Math.max(0, 1 - (at / wide) ** 2))
      const end = clamp(at + way * wide * 0.3, -wide * 0.95, wide * 0.95)
      fill(frame, [line([x + at, y - top, x + end, y], 1.6 * frame.unit)], colour, piece)
    }
  for (let k = 0; k < 6; k++) {
    const at = (k / 5 - 0.5) * 1.7 * wide
    const top = high * Math.sqrt(Math.max(0, 1 - (at / wide) ** 2))
    fill(frame, [ellipse([x + at, y - top], [high * 0.11, high * 0.09], 0, 14)], [0.9, 0.42, 0.2], piece)
  }
}
