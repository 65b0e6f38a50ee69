import { fromLch, type Rgb, toLch } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import type { Random } from '../core/random.ts'
import { disc } from '../core/raster.ts'
import { clamp, lerp } from '../core/scalar.ts'
import { blurred } from './filters/channels.ts'

const PRIMER = [0.93, 0.9, 0.82] as const
const COMPLEMENTARY = 150
/** In pixels. */
const SMALLEST = 2
const DOTS = { alpha: 0.92 }

/** Size of the dots and how many of them, per size squared. */
const COATS = [
  [9, 0.95],
  [5.2, 0.85],
] as const

/** Dots of pure colour in two sizes, a few of them complementary. */
export function dotPointillism(frame: Frame, random: Random): Frame {
  const out = primed(frame)
  const dots = random.fork('dots')
  for (const [size, density] of COATS) {
    const diameter = Math.max(SMALLEST, size * frame.unit)
    const step = diameter * 0.78
    const count = Math.ceil(frame.width / step) * Math.ceil(frame.height / step) * density
    for (let k = 0; k < count; k++) {
      const x = dots.next() * frame.width
      const y = dots.next() * frame.height
      const i = (y | 0) * frame.width + (x | 0)
      const colour = pure([frame.r[i]!, frame.g[i]!, frame.b[i]!], dots)
      disc(out, [x, y, diameter * 0.5 * (0.7 + 0.5 * dots.next())], colour, DOTS)
    }
  }
  return out
}

function primed(frame: Frame): Frame {
  const ground = blurred(frame, 6 * frame.unit)
  for (const [k, channel] of [ground.r, ground.g, ground.b].entries())
    for (let i = 0; i < channel.length; i++) channel[i] = lerp(channel[i]!, PRIMER[k]!, 0.35)
  return ground
}

function pure(colour: Rgb, random: Random): Rgb {
  const [lightness, chroma, hue] = toLch(colour)
  const isOpposite = random.chance(0.07)
  return fromLch([
    clamp(lightness + random.gauss() * 0.055 + 0.02),
    Math.min(0.2, (chroma * 1.3 + 0.012) * (isOpposite ? 0.55 : 1)),
    hue + (isOpposite ? COMPLEMENTARY : 0) + random.gauss() * 13,
  ])
}
