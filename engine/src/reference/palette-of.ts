import type { Rgb } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import { quantise } from '../styles/filters/quantise.ts'

/** The colours a picture is made of, at most `count`. */
export function paletteOf(frame: Frame, count: number): Rgb[] {
  return quantise(frame, count)
}
