import { type Frame, Label } from '../core/frame.ts'
import { Noise } from '../core/noise.ts'
import type { Random } from '../core/random.ts'
import { clamp } from '../core/scalar.ts'

/** Mirrors an object that stands in water, downwards from its foot, rippling and fading. */
export function reflectObject(
  frame: Frame,
  { x, y, height }: { readonly x: number; readonly y: number; readonly height: number },
  random: Random,
): void {
  const noise = new Noise(random)
  const left = Math.max(0, (x - height) | 0)
  const right = Math.min(frame.width - 1, (x + height) | 0)
  const ink: [number, number, number] = [0.5, 0.5, 0.5]
  for (let distance = 1; distance < height * 0.8; distance++) {
    const above = (y - distance) | 0
    const below = (y + distance * 0.9) | 0
    if (above < 0 || below >= frame.height) break
    const alpha = 0.5 * (1 - distance / height)
    for (let column = left; column <= right; column++) {
      const shift = noise.at(column * 0.02, distance * 0.22) * (2 + distance * 0.09)
      const from = above * frame.width + (clamp(column + shift, 0, frame.width - 1) | 0)
      const to = below * frame.width + column
      if (frame.label[from] !== Label.subject || frame.label[to] !== Label.water) continue
      ink[0] = frame.r[from]! * 0.8
      ink[1] = frame.g[from]! * 0.82
      ink[2] = frame.b[from]! * 0.88
      frame.blend(to, ink, alpha)
    }
  }
}

/** Mirrors the trees of a lake's banks about the shore line of each column; behind a nearer bank another one begins. */
export function reflectPlants(frame: Frame, horizon: number, random: Random): void {
  const noise = new Noise(random)
  for (let x = 0; x < frame.width; x++) reflectColumn(frame, x, horizon, noise)
}

function reflectColumn(frame: Frame, x: number, horizon: number, noise: Noise): void {
  const { width, height, label } = frame
  const ink: [number, number, number] = [0.5, 0.5, 0.5]
  let shore = -1
  for (let y = Math.max(0, Math.floor(horizon)); y < height; y++) {
    const i = y * width + x
    if (label[i] !== Label.water) {
      shore = -1
      continue
    }
    if (shore < 0) shore = y
    const distance = y - shore
    const above = shore - distance
    if (above < horizon * 0.5) continue
    const shift = noise.at(x * 0.02, y * 0.13) * (2 + distance * 0.05)
    const from = above * width + (clamp(x + shift, 0, width - 1) | 0)
    if (label[from] !== Label.plant) continue
    ink[0] = frame.r[from]! * 0.82
    ink[1] = frame.g[from]! * 0.85
    ink[2] = frame.b[from]! * 0.9
    frame.blend(i, ink, 0.72 * (1 - distance / (height * 0.5)))
  }
}
