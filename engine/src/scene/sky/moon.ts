import { scaleRgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import type { Noise } from '../../core/noise.ts'
import { glow } from '../../core/raster.ts'
import { clamp, smoothstep } from '../../core/scalar.ts'
import type { Moon } from './sky.ts'

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
