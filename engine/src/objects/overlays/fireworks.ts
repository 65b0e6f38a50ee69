import { fromHexes, lighten } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { disc, fill, glow } from '../../core/raster.ts'
import { TAU } from '../../core/scalar.ts'
import { line } from '../../core/shapes.ts'

const COLOURS = fromHexes('#ff5a6a', '#ffc24a', '#6ae0ff', '#b07aff', '#7aff9a', '#ff8ad8')
const BURSTS = 7

/** Bursts in the upper sky: rays that fall a little, a spark at each end. */
export function paintFireworks(frame: Frame, horizon: number, random: Random): void {
  const size = frame.shortSide
  const sky = Math.min(horizon, frame.height * 0.7)
  for (let burst = 0; burst < BURSTS; burst++) {
    const x = frame.width * random.range(0.08, 0.92)
    const y = sky * random.range(0.1, 0.45)
    const radius = size * random.range(0.06, 0.15)
    const colour = random.pick(COLOURS)
    glow(frame, [x, y, radius * 1.7], colour, 0.35)
    const rays = random.integer(34, 52)
    for (let k = 0; k < rays; k++) {
      const angle = (k / rays) * TAU + random.gauss() * 0.04
      const reach = radius * random.range(0.7, 1.05)
      const endX = x + Math.cos(angle) * reach
      const endY = y + Math.sin(angle) * reach + reach * 0.16
      const startX = x + Math.cos(angle) * reach * 0.2
      const startY = y + Math.sin(angle) * reach * 0.2
      fill(frame, [line([startX, startY, endX, endY], 0.6 * frame.unit, 2.2 * frame.unit)], lighten(colour, 0.08), {
        alpha: 0.8,
      })
      disc(frame, [endX, endY, 2.1 * frame.unit], [1, 0.97, 0.88])
    }
  }
}
