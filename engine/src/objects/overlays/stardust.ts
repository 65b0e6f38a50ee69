import type { Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { disc, glow } from '../../core/raster.ts'

const GOLD: Rgb = [1, 0.93, 0.7]
const HALO: Rgb = [1, 0.85, 0.5]

export function paintStardust(frame: Frame, random: Random): void {
  const side = frame.shortSide
  for (let k = 0; k < 260; k++) {
    const x = random.next() * frame.width
    const y = random.next() * frame.height
    const radius = side * 0.0016 * (0.5 + 2 * random.next() ** 4)
    disc(frame, [x, y, radius], GOLD, { alpha: 0.9 })
    if (radius > side * 0.0026) glow(frame, [x, y, radius * 9], HALO, 0.5)
  }
}
