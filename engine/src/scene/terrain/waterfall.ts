// A rock face across a lake, and the water that falls over it.
import { blendRgb, lighten } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { lit } from '../../core/light.ts'
import { Noise } from '../../core/noise.ts'
import { glow } from '../../core/raster.ts'
import { clamp, smoothstep } from '../../core/scalar.ts'
import type { Scene } from '../scene.ts'

interface Strand {
  readonly x: number
  readonly half: number
}

export function raiseWaterfall(scene: Scene): void {
  const { frame, palette, light, horizon } = scene
  const { width, height } = frame
  const random = scene.random.fork('waterfall')
  const noise = new Noise(random)
  const middle = width * random.range(0.42, 0.58)
  const reach = width * random.range(0.62, 0.74)
  const top = Math.max(height * 0.1, horizon - height * random.range(0.34, 0.42))
  const base = Math.min(height, horizon + height * 0.05)
  const strands: readonly Strand[] = [
    { x: middle, half: width * random.range(0.05, 0.075) },
    { x: middle + reach * 0.2, half: width * random.range(0.014, 0.024) },
    { x: middle - reach * 0.24, half: width * random.range(0.01, 0.02) },
  ]
  const rock = lit(palette.rock, light, 0.4)
  const moss = lit(blendRgb(palette.leaf, palette.leafLight, 0.3), light, 0.45)
  const foam = lit([0.93, 0.96, 0.98], light, 0.5)
  for (let x = 0; x < width; x++) {
    const away = Math.abs(x - middle) / reach
    const brow = top + (base - top) * smoothstep(0.55, 1.25, away) + height * 0.035 * noise.fbm((x / height) * 6, 2, 3)
    for (let y = Math.max(0, Math.floor(brow)); y < base; y++) {
      const i = y * width + x
      const down = (y - brow) / height
      const crag = noise.fbm((x / height) * 9, (y / height) * 3.4, 4)
      const face = lighten(rock, 0.16 * crag - 0.05)
      const green = smoothstep(0.06, 0.005, down + 0.03 * crag) + 0.7 * smoothstep(0.25, 0.6, crag)
      frame.blend(i, blendRgb(face, moss, clamp(green)), clamp((y - brow) / 2))
      frame.label[i] = Label.far
      frame.depth[i] = 16
      for (const { x: at, half } of strands) {
        const spread = half * (1 + 0.5 * smoothstep(0, 0.4, down)) * (1 + 0.12 * noise.at(y / 19, at))
        const inside = smoothstep(1, 0.65, Math.abs(x - at) / spread)
        const streak = 0.72 + 0.28 * noise.at((x / width) * 120, (y / height) * 9 + at)
        frame.blend(i, foam, clamp(inside * streak))
      }
    }
  }
  for (const { x, half } of strands) glow(frame, [x, base, half * 3.4], foam, 0.5)
}
