import { fromHex, type Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { disc, glow } from '../../core/raster.ts'

const YELLOW = fromHex('#ffe48a')
const GREEN = fromHex('#a8ffce')
const CORE: Rgb = [1, 1, 0.9]

export function paintFireflies(frame: Frame, random: Random): void {
  for (let k = 0; k < 80; k++) {
    const x = random.next() * frame.width
    const y = frame.height * (0.3 + 0.68 * random.next())
    const size = frame.shortSide * (0.0028 + 0.008 * random.next() ** 4)
    glow(frame, [x, y, size * 5], random.chance(0.8) ? YELLOW : GREEN, 0.6)
    disc(frame, [x, y, size * 0.5], CORE, { alpha: 0.95 })
  }
}
