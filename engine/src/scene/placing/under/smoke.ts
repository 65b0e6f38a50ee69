// What rises from the coals, thinner and wider the higher it is.
import type { Random } from '../../../core/random.ts'
import { glow } from '../../../core/raster.ts'
import type { Scene } from '../../scene.ts'
import type { Standing } from '../related.ts'

const PUFFS = 46

export function drawSmoke(
  { frame, light }: Scene,
  { asked, x, foot, height, breadth }: Standing,
  random: Random,
): void {
  if (asked.subject !== 'grill') return
  const grey = light.isNight ? 0.52 : 0.82
  const drift = random.range(-0.5, 0.5)
  for (let k = 0; k < PUFFS; k++) {
    const t = random.next()
    const across = (random.next() - 0.5) * breadth * (0.5 + 0.5 * t) + drift * breadth * t * t
    const at = [x + across, foot - height * (0.62 + 1.5 * t), breadth * (0.07 + 0.16 * t)] as const
    glow(frame, at, [grey, grey, grey * 1.02], 0.16 * (1 - t * 0.75))
  }
}
