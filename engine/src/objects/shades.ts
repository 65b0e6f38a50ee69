import { blendRgb, type Rgb } from '../core/colour.ts'

const STEPS = 16

/** A short ramp, so that painting a pixel is a look-up and not a mix. */
export function shadesBetween(dark: Rgb, bright: Rgb): Rgb[] {
  return Array.from({ length: STEPS }, (_, k) => blendRgb(dark, bright, k / (STEPS - 1)))
}
