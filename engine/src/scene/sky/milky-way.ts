import type { Frame } from '../../core/frame.ts'
import type { Noise } from '../../core/noise.ts'
import { createPlane, type Plane } from '../../core/plane.ts'
import type { Random } from '../../core/random.ts'
import { resize } from '../../core/resize.ts'
import { smoothstep } from '../../core/scalar.ts'
import type { Sky } from './sky.ts'

const SPECKLES = 5200

/** A slanted gaussian band of light, cut by dust lanes and speckled with stars. */
export function paintMilkyWay(frame: Frame, sky: Sky, noise: Noise, random: Random): void {
  const { band, core } = bandAndCore(frame, noise, random, sky.milkyWay)
  const ink: [number, number, number] = [0.5, 0.5, 0.5]
  for (let i = 0; i < frame.size; i++) {
    const light = band.data[i]!
    if (light < 0.004) continue
    const y = (i / frame.width) | 0
    const heart = core.data[i]!
    ink[0] = light * 0.34 + heart * 0.42
    ink[1] = light * 0.36 + heart * 0.3
    ink[2] = light * 0.5 + heart * 0.3
    frame.screen(i, ink, 1 - smoothstep(0.6, 1, y / sky.horizon))
  }
  for (let k = 0; k < SPECKLES; k++) {
    const x = (random.next() * frame.width) | 0
    const y = Math.min(frame.height - 1, random.next() * sky.horizon) | 0
    const i = y * frame.width + x
    if (random.next() < band.data[i]! * 1.4) frame.screen(i, [1, 1, 1], 0.25 + 0.5 * random.next())
  }
}

function bandAndCore(frame: Frame, noise: Noise, random: Random, amount: number): { band: Plane; core: Plane } {
  const width = frame.width >> 1
  const height = frame.height >> 1
  const band = createPlane(width, height)
  const core = createPlane(width, height)
  const angle = random.range(-1.1, -0.5) * (random.chance(0.5) ? 1 : -1)
  const centreX = width * random.range(0.4, 0.6)
  const centreY = height * 0.28
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  for (let y = 0, i = 0; y < height; y++) {
    const dy = (y - centreY) / height
    for (let x = 0; x < width; x++, i++) {
      const dx = (x - centreX) / height
      const u = dx * cos + dy * sin
      const v = -dx * sin + dy * cos
      // Far from the band even the widest wobble cannot reach it.
      if (v > 0.45 || v < -0.45) continue
      const across = v + 0.12 * noise.fbm(u * 2.2, v * 2.2, 3)
      const strength = Math.exp(-across * across * 38)
      if (strength < 0.02) continue
      const dust = smoothstep(0.05, 0.42, 0.25 + noise.fbm(u * 4.2 + 20, across * 11 + 7, 5) + Math.abs(across) * 2.4)
      band.data[i] = strength * (0.5 + noise.fbm(u * 5 + 3, v * 9, 5)) * dust * amount
      core.data[i] = Math.exp(-across * across * 130) * (0.5 + noise.fbm(u * 3 + 9, v * 3, 3)) * dust * amount
    }
  }
  return { band: resize(band, frame.width, frame.height), core: resize(core, frame.width, frame.height) }
}
