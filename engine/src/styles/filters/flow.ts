import { boxBlur } from '../../core/blur.ts'
import type { Frame } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import { createPlane, type Plane } from '../../core/plane.ts'
import type { Random } from '../../core/random.ts'
import { resize } from '../../core/resize.ts'
import { smoothstep } from '../../core/scalar.ts'
import { lumaOf } from './channels.ts'

const STEP = 4

/** Which way brushes follow the picture, every four pixels. */
export interface Flow {
  readonly width: number
  readonly height: number
  /** Along edges; a slow noise where there are none. */
  readonly angle: Float32Array
  /** 0 no direction, 1 one clear direction. */
  readonly coherence: Float32Array
  /** Strength of the gradient. */
  readonly strength: Float32Array
}

/** The index in a flow of a pixel of the frame. */
export function flowIndex({ width, height }: Flow, x: number, y: number): number {
  return Math.min(height - 1, (y / STEP) | 0) * width + Math.min(width - 1, (x / STEP) | 0)
}

/** Orientation from the smoothed structure tensor. */
export function flowOf(frame: Frame, random: Random): Flow {
  const luma = resize(lumaOf(frame), Math.ceil(frame.width / STEP), Math.ceil(frame.height / STEP))
  const { width, height } = luma
  const tensor = structureOf(luma)
  const noise = new Noise(random.fork('flow'))
  const flow: Flow = {
    width,
    height,
    angle: new Float32Array(width * height),
    coherence: new Float32Array(width * height),
    strength: tensor.strength.data,
  }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const xx = tensor.xx.data[i]!
      const yy = tensor.yy.data[i]!
      const xy = tensor.xy.data[i]!
      const difference = xx - yy
      const coherence = Math.sqrt(difference * difference + 4 * xy * xy) / (xx + yy + 2e-4)
      const along = Math.atan2(2 * xy, difference) + Math.PI
      const wander = noise.fbm((x / height) * 2.2, (y / height) * 2.2, 2) * 5.2
      const trust = smoothstep(0.12, 0.5, coherence)
      const sin = Math.sin(along) * trust + Math.sin(wander) * (1 - trust)
      const cos = Math.cos(along) * trust + Math.cos(wander) * (1 - trust)
      flow.angle[i] = 0.5 * Math.atan2(sin, cos)
      flow.coherence[i] = coherence
    }
  }
  return flow
}

interface Structure {
  readonly xx: Plane
  readonly xy: Plane
  readonly yy: Plane
  readonly strength: Plane
}

function structureOf({ width, height, data }: Plane): Structure {
  const [xx, xy, yy, strength] = Array.from({ length: 4 }, () => createPlane(width, height)) as [
    Plane,
    Plane,
    Plane,
    Plane,
  ]
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const a = data[i - width - 1]!
      const b = data[i - width + 1]!
      const c = data[i + width - 1]!
      const d = data[i + width + 1]!
      const gx = (b + 2 * data[i + 1]! + d - a - 2 * data[i - 1]! - c) / 4
      const gy = (c + 2 * data[i + width]! + d - a - 2 * data[i - width]! - b) / 4
      xx.data[i] = gx * gx
      xy.data[i] = gx * gy
      yy.data[i] = gy * gy
      strength.data[i] = Math.sqrt(gx * gx + gy * gy)
    }
  }
  return { xx: boxBlur(xx, 4), xy: boxBlur(xy, 4), yy: boxBlur(yy, 4), strength }
}
