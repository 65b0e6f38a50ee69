// Writes on a picture what was asked for: on a band below a poster, on a ribbon across a logo. After its style: it stays legible.
import { fromHex, type Rgb } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import { fill } from '../core/raster.ts'
import { rectangle } from '../core/shapes.ts'
import type { PromptSpec } from '../prompt/spec.ts'
import { CAP_HEIGHT, setWords, writable, type SetWords } from './set-words.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const PAPER = fromHex('#fbf6ec')
const INK = fromHex('#241b17')
const BANDS = ['#2b3a55', '#7d3429', '#2f4858', '#23513f', '#4a2f52'].map(fromHex)

/** Paints into `frame`; does nothing where nothing is to be written. */
export function letterPicture(frame: Frame, spec: PromptSpec, seed: number): void {
  const said = spec.lettering.map(writable).filter(Boolean)
  if (said.length === 0) return
  const isPoster = !spec.hints.has('emblem')
  const isBare = spec.environment === 'subject' && spec.subjects.length + spec.objects.length === 0
  if (isPoster && isBare) return writeIn(frame, said, middle(frame), INK)
  const colour = BANDS[seed % BANDS.length]!
  writeIn(frame, said, isPoster ? band(frame, colour) : ribbon(frame, colour), PAPER)
}

/** Of a poster that shows words alone. */
function middle({ width, height, shortSide }: Frame): Box {
  const inset = shortSide * 0.13
  return { x: inset, y: height * 0.2, width: width - 2 * inset, height: height * 0.6 }
}

/** Answers the room for words. */
function band(frame: Frame, colour: Rgb): Box {
  const { width, height, shortSide } = frame
  const edge = shortSide * 0.06
  const top = height * 0.8
  fill(frame, [rectangle(edge, top, width - 2 * edge, height - top - edge)], colour)
  fill(frame, [rectangle(edge, top, width - 2 * edge, shortSide * 0.006)], PAPER)
  const inset = shortSide * 0.035
  return { x: edge + inset, y: top + inset, width: width - 2 * (edge + inset), height: height - top - edge - 2 * inset }
}

/** Its tails lie behind it. */
function ribbon(frame: Frame, colour: Rgb): Box {
  const { width, height, shortSide } = frame
  const half = shortSide * 0.43
  const tall = shortSide * 0.15
  const left = width / 2 - half
  const right = width / 2 + half
  const top = height / 2 + shortSide * 0.19
  const tail = shortSide * 0.05
  const dark: Rgb = [colour[0] * 0.6, colour[1] * 0.6, colour[2] * 0.6]
  const swallow = (from: number, way: 1 | -1) => {
    const out = from + way * tail
    const drop = top + tall * 0.22
    return [
      from - way * tail * 0.9,
      drop,
      out,
      drop,
      out - way * tail * 0.5,
      drop + tall / 2,
      out,
      drop + tall,
      from - way * tail * 0.9,
      drop + tall,
    ]
  }
  fill(frame, [swallow(left, -1), swallow(right, 1)], dark)
  fill(frame, [rectangle(left, top, right - left, tall)], colour)
  const inset = shortSide * 0.03
  return { x: left + inset, y: top + inset, width: right - left - 2 * inset, height: tall - 2 * inset }
}

interface Line {
  readonly words: SetWords
  readonly size: number
}

/** Of the height of capitals. */
const GAP = 0.34
/** Of two things that are said, the first is the larger one. */
const SHARES = [0.6, 0.4]

function writeIn(frame: Frame, said: readonly string[], box: Box, colour: Rgb): void {
  const lines = said.length === 1 ? brokenInto(said[0]!, box) : said.map((text, place) => lineIn(text, box, place))
  const gap = Math.min(...lines.map(({ size }) => size)) * CAP_HEIGHT * GAP * (said.length === 1 ? 1 : 1.6)
  const tall = lines.reduce((sum, { size }) => sum + size * CAP_HEIGHT, gap * (lines.length - 1))
  let y = box.y + (box.height - tall) / 2
  for (const { words, size } of lines) {
    y += size * CAP_HEIGHT
    fill(frame, words.place(box.x + (box.width - words.width * size) / 2, y, size), colour)
    y += gap
  }
}

function lineIn(text: string, { width, height }: Box, place: number): Line {
  const words = setWords(text)
  return { words, size: Math.min(width / words.width, (height * 0.8 * SHARES[place]!) / CAP_HEIGHT) }
}

/** Where the letters become largest; of ways that are alike, the one whose lines are of one length. */
function brokenInto(text: string, box: Box): readonly Line[] {
  const parts = text.split(' ')
  const limits = parts.flatMap((_, from) =>
    parts.slice(from).map((__, more) => widthOf(parts.slice(from, from + more + 1))),
  )
  const ways = limits.map((limit) => wrapped(parts, limit)).map((lines) => ({ lines, size: sizeOf(lines, box) }))
  const best = ways.toSorted((a, b) => b.size - a.size || raggedness(a.lines) - raggedness(b.lines))[0]!
  return best.lines.map((line) => ({ words: setWords(line.join(' ')), size: best.size }))
}

function wrapped(parts: readonly string[], limit: number): string[][] {
  const lines: string[][] = []
  for (const part of parts) {
    const line = lines.at(-1)
    if (line && widthOf([...line, part]) <= limit) line.push(part)
    else lines.push([part])
  }
  return lines
}

function sizeOf(lines: readonly string[][], { width, height }: Box): number {
  const tall = (lines.length + GAP * (lines.length - 1)) * CAP_HEIGHT
  return Math.min(width / Math.max(...lines.map(widthOf)), height / tall)
}

function raggedness(lines: readonly string[][]): number {
  const widths = lines.map(widthOf)
  return Math.max(...widths) - Math.min(...widths)
}

const widthOf = (parts: readonly string[]) => setWords(parts.join(' ')).width
