import type { Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { disc } from '../../core/raster.ts'
import { clamp } from '../../core/scalar.ts'

const WHITE: Rgb = [1, 1, 1]
const POWDER: Rgb = [0.95, 0.97, 1]
const FLAKES = 620

/** Small crisp flakes far away, large soft ones close by. */
export function paintSnow(frame: Frame, random: Random): void {
  for (let k = 0; k < FLAKES; k++) {
    const t = random.next() ** 2.6
    const radius = (0.8 + 7 * t) * frame.unit
    const x = random.next() * frame.width
    const y = random.next() * frame.height
    if (radius <= 4 * frame.unit) disc(frame, [x, y, radius], WHITE, { alpha: 0.8 })
    else for (let m = 3; m > 0; m--) disc(frame, [x, y, (radius * m) / 3], WHITE, { alpha: 0.16 })
  }
}

/** Snow lying on what a picture shows: edges that are lighter below than above face the sky. */
export function settleSnow(frame: Frame): void {
  const { r, g, b, width } = frame
  const above = new Float32Array(width)
  for (let i = 0; i < width; i++) above[i] = r[i]! + g[i]! + b[i]!
  for (let i = width; i < frame.size; i++) {
    const x = i % width
    const here = r[i]! + g[i]! + b[i]!
    const upward = clamp((here - above[x]!) * 0.9)
    above[x] = here
    if (upward > 0.12) frame.blend(i, POWDER, upward * 0.6)
  }
}
