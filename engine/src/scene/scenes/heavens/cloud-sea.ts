import { blendRgb, lighten, mix, type Rgb } from '../../../core/colour.ts'
import { type Frame, Label } from '../../../core/frame.ts'
import { Noise } from '../../../core/noise.ts'
import type { Random } from '../../../core/random.ts'
import { clamp, lerp, smoothstep } from '../../../core/scalar.ts'
import type { Scene } from '../../scene.ts'
import { paintSky } from '../../sky/paint-sky.ts'

const LAYERS = 6

/** Above the clouds: layers of soft spheres, larger and lower towards the viewer. */
export function composeSky(scene: Scene): void {
  const { frame, sky, random } = scene
  paintSky(frame, { ...sky, horizon: frame.height * 1.12, clouds: Math.min(0.3, sky.clouds) }, random)
  if (sky.clouds <= 0) return
  const draws = random.fork('cloud-sea')
  const noise = new Noise(draws)
  for (let layer = 0; layer < LAYERS; layer++) paintLayer(scene, layer, noise, draws)
}

interface Puff {
  readonly x: number
  readonly y: number
  readonly radius: number
}

interface Tones {
  readonly shade: Rgb
  readonly lit: Rgb
}

function paintLayer(scene: Scene, layer: number, noise: Noise, random: Random): void {
  const { frame, palette } = scene
  const near = layer / (LAYERS - 1)
  const base = lerp(frame.height * 0.5, frame.height * 1.02, near ** 0.9)
  const tones: Tones = {
    lit: mix(mix(palette.cloudLit, palette.light, 0.25), palette.haze, 0.55 * (1 - near)),
    shade: lighten(mix(palette.cloudShade, palette.haze, 0.5 * (1 - near)), -0.04 - 0.11 * near),
  }
  const puffs = scatterPuffs(frame, { layer, near, base, noise }, random)
  for (const puff of puffs) paintPuff(frame, puff, tones, scene.sun)
  const body = blendRgb(tones.shade, tones.lit, 0.35)
  for (let y = Math.max(0, base | 0); y < frame.height; y++) {
    const alpha = smoothstep(base, base + frame.shortSide * 0.05, y) * 0.9
    for (let x = 0; x < frame.width; x++) frame.blend(y * frame.width + x, body, alpha)
  }
}

function scatterPuffs(
  frame: Frame,
  { layer, near, base, noise }: { layer: number; near: number; base: number; noise: Noise },
  random: Random,
): Puff[] {
  const size = frame.shortSide
  const count = Math.round(46 - 22 * near)
  const lift = size * (0.03 + 0.07 * near)
  const puffs: Puff[] = []
  for (let k = 0; k < count; k++) {
    const x = ((k + random.next()) / count) * frame.width * 1.1 - frame.width * 0.05
    const hump = Math.max(0, noise.fbm((x / size) * 1.6 + layer * 13, layer * 5, 3) * 2 + 0.35)
    const radius = size * lerp(0.03, 0.1, near) * (0.6 + 0.9 * hump) * random.range(0.75, 1.2)
    for (let m = 0; m < 3; m++) {
      puffs.push({
        x: x + random.gauss() * radius * 0.9,
        y: base - lift * hump * (1.2 - m * 0.7) + m * radius * 0.35,
        radius: radius * (1 - m * 0.08),
      })
    }
  }
  return puffs.toSorted((a, b) => a.y - b.y)
}

function paintPuff(frame: Frame, puff: Puff, { shade, lit }: Tones, sun: { x: number; y: number }): void {
  const { x: centreX, y: centreY, radius } = puff
  const toX = sun.x - centreX
  const toY = sun.y - centreY
  const distance = Math.hypot(toX, toY) || 1
  const lightX = (toX / distance) * 0.55
  const lightY = Math.min(-0.45, toY / distance)
  const right = Math.min(frame.width - 1, centreX + radius)
  const bottom = Math.min(frame.height - 1, centreY + radius * 1.25)
  const ink: [number, number, number] = [0.5, 0.5, 0.5]
  for (let y = Math.max(0, (centreY - radius) | 0); y <= bottom; y++) {
    const down = (y - centreY) / radius
    const dy = down > 0 ? down * 0.8 : down
    for (let x = Math.max(0, (centreX - radius) | 0); x <= right; x++) {
      const dx = (x - centreX) / radius
      const outside = dx * dx + dy * dy
      if (outside > 1) continue
      const dz = Math.sqrt(1 - outside)
      const light = clamp(0.42 + (dx * lightX + dy * lightY) * 0.62 + dz * 0.12)
      const i = y * frame.width + x
      for (let c = 0; c < 3; c++) ink[c] = lerp(shade[c]!, lit[c]!, light)
      frame.blend(i, ink, smoothstep(0, 0.42, dz) * 0.92)
      frame.label[i] = Label.cloud
    }
  }
}
