import { boxBlur } from '../../core/blur.ts'
import type { Rgb } from '../../core/colour.ts'
import { coverage } from '../../core/coverage.ts'
import type { Frame } from '../../core/frame.ts'
import { createPlane } from '../../core/plane.ts'
import type { Random } from '../../core/random.ts'
import { TAU } from '../../core/scalar.ts'

export interface Rays {
  /** Where they come from, in pixels. */
  readonly x: number
  readonly y: number
  readonly colour: Rgb
}

export function paintRays(frame: Frame, { x, y, colour }: Rays, random: Random): void {
  const { width, height, shortSide } = frame
  const beams = createPlane(width, height)
  const length = shortSide * 1.3
  for (let k = 0; k < 14; k++) {
    const angle = random.next() * TAU
    const spread = random.range(0.012, 0.04)
    const beam = [x, y]
    for (const side of [-spread, spread])
      beam.push(x + Math.cos(angle + side) * length, y + Math.sin(angle + side) * length)
    coverage(frame, [beam], (px, py, covered) => {
      const fall = Math.exp((-Math.hypot(px - x, py - y) / shortSide) * 2.2)
      beams.data[py * width + px]! += covered * 0.13 * fall
    })
  }
  const { data } = boxBlur(beams, 7 * frame.unit, 2)
  for (let i = 0; i < frame.size; i++) if (data[i]! > 0.004) frame.screen(i, colour, data[i]!)
}
