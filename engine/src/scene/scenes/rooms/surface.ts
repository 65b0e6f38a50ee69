// Walls and floors of the scenes under a roof: a flat wall down to a line, a floor that runs towards the eye.
import type { Rgb } from '../../../core/colour.ts'
import { type Frame, Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { fill } from '../../../core/raster.ts'
import { clamp } from '../../../core/scalar.ts'
import { rectangle } from '../../../core/shapes.ts'
import type { Scene } from '../../scene.ts'

/** A point of the wall: u and v run over its width and height from 0 to 1. */
export type WallPaint = (u: number, v: number) => Rgb
/** A point of the floor: x to the side, z away from the eye, 1 at the lower edge; u and t over the picture. */
export type FloorPaint = (x: number, z: number, u: number, t: number) => Rgb

export function paintWall(frame: Frame, bottom: number, paint: WallPaint, layer: Layer = WALL): void {
  const { width, height } = frame
  for (let y = 0, i = 0; y < Math.min(height, bottom); y++) {
    for (let x = 0; x < width; x++, i++) put(frame, i, paint(x / width, y / bottom), layer)
  }
}

const FAR = 0.09

export function paintFloor(frame: Frame, top: number, paint: FloorPaint): void {
  const { width, height } = frame
  for (let y = Math.max(0, Math.ceil(top)); y < height; y++) {
    const t = (y - top) / (height - top)
    const z = (1 + FAR) / (t + FAR)
    for (let x = 0; x < width; x++) {
      const u = x / width
      put(frame, y * width + x, paint((u - 0.5) * z, z, u, t), { label: Label.ground, depth: z })
    }
  }
}

/** Darkens the line where wall and floor meet. */
export function seam(frame: Frame, y: number, strength: number): void {
  const reach = Math.max(3, frame.height * 0.012)
  for (let d = -Math.ceil(reach * 0.6); d < reach; d++) {
    const row = Math.round(y + d)
    if (row < 0 || row >= frame.height) continue
    const k = 1 - strength * (1 - Math.abs(d) / reach)
    for (let i = row * frame.width; i < (row + 1) * frame.width; i++) {
      frame.r[i]! *= k
      frame.g[i]! *= k
      frame.b[i]! *= k
    }
  }
}

interface Layer {
  readonly label: number
  readonly depth: number
}

const WALL: Layer = { label: Label.far, depth: 30 }

function put(frame: Frame, i: number, colour: Rgb, { label, depth }: Layer): void {
  frame.r[i] = clamp(colour[0])
  frame.g[i] = clamp(colour[1])
  frame.b[i] = clamp(colour[2])
  frame.label[i] = label
  frame.depth[i] = depth
}

export function times(colour: Rgb, k: number): Rgb {
  return [colour[0] * k, colour[1] * k, colour[2] * k]
}

/** A soft round of light: 1 in the middle. */
export function pool(u: number, v: number, [x, y, rx, ry]: readonly [number, number, number, number]): number {
  return Math.exp(-(((u - x) / rx) ** 2) - ((v - y) / ry) ** 2)
}

/** Along the wall, behind whoever is in the room. */
export const BEHIND = { label: Label.building, depth: 6 }

export interface Box {
  readonly left: number
  readonly top: number
  readonly wide: number
  readonly tall: number
}

/** Lit from the side. */
export function block({ frame, light }: Scene, { left, top, wide, tall }: Box, colour: Rgb): Rgb {
  const face = lit(colour, light, 0.38)
  fill(frame, [rectangle(left, top, wide, tall)], (x) => times(face, 0.9 + (0.16 * (x - left)) / wide), BEHIND)
  return face
}
