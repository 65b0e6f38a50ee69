import { type Rgb, scaleRgb, fromHexes, Gradient } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import type { Noise } from '../../core/noise.ts'
import type { Random } from '../../core/random.ts'
import { disc, glow } from '../../core/raster.ts'
import { smoothstep, clamp } from '../../core/scalar.ts'
import type { Sky, Moon } from './sky.ts'

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

export function paintMoon(frame: Frame, moon: Moon, noise: Noise, isFlat: boolean): void {
  const { x: centreX, y: centreY, radius, colour, crescent } = moon
  if (!isFlat) {
    glow(frame, [centreX, centreY, radius * 7], colour, 0.22)
    glow(frame, [centreX, centreY, radius * 2.6], colour, 0.4)
  }
  const right = Math.min(frame.width - 1, Math.ceil(centreX + radius + 1))
  const bottom = Math.min(frame.height - 1, Math.ceil(centreY + radius + 1))
  for (let y = Math.max(0, Math.floor(centreY - radius - 1)); y <= bottom; y++) {
    for (let x = Math.max(0, Math.floor(centreX - radius - 1)); x <= right; x++) {
      const dx = (x + 0.5 - centreX) / radius
      const dy = (y + 0.5 - centreY) / radius
      const distance = Math.hypot(dx, dy)
      const shadow = crescent > 0 ? Math.hypot(dx - (1 - crescent) * 1.5 - 0.15, dy + 0.1) - 0.92 : 1
      const covered = clamp((1 - distance) * radius + 0.5) * clamp(shadow * radius + 0.5)
      if (covered <= 0) continue
      const i = y * frame.width + x
      frame.blend(i, scaleRgb(colour, isFlat ? 1 : seas(noise, dx, dy, distance)), covered)
      if (covered > 0.5) frame.label[i] = Label.body
    }
  }
}

function seas(noise: Noise, dx: number, dy: number, distance: number): number {
  const large = 0.26 * smoothstep(0.02, 0.4, noise.fbm(dx * 1.5 + 9, dy * 1.5, 4))
  const small = 0.1 * clamp(noise.fbm(dx * 5, dy * 5, 3) * 2)
  return (0.9 + 0.1 * (1 - distance)) * (1 - large - small)
}

const BANDS = Gradient.of(fromHexes('#ff4b4b', '#ff9d3c', '#ffe14d', '#6fe06a', '#4fa8ff', '#8a63e8'))

export function paintRainbow(frame: Frame, horizon: number, random: Random): void {
  const centreX = frame.width * random.range(0.35, 0.65)
  const centreY = horizon * 1.12
  const radius = frame.width * 0.46
  const thickness = frame.height * 0.05
  for (let y = 0; y < Math.min(horizon, frame.height); y++) {
    const fade = 1 - 0.5 * smoothstep(0.8, 1, y / horizon)
    for (let x = 0; x < frame.width; x++) {
      const across = (radius - Math.hypot(x - centreX, y - centreY)) / thickness + 0.5
      if (across <= 0 || across >= 1) continue
      frame.screen(y * frame.width + x, BANDS.at(across), 0.46 * Math.sin(across * Math.PI) * fade)
    }
  }
}
