import type { Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { fill } from '../../core/raster.ts'
import { ellipse, line } from '../../core/shapes.ts'

const DROP: Rgb = [0.86, 0.9, 0.96]
const RIPPLE: Rgb = [0.9, 0.95, 1]

export interface Rain {
  /** Where the water begins, if there is any: drops ring it. */
  readonly horizon?: number | undefined
}

export function paintRain(frame: Frame, { horizon }: Rain, random: Random): void {
  for (let k = 0; k < 900; k++) {
    const t = random.next()
    const length = frame.shortSide * (0.02 + 0.05 * t * t)
    const x = random.next() * (frame.width + 200) - 100
    const y = random.next() * frame.height
    const streak = line([x, y, x - length * 0.2, y + length], (0.5 + 1.2 * t * t) * frame.unit)
    fill(frame, [streak], DROP, { alpha: 0.14 + 0.2 * t })
  }
  if (horizon !== undefined) for (let k = 0; k < 170; k++) drawRipple(frame, horizon, random)
}

function drawRipple(frame: Frame, horizon: number, random: Random): void {
  const nearness = Math.sqrt(random.next())
  const y = horizon + (frame.height - horizon) * nearness
  const radius = frame.shortSide * 0.02 * nearness * random.range(0.4, 1)
  const ring = ellipse([random.next() * frame.width, y], [radius, radius * 0.25], 0, 20)
  for (let m = 0; m < ring.length; m += 2) {
    const next = (m + 2) % ring.length
    const side = line([ring[m]!, ring[m + 1]!, ring[next]!, ring[next + 1]!], 1.1 * frame.unit)
    fill(frame, [side], RIPPLE, { alpha: 0.4 })
  }
}
