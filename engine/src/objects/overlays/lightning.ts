import type { Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { fill, glow } from '../../core/raster.ts'
import { line } from '../../core/shapes.ts'

type Point = readonly [x: number, y: number]

/** Width, colour and strength of each pass over a bolt: halo, glow, core. */
const PASSES: readonly (readonly [width: number, colour: Rgb, alpha: number])[] = [
  [6, [0.75, 0.82, 1], 0.1],
  [2.6, [0.85, 0.9, 1], 0.3],
  [1, [1, 1, 1], 1],
]

/** Two bolts from the top to the horizon, each with four branches. */
export function paintLightning(frame: Frame, { horizon }: { readonly horizon: number }, random: Random): void {
  const end = Math.min(horizon, frame.height * 0.9)
  for (const width of [3.2, 1.9]) {
    const path = fork(frame, end, random)
    drawBolt(frame, path, width * frame.unit)
    for (let k = 0; k < 4; k++) drawBolt(frame, branch(frame, random.pick(path), random), 1.3 * frame.unit)
    const [footX] = path.at(-1)!
    glow(frame, [path[0]![0], 0, frame.shortSide * 0.5], [0.5, 0.58, 0.9], 0.25)
    glow(frame, [footX, end, frame.shortSide * 0.22], [0.75, 0.82, 1], 0.4)
  }
}

function fork({ width, shortSide }: Frame, end: number, random: Random): Point[] {
  let x = width * random.range(0.2, 0.8)
  let y = 0
  const path: Point[] = [[x, y]]
  while (y < end) {
    x += random.gauss() * shortSide * 0.035
    y += shortSide * random.range(0.015, 0.04)
    path.push([x, Math.min(y, end)])
  }
  return path
}

function branch({ shortSide }: Frame, from: Point, random: Random): Point[] {
  const side = random.chance(0.5) ? 1 : -1
  let [x, y] = from
  const path: Point[] = [from]
  for (let k = 0; k < 6; k++) {
    x += side * shortSide * random.range(0.005, 0.035)
    y += shortSide * random.range(0.01, 0.03)
    path.push([x, y])
  }
  return path
}

function drawBolt(frame: Frame, path: readonly Point[], width: number): void {
  for (let k = 0; k + 1 < path.length; k++) {
    const ends = [...path[k]!, ...path[k + 1]!] as const
    for (const [scale, colour, alpha] of PASSES) fill(frame, [line(ends, width * scale)], colour, { alpha })
  }
}
