import { boxBlur } from '../core/blur.ts'
import { toOklab } from '../core/colour.ts'
import { type Frame, Label } from '../core/frame.ts'
import { createPlane } from '../core/plane.ts'
import type { Random } from '../core/random.ts'
import { clamp } from '../core/scalar.ts'
import { blankLike, Texture } from './filters/channels.ts'
import { ColourTable } from './filters/colour-table.ts'
import { kuwahara } from './filters/kuwahara.ts'
import { nearestLab, quantise } from './filters/quantise.ts'

/** A pad of coloured paper has about as many sheets. */
const SHEETS = 14

/** How high what is shown lies on the pile; of the same kind, the lighter sheet lies below. */
const PILE: Readonly<Partial<Record<number, number>>> = {
  [Label.sky]: 0,
  [Label.body]: 1,
  [Label.cloud]: 1,
  [Label.far]: 2,
  [Label.water]: 3,
  [Label.ground]: 3,
  [Label.building]: 4,
  [Label.plant]: 5,
  [Label.subject]: 7,
}

/** Scissors and coloured paper: few flat sheets, each with its shadow on those below and a fibre of its own. */
export function cutPaper(frame: Frame, random: Random): Frame {
  const flat = kuwahara(
    kuwahara(frame, Math.max(2, Math.round(5 * frame.unit))),
    Math.max(2, Math.round(3 * frame.unit)),
  )
  const palette = quantise(flat, SHEETS)
  const labs = palette.map(toOklab)
  const table = new ColourTable(1, (colour) => [nearestLab(labs, toOklab(colour))])
  const paper = blankLike(frame)
  const pile = createPlane(frame.width, frame.height)
  for (let i = 0; i < frame.size; i++) {
    const sheet = table.values[table.find(flat.r[i]!, flat.g[i]!, flat.b[i]!)]!
    ;[paper.r[i], paper.g[i], paper.b[i]] = palette[sheet]!
    pile.data[i] = (PILE[frame.label[i]!] ?? 3) + 1 - labs[sheet]![0]
  }
  shade(paper, pile.data)
  return fibre(paper, random)
}

/** Where the light from above is kept off by a higher sheet, and where an edge catches it; in pixels of 1024. */
const DROP = 7
const DARKEST = 0.42
const EDGE = 0.09

function shade(paper: Frame, pile: Float32Array): void {
  const { width, height, unit } = paper
  const shadow = createPlane(width, height)
  const away = Math.max(1, Math.round(DROP * unit))
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.max(0, y - away) * width
    for (let x = 0; x < width; x++, i++) {
      const above = pile[row + Math.max(0, x - (away >> 1))]! - pile[i]!
      if (above > 0.04) shadow.data[i] = clamp(0.35 + above * 0.5)
    }
  }
  const soft = boxBlur(shadow, Math.max(1, 3 * unit), 2).data
  const near = Math.max(1, Math.round(1.5 * unit))
  for (let y = near, i = near * width; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const dark = 1 - DARKEST * soft[i]!
      const lit = pile[i]! - pile[i - near * width]! > 0.04 ? EDGE : 0
      paper.r[i] = paper.r[i]! * dark + lit
      paper.g[i] = paper.g[i]! * dark + lit
      paper.b[i] = paper.b[i]! * (dark + 0.03 * soft[i]!) + lit
    }
  }
}

const ROUGH = 0.035

function fibre(paper: Frame, random: Random): Frame {
  const grain = random.fork('fibre')
  const texture = new Texture(paper, () => grain.next() - 0.5)
  const { width, height } = paper
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const rough = 1 + ROUGH * (texture.at(x, y) + texture.at(x + 3, y + 1) + texture.at(x >> 2, y + 211))
      paper.r[i] = clamp(paper.r[i]! * rough)
      paper.g[i] = clamp(paper.g[i]! * rough)
      paper.b[i] = clamp(paper.b[i]! * rough)
    }
  }
  return paper
}
