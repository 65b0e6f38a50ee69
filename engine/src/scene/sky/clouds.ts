import type { Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import type { Noise } from '../../core/noise.ts'
import { createPlane, type Plane } from '../../core/plane.ts'
import type { Random } from '../../core/random.ts'
import { resize } from '../../core/resize.ts'
import { clamp, lerp, smoothstep } from '../../core/scalar.ts'
import type { Sky } from './sky.ts'

interface CloudLayer {
  readonly density: Plane
  readonly light: Plane
}

/**
 * Clouds on a plane seen in perspective: they flatten and crowd towards the horizon. Where density falls towards the
 * sun the cloud is lit.
 */
export function paintClouds(frame: Frame, sky: Sky, noise: Noise, random: Random): void {
  const width = frame.width >> 1
  const height = Math.min(frame.height, Math.ceil(sky.horizon) + 4) >> 1
  if (height < 4) return
  const layer = { density: createPlane(width, height), light: createPlane(width, height) }
  fillLayer(layer, frame, sky, { noise, offsetX: random.range(0, 100), offsetY: random.range(0, 100) })
  blendLayer(layer, frame, sky.cloudShade, sky.cloudLit)
}

function fillLayer(
  { density, light }: CloudLayer,
  frame: Frame,
  sky: Sky,
  { noise, offsetX, offsetY }: { noise: Noise; offsetX: number; offsetY: number },
): void {
  const { width, height } = density
  const horizon = sky.horizon / 2
  const threshold = 0.24 - 0.5 * sky.clouds
  const source = sky.sun ?? sky.moon
  const sourceX = source ? source.x / 2 : width * 0.3
  const sourceY = source ? source.y / 2 : 0
  for (let y = 0, i = 0; y < height; y++) {
    const elevation = ((horizon - y) / frame.height) * 2 + 0.075
    const py = (0.42 / elevation) * sky.cloudScale * 1.25 + offsetY
    const stepX = (2 / frame.height / elevation) * 0.62 * sky.cloudScale
    const thinning = (1 - smoothstep(0.9, 1, y / horizon) * 0.7) * 0.94
    for (let x = 0; x < width; x++, i++) {
      const px = (x - width / 2) * stepX + offsetX
      const warp = noise.at(px * 0.5, py * 0.5)
      const u = px + warp * 0.6
      const v = py + warp * 0.4
      const thickness = noise.fbm(u, v, 5, 0.52)
      const alpha = smoothstep(threshold, threshold + 0.3, thickness)
      if (alpha < 0.01) continue
      const dx = sourceX - x
      const dy = sourceY - y
      const distance = Math.sqrt(dx * dx + dy * dy) + 1e-3
      const towards = 0.16 / distance
      const sunward = noise.fbm(u + dx * towards, v + dy * towards, 3, 0.52)
      const nearness = 0.25 * Math.exp(-distance / (height * 0.55))
      light.data[i] = clamp(0.52 + (thickness - sunward) * 2.3 - (alpha - 0.5) * 0.28 + nearness)
      density.data[i] = alpha * thinning
    }
  }
}

function blendLayer(layer: CloudLayer, frame: Frame, shade: Rgb, lit: Rgb): void {
  const rows = layer.density.height * 2
  const density = resize(layer.density, frame.width, rows).data
  const light = resize(layer.light, frame.width, rows).data
  const ink: [number, number, number] = [0.5, 0.5, 0.5]
  const end = Math.min(frame.size, frame.width * rows)
  for (let i = 0; i < end; i++) {
    const alpha = density[i]!
    if (alpha < 0.01) continue
    const t = clamp(light[i]! / Math.max(0.3, alpha))
    ink[0] = lerp(shade[0], lit[0], t)
    ink[1] = lerp(shade[1], lit[1], t)
    ink[2] = lerp(shade[2], lit[2], t)
    frame.blend(i, ink, alpha)
    if (alpha > 0.55) frame.label[i] = Label.cloud
  }
}
