import { fromHex, fromHexes, fromOklab, type Rgb, toOklab } from '../core/colour.ts'
import { type Frame, Label } from '../core/frame.ts'
import { Noise } from '../core/noise.ts'
import type { Random } from '../core/random.ts'
import { fill } from '../core/raster.ts'
import { lerp, smoothstep } from '../core/scalar.ts'
import { line } from '../core/shapes.ts'
import { blankLike, fieldOver, Texture } from './filters/channels.ts'
import { ColourTable } from './filters/colour-table.ts'
import { inkLines } from './filters/ink-lines.ts'
import { kuwahara, restoreLights } from './filters/kuwahara.ts'

const PIGMENTS = fromHexes(
  '#16335b',
  '#2f5d8a',
  '#6f9bb5',
  '#e9dcc0',
  '#f3e9d2',
  '#d9a05b',
  '#c8553d',
  '#8c3b2e',
  '#5b6b4a',
  '#93a27a',
  '#38332e',
  '#e8b9a0',
  '#7d6a8c',
  '#b7b7a5',
).map(toOklab)
const INDIGO: Rgb = [0.1, 0.13, 0.24]
const BOKASHI: Rgb = [0.12, 0.24, 0.42]
const PAPER: Rgb = [0.945, 0.905, 0.815]
const KEYLINE: Rgb = [0.15, 0.17, 0.22]
const SEAL = fromHex('#c22921')
const LEVELS = 8

/** Woodblock print: fourteen pigments, stepped lightness, indigo lines, a graded band of sky, margin and seal. */
export function printWoodblock(frame: Frame, random: Random): Frame {
  const { unit } = frame
  const broad = kuwahara(frame, Math.max(2, Math.round(5 * unit)))
  const flat = kuwahara(broad, Math.max(2, Math.round(4 * unit)))
  restoreLights(flat, frame)
  const noise = new Noise(random.fork('woodblock'))
  const fibres = new Texture(
    frame,
    (x, y) =>
      1 + 0.025 * noise.at((x * 0.5) / unit, (y * 0.06) / unit) + 0.02 * noise.at((x * 0.9) / unit, (y * 0.9) / unit),
  )
  const printed = printColours(flat, { noise, fibres })
  printMargin(printed, noise, fibres)
  printSeal(printed, random.fork('seal'))
  return printed
}

interface Sheet {
  readonly noise: Noise
  readonly fibres: Texture
}

function printColours(flat: Frame, { noise, fibres }: Sheet): Frame {
  const { width, height, unit } = flat
  const lines = inkLines(flat, { width: 1.4, threshold: 0.985, sharpness: 90 })
  const wobble = fieldOver(flat, 8, (x, y) => 0.02 * noise.at((x * 0.012) / unit, (y * 0.012) / unit))
  const table = new ColourTable(3, (colour) => towardsPigment(toOklab(colour)))
  const inks = new InkRamp()
  const out = blankLike(flat)
  for (let y = 0, i = 0; y < height; y++) {
    const band = y / height + 0.02 * noise.at(y * 0.01, 3)
    const bokashi = smoothstep(0.16, 0, band) * 0.55
    for (let x = 0; x < width; x++, i++) {
      const at = table.find(flat.r[i]!, flat.g[i]!, flat.b[i]!)
      const lightness = table.values[at]!
      const step = Math.round((lightness + wobble[i]!) * LEVELS) / LEVELS
      const kept = lerp(step, lightness, flat.label[i] === Label.sky ? 0.72 : 0.4)
      const ink = inks.find(0.2 + kept * 0.76, table.values[at + 1]!, table.values[at + 2]!)
      const paper = lines[i]!
      const fibre = fibres.at(x, y)
      out.r[i] = lerp(lerp(INDIGO[0], inks.values[ink]!, paper) * fibre, BOKASHI[0], bokashi)
      out.g[i] = lerp(lerp(INDIGO[1], inks.values[ink + 1]!, paper) * fibre, BOKASHI[1], bokashi)
      out.b[i] = lerp(lerp(INDIGO[2], inks.values[ink + 2]!, paper) * fibre, BOKASHI[2], bokashi)
    }
  }
  return out
}

type Lab = readonly [number, number, number]

/** How sharply the nearest pigment wins: lower, and a colour between two would be printed with both. */
const CHOICE = 90

/** The hue pulled most of the way to the nearest pigments, the lightness kept. */
function towardsPigment([lightness, a, b]: Lab): Lab {
  let [pullA, pullB, total] = [0, 0, 0]
  for (const pigment of PIGMENTS) {
    const d = 0.9 * (lightness - pigment[0]) ** 2 + 3 * ((a - pigment[1]) ** 2 + (b - pigment[2]) ** 2)
    const weight = Math.exp(-CHOICE * d)
    pullA += pigment[1] * weight
    pullB += pigment[2] * weight
    total += weight
  }
  const share = total > 1e-9 ? 0.72 : 0
  const scale = total > 1e-9 ? 1 / total : 0
  return [lightness, lerp(a, pullA * scale, share) * 0.92, lerp(b, pullB * scale, share) * 0.92 + 0.012]
}

/** OKLab to sRGB by look-up: lightness in 64 steps, a and b in 64 steps of -0.32..0.32. */
class InkRamp {
  private readonly table = new ColourTable(3, ([l, a, b]) => fromOklab([l, (a - 0.5) * 0.64, (b - 0.5) * 0.64]))

  find(lightness: number, a: number, b: number): number {
    return this.table.find(lightness, a / 0.64 + 0.5, b / 0.64 + 0.5)
  }

  get values(): Float32Array {
    return this.table.values
  }
}

function printMargin(printed: Frame, noise: Noise, fibres: Texture): void {
  const { width, height, unit } = printed
  const margin = Math.round(26 * unit)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const edge = Math.min(x, y, width - 1 - x, height - 1 - y)
      if (edge > margin + 6) continue
      const inset = edge + 1.2 * noise.at(x * 0.05, y * 0.05)
      if (inset >= margin + 2.2 * unit) continue
      const fibre = inset < margin ? fibres.at(x, y) : 1
      const colour = inset < margin ? PAPER : KEYLINE
      printed.r[y * width + x] = colour[0] * fibre
      printed.g[y * width + x] = colour[1] * fibre
      printed.b[y * width + x] = colour[2] * fibre
    }
  }
}

function printSeal(printed: Frame, random: Random): void {
  const { width, height, unit } = printed
  const side = 46 * unit
  const left = width - Math.round(26 * unit) - side * 1.7
  const top = height - Math.round(26 * unit) - side * 2.3
  const tile = [
    left,
    top,
    left + side,
    top + 2 * unit,
    left + side - 2 * unit,
    top + side * 1.55,
    left - 2 * unit,
    top + side * 1.52,
  ]
  fill(printed, [tile], SEAL, { alpha: 0.92 })
  for (let k = 0; k < 3; k++) {
    const y = top + side * (0.24 + 0.45 * k)
    const across = line([left + side * 0.18, y, left + side * 0.82, y], 4 * unit)
    const from = left + side * random.range(0.3, 0.7)
    const to = left + side * random.range(0.3, 0.7)
    const down = line([from, y - side * 0.12, to, y + side * 0.26], 4 * unit)
    fill(printed, [across], PAPER)
    fill(printed, [down], PAPER)
  }
}
