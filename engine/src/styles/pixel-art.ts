import { toOklab } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import type { Plane } from '../core/plane.ts'
import { resize } from '../core/resize.ts'
import { clamp } from '../core/scalar.ts'
import { blankLike, planeOf } from './filters/channels.ts'
import { quantise } from './filters/quantise.ts'

const SIDE = 150
const COLOURS = 26
const SATURATION = 1.25

/** Ordered dithering, 4 × 4 (Bayer). */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

/** About 150 large pixels across, in 26 colours. */
export function drawPixelArt(frame: Frame): Frame {
  const block = Math.max(2, Math.round(frame.shortSide / SIDE))
  const small = shrink(frame, block)
  const palette = quantise(small, COLOURS)
  const labs = palette.map(toOklab)
  const out = blankLike(frame)
  for (let y = 0, i = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++, i++) {
      const dither = (BAYER[(y & 3) * 4 + (x & 3)]! / 16 - 0.47) * 0.07
      const [lightness, a, b] = toOklab([small.r[i]!, small.g[i]!, small.b[i]!])
      const best = nearestInk(labs, [lightness + dither, a, b])
      fillBlock(out, [x * block, y * block, block], palette[best]!)
    }
  }
  return out
}

type Lab = readonly [number, number, number]

/** Hue counts for more than lightness, which dithering already spreads. */
function nearestInk(labs: readonly Lab[], [lightness, a, b]: Lab): number {
  let best = 0
  let least = Infinity
  for (let k = 0; k < labs.length; k++) {
    const lab = labs[k]!
    const d = (lightness - lab[0]) ** 2 + 1.69 * ((a - lab[1]) ** 2 + (b - lab[2]) ** 2)
    if (d >= least) continue
    least = d
    best = k
  }
  return best
}

interface Small {
  readonly width: number
  readonly height: number
  readonly r: Float32Array
  readonly g: Float32Array
  readonly b: Float32Array
}

function shrink(frame: Frame, block: number): Small {
  const width = Math.ceil(frame.width / block)
  const height = Math.ceil(frame.height / block)
  const [r, g, b] = [frame.r, frame.g, frame.b].map((data) => resize(planeOf(frame, data), width, height)) as [
    Plane,
    Plane,
    Plane,
  ]
  for (let i = 0; i < width * height; i++) {
    const grey = 0.2126 * r.data[i]! + 0.7152 * g.data[i]! + 0.0722 * b.data[i]!
    for (const { data } of [r, g, b]) data[i] = clamp(grey + (data[i]! - grey) * SATURATION)
  }
  return { width, height, r: r.data, g: g.data, b: b.data }
}

function fillBlock(
  out: Frame,
  [left, top, side]: readonly [number, number, number],
  [r, g, b]: readonly [number, number, number],
): void {
  const right = Math.min(out.width, left + side)
  const bottom = Math.min(out.height, top + side)
  for (let y = top; y < bottom; y++) {
    const row = y * out.width
    out.r.fill(r, row + left, row + right)
    out.g.fill(g, row + left, row + right)
    out.b.fill(b, row + left, row + right)
  }
}
