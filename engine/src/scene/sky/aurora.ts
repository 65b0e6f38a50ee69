import type { Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Noise } from '../../core/noise.ts'
import { createPlane, type Plane } from '../../core/plane.ts'
import type { Random } from '../../core/random.ts'
import { resize } from '../../core/resize.ts'
import { clamp, lerp } from '../../core/scalar.ts'
import type { Sky } from './sky.ts'

interface Curtain {
  /** Where its lower edge hangs, in half-size pixels. */
  readonly base: number
  readonly sway: number
  readonly strength: number
  readonly phase: number
  readonly index: number
  readonly low: Rgb
  readonly high: Rgb
}

/** Three curtains: a sharp lower edge that wanders, vertical rays, and a long fade upwards. */
export function paintAurora(frame: Frame, sky: Sky, noise: Noise, random: Random): void {
  const colours = sky.aurora ?? []
  const planes = [0, 1, 2].map(() => createPlane(frame.width >> 1, frame.height >> 1))
  const horizon = sky.horizon / 2
  for (let index = 0; index < 3; index++) {
    const curtain: Curtain = {
      base: horizon * (0.34 + 0.16 * index),
      sway: horizon * 0.2,
      strength: 1 - 0.22 * index,
      phase: random.range(0, 50),
      index,
      low: colours[index % colours.length]!,
      high: colours[(index + 1) % colours.length]!,
    }
    for (let x = 0; x < planes[0]!.width; x++) hangColumn(planes, curtain, x, { noise, horizon })
  }
  const [r, g, b] = planes.map((plane) => resize(plane, frame.width, frame.height).data) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const ink: [number, number, number] = [0.5, 0.5, 0.5]
  for (let i = 0; i < frame.size; i++) {
    ink[0] = r[i]!
    ink[1] = g[i]!
    ink[2] = b[i]!
    if (ink[0] + ink[1] + ink[2] > 0.004) frame.screen(i, ink, 1.25)
  }
}

function hangColumn(
  planes: readonly Plane[],
  curtain: Curtain,
  x: number,
  { noise, horizon }: { noise: Noise; horizon: number },
): void {
  const { width, height } = planes[0]!
  const { phase, index } = curtain
  const u = x / height
  const wander = noise.fbm(u * 1.1 + phase, index * 7.3, 3) * 1.7 + 0.25 * noise.at(u * 4 + phase, 3)
  const edge = curtain.base + curtain.sway * wander
  const ray = clamp(0.5 + 0.62 * noise.at(u * 24 + phase, index) + 0.35 * noise.at(u * 70 + phase, index + 3))
  const presence = clamp(0.55 + 0.9 * noise.at(u * 1.7 + phase, index + 11))
  const strength = curtain.strength * presence * (0.55 + 0.45 * ray)
  const length = horizon * (0.32 + 0.18 * noise.at(u * 6 + phase, index + 5)) * (0.7 + 0.5 * ray)
  const end = Math.min(height, edge + 8)
  for (let y = Math.max(0, Math.floor(edge - length * 1.6)); y < end; y++) {
    const t = (edge - y) / length
    const light = t < 0 ? Math.exp(t * 60) : Math.exp(-t * 2.1) * (1 - 0.35 * Math.exp(-t * 14))
    const hue = clamp(t * 0.75)
    const i = y * width + x
    for (let channel = 0; channel < 3; channel++) {
      planes[channel]!.data[i]! += strength * light * lerp(curtain.low[channel]!, curtain.high[channel]!, hue)
    }
  }
}
