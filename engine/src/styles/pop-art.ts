import { fromHexes, fromOklab, type Rgb, toOklab } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import { clamp, lerp, smoothstep } from '../core/scalar.ts'
import { blankLike } from './filters/channels.ts'
import { ColourTable } from './filters/colour-table.ts'
import { inkLines } from './filters/ink-lines.ts'
import { kuwahara, restoreLights } from './filters/kuwahara.ts'

const INKS = fromHexes(
  '#fff4d6',
  '#ffd21f',
  '#ff5a36',
  '#e8246b',
  '#2aa5df',
  '#24489c',
  '#111426',
  '#59c3a0',
  '#ff9fc0',
)
const LABS = INKS.map(toOklab)
const PITCH = 11
const SCREEN_ANGLE = 0.5

/** Of a strip: its own colours in few tones, dots where they darken, black outlines. */
export function printComic(frame: Frame): Frame {
  return printDots(frame, new ColourTable(7, twoTones))
}

const TONES = [0.14, 0.36, 0.54, 0.7, 0.84, 0.96] as const

/** The lighter tone, the darker one, and the radius of the dots that mix them. */
function twoTones(colour: Rgb): number[] {
  const [lightness, a, b] = toOklab(colour)
  const bright = clamp(lightness * 1.1 + 0.02)
  const above = TONES.findIndex((tone) => tone >= bright)
  const upper = above < 0 ? TONES.length - 1 : Math.max(1, above)
  const [high, low] = [TONES[upper]!, TONES[upper - 1]!]
  const share = clamp((high - bright) / (high - low))
  const dye = (tone: number) => fromOklab([tone, a * 1.4, b * 1.4]).map((part) => clamp(part))
  const isFlat = share < 0.22 || share > 0.85
  return [...dye(share > 0.85 ? low : high), ...dye(low), isFlat ? 0 : Math.sqrt((share * 0.8) / Math.PI)]
}

/** Nine flat inks, a slanted screen of dots between the two nearest, black outlines. */
export function printPopArt(frame: Frame): Frame {
  return printDots(frame, new ColourTable(7, inkedInTwo))
}

function printDots(frame: Frame, table: ColourTable): Frame {
  const { width, height, unit } = frame
  const flat = kuwahara(frame, Math.max(2, Math.round(5 * unit)))
  restoreLights(flat, frame)
  const lines = inkLines(flat, { width: 2, threshold: 0.985, sharpness: 70 })
  const out = blankLike(frame)
  const cos = Math.cos(SCREEN_ANGLE) / (PITCH * unit)
  const sin = Math.sin(SCREEN_ANGLE) / (PITCH * unit)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const at = table.find(flat.r[i]!, flat.g[i]!, flat.b[i]!)
      const { values } = table
      const radius = values[at + 6]!
      const u = x * cos + y * sin
      const v = y * cos - x * sin
      const du = u - Math.floor(u) - 0.5
      const dv = v - Math.floor(v) - 0.5
      const dot = radius > 0 ? smoothstep(radius + 0.06, radius - 0.06, Math.sqrt(du * du + dv * dv)) * 0.95 : 0
      const paper = lines[i]!
      out.r[i] = lerp(0.06, lerp(values[at]!, values[at + 3]!, dot), paper)
      out.g[i] = lerp(0.06, lerp(values[at + 1]!, values[at + 4]!, dot), paper)
      out.b[i] = lerp(0.1, lerp(values[at + 2]!, values[at + 5]!, dot), paper)
    }
  }
  return out
}

function inkedInTwo(colour: Rgb): number[] {
  const [first, second, radius] = twoNearest(colour)
  return [...INKS[first]!, ...INKS[second]!, radius]
}

/** The nearest ink, the next one, and the radius of the dots that mix them (0: none). */
function twoNearest(colour: Rgb): [number, number, number] {
  const [lightness, a, b] = toOklab(colour)
  const vivid = [clamp(lightness * 1.15 - 0.06), a * 1.7, b * 1.7] as const
  const ranked = LABS.map((lab, ink) => {
    const d = 1.4 * (vivid[0] - lab[0]) ** 2 + (vivid[1] - lab[1]) ** 2 + (vivid[2] - lab[2]) ** 2
    return { ink, distance: Math.sqrt(d) }
  }).sort((p, q) => p.distance - q.distance)
  const [first, second] = [ranked[0]!, ranked[1]!]
  const share = first.distance / (first.distance + second.distance)
  return [first.ink, second.ink, share > 0.2 ? Math.sqrt((share * 0.85) / Math.PI) : 0]
}
