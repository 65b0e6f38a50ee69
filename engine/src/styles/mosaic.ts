import type { Rgb } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import type { Random } from '../core/random.ts'
import { fill } from '../core/raster.ts'
import { clamp } from '../core/scalar.ts'
import { blurred } from './filters/channels.ts'
import { flowIndex, flowOf } from './filters/flow.ts'

const TILE = 15
/** In pixels. */
const SMALLEST = 4
const SATURATION = 1.25

/** Small bevelled tiles, turned a little along the contours, in tinted grout. */
export function layMosaic(frame: Frame, random: Random): Frame {
  const side = Math.max(SMALLEST, TILE * frame.unit)
  const flow = flowOf(frame, random)
  const colours = blurred(frame, side * 0.4)
  const out = grouted(colours)
  const tiles = random.fork('tiles')
  const columns = Math.ceil(frame.width / side) + 1
  const rows = Math.ceil(frame.height / side) + 1
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = (column + (tiles.next() - 0.5) * 0.16) * side
      const y = (row + (tiles.next() - 0.5) * 0.16) * side
      const px = clamp(x, 0, frame.width - 1) | 0
      const py = clamp(y, 0, frame.height - 1) | 0
      const angle = 0.22 * Math.sin(flow.angle[flowIndex(flow, px, py)]! * 2)
      const colour = tileColour(colours, py * frame.width + px, 1 + (tiles.next() - 0.5) * 0.2)
      layTile(out, [x, y, side * 0.455, angle], colour)
    }
  }
  return out
}

function grouted(colours: Frame): Frame {
  const grout = colours.clone()
  for (const channel of [grout.r, grout.g, grout.b])
    for (let i = 0; i < channel.length; i++) channel[i] = channel[i]! * 0.45 + 0.08
  return grout
}

function tileColour({ r, g, b }: Frame, i: number, value: number): Rgb {
  const grey = 0.2126 * r[i]! + 0.7152 * g[i]! + 0.0722 * b[i]!
  const vivid = (v: number) => clamp((grey + (v - grey) * SATURATION) * value)
  return [vivid(r[i]!), vivid(g[i]!), vivid(b[i]!)]
}

function layTile(out: Frame, [x, y, half, angle]: readonly [number, number, number, number], colour: Rgb): void {
  const cos = Math.cos(angle) * half
  const sin = Math.sin(angle) * half
  const outline = [x - cos + sin, y - sin - cos, x + cos + sin, y + sin - cos]
  outline.push(x + cos - sin, y + sin + cos, x - cos - sin, y - sin + cos)
  const perArea = 1 / (half * half)
  const ink: [number, number, number] = [0, 0, 0]
  const bevelled = (px: number, py: number): Rgb => {
    const u = ((px - x) * cos + (py - y) * sin) * perArea
    const v = ((py - y) * cos - (px - x) * sin) * perArea
    const light = Math.abs(u) > 0.74 || Math.abs(v) > 0.74 ? (-u - v) * 0.1 : 0.02
    ink[0] = colour[0] + light
    ink[1] = colour[1] + light
    ink[2] = colour[2] + light
    return ink
  }
  fill(out, [outline], bevelled)
}
