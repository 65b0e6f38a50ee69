import { Gradient, lighten, type Rgb } from '../../core/colour.ts'
import { Noise } from '../../core/noise.ts'
import type { Random } from '../../core/random.ts'
import { shaded } from '../../core/raster.ts'
import { clamp, lerp, smoothstep, TAU } from '../../core/scalar.ts'
import { ellipse } from '../../core/shapes.ts'
import { drawFlower } from '../../objects/flowers/draw-flower.ts'
import type { Scene } from '../scene.ts'
import { abstractPalette } from './abstract-palette.ts'

const GOLD: Rgb = [0.98, 0.86, 0.56]

/** Warped noise folded into equal sectors, ringed and outlined in gold, with petals and a lotus heart. */
export function composeMandala(scene: Scene): void {
  const random = scene.random.fork('mandala')
  const colours = abstractPalette(scene, random)
  const sectors = random.pick([8, 10, 12, 16])
  paintFolds(scene, Gradient.of(colours), sectors, random)
  paintPetals(scene, colours, sectors)
  const { frame } = scene
  const heart = {
    kind: 'lotus',
    x: frame.width / 2,
    y: frame.height / 2,
    radius: frame.shortSide * 0.085,
    colour: colours.at(-2)!,
    tilt: 1,
  } as const
  const light = {
    x: frame.width / 2,
    y: frame.height / 2 - frame.shortSide,
    direct: [0.6, 0.55, 0.5],
    ambient: [0.55, 0.55, 0.6],
    haze: colours[2]!,
    isNight: false,
  } as const
  drawFlower(frame, heart, light, random)
}

function paintFolds({ frame }: Scene, gradient: Gradient, sectors: number, random: Random): void {
  const noise = new Noise(random)
  const offset = random.range(0, 99)
  const half = Math.PI / sectors
  const scale = 2 / frame.shortSide
  for (let y = 0, i = 0; y < frame.height; y++) {
    for (let x = 0; x < frame.width; x++, i++) {
      const dx = (x - frame.width / 2) * scale
      const dy = (y - frame.height / 2) * scale
      const radius = Math.sqrt(dx * dx + dy * dy)
      const turn = Math.atan2(dy, dx) + TAU
      const angle = Math.abs((turn % (2 * half)) - half)
      const px = Math.cos(angle) * radius
      const py = Math.sin(angle) * radius
      const wave = noise.at(px * 3 + offset, py * 3)
      const tracery = noise.at(px * 5 + wave * 1.3 + offset, py * 6 + wave) + 0.35 * noise.at(px * 11 + offset, py * 12)
      const ring = 0.5 + 0.5 * Math.cos(radius * 17 + Math.cos(angle * sectors) * 1.6 + wave * 1.4)
      const k = (clamp(0.5 + tracery * 0.42 + (ring - 0.5) * 0.42) * 511) | 0
      const outline = smoothstep(0.06, 0, Math.abs(tracery)) * 0.8 + smoothstep(0.05, 0, Math.abs(ring - 0.5)) * 0.55
      const gilt = clamp(outline) * 0.75
      const light = (1.06 - 0.5 * smoothstep(0.7, 1.45, radius)) * (0.85 + 0.25 * ring)
      frame.r[i] = lerp(gradient.r[k]!, GOLD[0], gilt) * light
      frame.g[i] = lerp(gradient.g[k]!, GOLD[1], gilt) * light
      frame.b[i] = lerp(gradient.b[k]!, GOLD[2], gilt) * light
    }
  }
}

function paintPetals({ frame }: Scene, colours: readonly Rgb[], sectors: number): void {
  const size = frame.shortSide
  const rings = [
    [0.3, 0.045, sectors],
    [0.17, 0.03, sectors],
    [0.42, 0.028, sectors * 2],
  ] as const
  for (const [reach, length, count] of rings) {
    for (let k = 0; k < count; k++) {
      const angle = (k / count) * TAU + (count === sectors ? 0 : Math.PI / sectors)
      const at = [
        frame.width / 2 + Math.cos(angle) * size * reach,
        frame.height / 2 + Math.sin(angle) * size * reach,
      ] as const
      shaded(frame, [ellipse(at, [size * length, size * length * 0.42], angle, 22)], {
        base: lighten(colours[(count + 1) % colours.length]!, -0.03),
        rim: [1, 0.92, 0.7],
        toLight: [-Math.cos(angle), -Math.sin(angle)],
        reach: size * 0.008,
      })
    }
  }
}
