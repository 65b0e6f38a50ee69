import type { Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { disc, glow } from '../../core/raster.ts'
import { smoothstep } from '../../core/scalar.ts'
import type { Sky } from './sky.ts'

const WARM: Rgb = [1, 0.86, 0.7]
const COOL: Rgb = [0.75, 0.85, 1]
const WHITE: Rgb = [1, 1, 1]
const CROSS_REACH = 7

/** Many faint stars, few bright ones, fewer near the horizon. */
export function paintStars(frame: Frame, sky: Sky, random: Random): void {
  const count = Math.floor((900 * sky.stars * frame.width * sky.horizon) / (1024 * 512))
  const unit = frame.height / 1024
  for (let i = 0; i < count; i++) {
    const x = random.next() * frame.width
    const y = random.next() ** 1.25 * sky.horizon * 0.98
    const brightness = random.next() ** 9
    const colour = random.chance(0.25) ? WARM : random.chance(0.4) ? COOL : WHITE
    const fade = 1 - 0.75 * smoothstep(0.5, 1, y / sky.horizon)
    disc(frame, [x, y, (0.55 + brightness * 1.5) * unit], colour, { alpha: (0.25 + 0.75 * brightness) * fade })
    if (brightness > 0.6) glow(frame, [x, y, (4 + 7 * brightness) * unit], colour, 0.3 * fade)
    if (brightness > 0.93) paintCross(frame, [x, y, unit], colour, fade)
  }
}

function paintCross(frame: Frame, [x, y, unit]: readonly [number, number, number], colour: Rgb, fade: number): void {
  for (let k = -CROSS_REACH; k <= CROSS_REACH; k++) {
    const strength = 0.45 * fade * (1 - Math.abs(k) / (CROSS_REACH + 1))
    screenAt(frame, (x + k * unit) | 0, y | 0, { colour, strength })
    screenAt(frame, x | 0, (y + k * unit) | 0, { colour, strength })
  }
}

function screenAt(frame: Frame, x: number, y: number, ray: { colour: Rgb; strength: number }): void {
  if (x < 0 || y < 0 || x >= frame.width || y >= frame.height) return
  frame.screen(y * frame.width + x, ray.colour, ray.strength)
}
