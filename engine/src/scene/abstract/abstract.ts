import { Gradient } from '../../core/colour.ts'
import { Noise } from '../../core/noise.ts'
import { createPlane, type Plane } from '../../core/plane.ts'
import type { Random } from '../../core/random.ts'
import { disc } from '../../core/raster.ts'
import { resize } from '../../core/resize.ts'
import { clamp } from '../../core/scalar.ts'
import type { Scene } from '../scene.ts'
import { abstractPalette } from './abstract-palette.ts'

interface Fields {
  readonly flow: Plane
  readonly warp: Plane
  readonly energy: Plane
}

/** Poured paint: noise warped by warped noise, in relief, with specks of gold. */
export function composeAbstract(scene: Scene): void {
  const { frame } = scene
  const random = scene.random.fork('abstract')
  const gradient = Gradient.of(abstractPalette(scene, random))
  const fields = pour(scene, random)
  const flow = fields.flow.data
  const warp = fields.warp.data
  const energy = fields.energy.data
  for (let i = 0; i < frame.size; i++) {
    const k = (clamp(0.5 + flow[i]! * 1.05 + warp[i]! * 0.25) * 511) | 0
    const wave = flow[i]! * 7 + warp[i]! * 3
    const ridge = (1 - Math.abs(wave - Math.floor(wave) - 0.5) * 2) ** 6 * 0.22
    const light = 0.78 + 0.6 * clamp(energy[i]! * 1.1) + ridge
    frame.r[i] = gradient.r[k]! * light + ridge * 0.3
    frame.g[i] = gradient.g[k]! * light + ridge * 0.28
    frame.b[i] = gradient.b[k]! * light + ridge * 0.22
  }
  emboss(scene, flow)
  scatterGold(scene, flow, random)
}

function pour({ frame }: Scene, random: Random): Fields {
  const noise = new Noise(random)
  const width = frame.width >> 1
  const height = frame.height >> 1
  const flow = createPlane(width, height)
  const warp = createPlane(width, height)
  const energy = createPlane(width, height)
  const offset = random.range(0, 99)
  const scale = (2 * random.range(1.5, 2.3)) / frame.shortSide
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const px = x * scale + offset
      const py = y * scale
      const a = noise.fbm(px, py, 4)
      const b = noise.fbm(px + 5.2, py + 1.3, 4)
      const c = noise.fbm(px + 2.2 * a + 1.7, py + 2.2 * b + 9.2, 4)
      const d = noise.fbm(px + 2.2 * a + 8.3, py + 2.2 * b + 2.8, 3)
      flow.data[i] = noise.fbm(px + 2.4 * c, py + 2.4 * d, 4)
      warp.data[i] = c
      energy.data[i] = Math.hypot(c, d)
    }
  }
  const full = (plane: Plane) => resize(plane, frame.width, frame.height)
  return { flow: full(flow), warp: full(warp), energy: full(energy) }
}

function emboss({ frame }: Scene, field: Float32Array): void {
  const { width, height, r, g, b } = frame
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const i = y * width + x
      const slope = 1 + clamp((field[i]! - field[i + width + 1]!) * 22, -0.28, 0.28)
      r[i]! *= slope
      g[i]! *= slope
      b[i]! *= slope
    }
  }
}

function scatterGold({ frame }: Scene, field: Float32Array, random: Random): void {
  for (let k = 0; k < 900; k++) {
    const x = random.next() * frame.width
    const y = random.next() * frame.height
    const radius = frame.shortSide * 0.0022 * random.range(0.4, 1.6)
    const isOnCrest = Math.abs(field[(y | 0) * frame.width + (x | 0)]!) < 0.04
    if (isOnCrest) disc(frame, [x, y, radius], [1, 0.9, 0.62], { alpha: 0.75 })
  }
}
