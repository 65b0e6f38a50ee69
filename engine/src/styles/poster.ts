import { toOklab } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import { blankLike } from './filters/channels.ts'
import { ColourTable } from './filters/colour-table.ts'
import { kuwahara, restoreLights } from './filters/kuwahara.ts'
import { nearestLab, quantise } from './filters/quantise.ts'

const COLOURS = 11

/** Flat areas of eleven colours, as a silkscreen poster. */
export function printPoster(frame: Frame): Frame {
  const broad = kuwahara(frame, Math.max(2, Math.round(6 * frame.unit)))
  const flat = kuwahara(broad, Math.max(2, Math.round(5 * frame.unit)))
  restoreLights(flat, frame)
  const palette = quantise(flat, COLOURS)
  const labs = palette.map(toOklab)
  const table = new ColourTable(3, (colour) => palette[nearestLab(labs, toOklab(colour))]!)
  const printed = blankLike(frame)
  for (let i = 0; i < frame.size; i++) {
    const at = table.find(flat.r[i]!, flat.g[i]!, flat.b[i]!)
    printed.r[i] = table.values[at]!
    printed.g[i] = table.values[at + 1]!
    printed.b[i] = table.values[at + 2]!
  }
  return kuwahara(printed, 2)
}
