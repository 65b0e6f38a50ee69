import { blendRgb, type Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Noise } from '../../core/noise.ts'
import { createPlane } from '../../core/plane.ts'
import type { Random } from '../../core/random.ts'
import { resize } from '../../core/resize.ts'
import { clamp, smoothstep } from '../../core/scalar.ts'

/** Gas in three colours: warped noise, bright filaments, dark dust. */
export function paintNebula(frame: Frame, colours: readonly Rgb[], noise: Noise, random: Random): void {
  const width = frame.width >> 1
  const height = frame.height >> 1
  const planes = [0, 1, 2].map(() => createPlane(width, height))
  const offsetX = random.range(0, 90)
  const offsetY = random.range(0, 90)
  const centreX = random.range(0.35, 0.65) * width
  const centreY = random.range(0.3, 0.6) * height
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const px = (x / height) * 2 + offsetX
      const py = (y / height) * 2 + offsetY
      const a = noise.fbm(px, py, 4)
      const b = noise.fbm(px + 5.2, py + 1.3, 4)
      const gas = noise.fbm(px + 2.6 * a, py + 2.6 * b, 5)
      const extent = clamp(1.3 - Math.hypot((x - centreX) / height, (y - centreY) / height) * 1.15 + a * 0.8)
      const filament = clamp(1 - Math.abs(gas + 0.04) * 3.2) ** 3 * extent
      const dust = smoothstep(-0.35, 0.15, noise.fbm(px * 1.8 + 31 + b, py * 1.8 + a, 4))
      const light = (smoothstep(-0.12, 0.5, gas) * extent * 0.95 + filament * 0.5) * (0.25 + 0.75 * dust)
      const colour = threeWay(colours, clamp(0.5 + 1.25 * b))
      planes[0]!.data[i] = colour[0] * light + filament * 0.12
      planes[1]!.data[i] = colour[1] * light + filament * 0.09
      planes[2]!.data[i] = colour[2] * light + filament * 0.1
    }
  }
  const [r, g, b] = planes.map((plane) => resize(plane, frame.width, frame.height).data)
  const ink: [number, number, number] = [0.5, 0.5, 0.5]
  for (let i = 0; i < frame.size; i++) {
    ink[0] = r![i]!
    ink[1] = g![i]!
    ink[2] = b![i]!
    frame.screen(i, ink, 1.5)
  }
}

function threeWay(colours: readonly Rgb[], t: number): Rgb {
  const last = colours[2 % colours.length]!
  const middle = colours[1 % colours.length]!
  return t < 0.5 ? blendRgb(colours[0]!, middle, t * 2) : blendRgb(middle, last, t * 2 - 1)
}
