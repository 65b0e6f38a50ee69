// Plastic tables under the open sky, bottles and plates on them, chairs about.
import { fromHex, fromHexes, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import type { Random } from '../../../core/random.ts'
import { fill } from '../../../core/raster.ts'
import { ellipse, rectangle } from '../../../core/shapes.ts'
import { stretchOf } from '../../gathering.ts'
import type { Scene } from '../../scene.ts'
import { times } from './surface.ts'

const THING = { label: Label.building, depth: 5 }
const PLASTICS = fromHexes('#d8452f', '#2f6fb8', '#f2f0ea', '#2f8f5c')
const BOTTLES = fromHexes('#3f6a2c', '#7a4a1c', '#c9d2da', '#5a2c14')
const SPOTS = [
  [-2.5, 7.4],
  [0.4, 8],
  [2.6, 7],
  [-1.62, 4.6],
  [1.66, 4.3],
] as const

export function setTables(scene: Scene, random: Random): void {
  const { terrain } = scene
  if (!terrain) return
  const stretch = stretchOf(scene)
  for (const [x, z] of SPOTS) {
    const at = terrain.project(x * stretch, z * stretch)
    const tall = 0.42 * stretch * at.scale
    const colour = lit(random.pick(PLASTICS), scene.light, 0.4)
    for (const side of [-1, 1])
      chair(scene, { x: at.x + side * tall * 1.15, y: at.y - tall * 0.1, tall: tall * 1.15 }, colour)
    table(scene, { x: at.x, y: at.y, tall }, colour, random)
  }
}

interface Place {
  readonly x: number
  readonly y: number
  readonly tall: number
}

function table({ frame, light }: Scene, { x, y, tall }: Place, colour: Rgb, random: Random): void {
  fill(frame, [ellipse([x, y], [tall * 1.1, tall * 0.16], 0, 28)], [0.06, 0.05, 0.07], { alpha: 0.35 })
  for (const side of [-0.72, 0.72])
    fill(frame, [rectangle(x + side * tall - tall * 0.05, y - tall, tall * 0.1, tall)], times(colour, 0.7), THING)
  fill(frame, [ellipse([x, y - tall], [tall, tall * 0.17], 0, 32)], colour, THING)
  for (let k = 0; k < 4; k++) {
    const [at, high] = [x + tall * (k - 1.5) * 0.42, tall * random.range(0.42, 0.62)]
    const glass = lit(random.pick(BOTTLES), light, 0.4)
    fill(frame, [rectangle(at - high * 0.14, y - tall - high * 0.66, high * 0.28, high * 0.66)], glass, THING)
    fill(frame, [rectangle(at - high * 0.05, y - tall - high, high * 0.1, high * 0.4)], lighten(glass, 0.06), THING)
  }
  fill(
    frame,
    [ellipse([x + tall * 0.36, y - tall * 0.97], [tall * 0.26, tall * 0.06], 0, 24)],
    lit(fromHex('#f4f0e6'), light, 0.42),
    THING,
  )
}

function chair({ frame }: Scene, { x, y, tall }: Place, colour: Rgb): void {
  const [wide, seat] = [tall * 0.56, y - tall * 0.46]
  for (const side of [-1, 1])
    fill(
      frame,
      [rectangle(x + side * wide * 0.44 - wide * 0.06, seat, wide * 0.12, tall * 0.46)],
      times(colour, 0.6),
      THING,
    )
  fill(frame, [rectangle(x - wide / 2, y - tall, wide, tall * 0.46)], times(colour, 0.84), THING)
  for (const share of [-0.2, 0.06, 0.32])
    fill(
      frame,
      [rectangle(x + share * wide - wide * 0.06, y - tall * 0.92, wide * 0.06, tall * 0.32)],
      times(colour, 0.55),
      THING,
    )
  fill(frame, [rectangle(x - wide * 0.54, seat, wide * 1.08, tall * 0.09)], times(colour, 1.04), THING)
}
