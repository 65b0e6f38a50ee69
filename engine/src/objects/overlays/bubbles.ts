import { fromLch, type Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { disc } from '../../core/raster.ts'
import { TAU } from '../../core/scalar.ts'

const WHITE: Rgb = [1, 1, 1]
const FILM = Array.from({ length: 40 }, (_, k) => fromLch([0.85, 0.12, k * 9]))

/** Soap bubbles: an iridescent ring and a highlight. */
export function paintBubbles(frame: Frame, random: Random): void {
  for (let k = 0; k < 40; k++) {
    const x = random.next() * frame.width
    const y = random.next() * frame.height
    const radius = frame.shortSide * (0.008 + 0.04 * random.next() ** 3)
    FILM.forEach((colour, m) => {
      const angle = (m / FILM.length) * TAU
      const dab = [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius, 1.3 * frame.unit] as const
      disc(frame, dab, colour, { alpha: 0.5 })
    })
    disc(frame, [x - radius * 0.35, y - radius * 0.35, radius * 0.14], WHITE, { alpha: 0.8 })
  }
}
