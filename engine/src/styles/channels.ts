// What several filters need of a frame: its luminance, a blurred copy, fields and textures laid over it.
import { boxBlur } from '../core/blur.ts'
import { Frame } from '../core/frame.ts'
import { createPlane, type Plane } from '../core/plane.ts'
import { resize } from '../core/resize.ts'

export function planeOf({ width, height }: Plane | Frame, data: Float32Array): Plane {
  return { width, height, data }
}

export function lumaOf({ width, height, size, r, g, b }: Frame): Plane {
  const luma = createPlane(width, height)
  for (let i = 0; i < size; i++) luma.data[i] = 0.2126 * r[i]! + 0.7152 * g[i]! + 0.0722 * b[i]!
  return luma
}

/** A new frame of the same size, with the labels and depths of the old one and no colour yet. */
export function blankLike(frame: Frame): Frame {
  const blank = new Frame(frame.width, frame.height)
  blank.label.set(frame.label)
  blank.depth.set(frame.depth)
  return blank
}

export function blurred(frame: Frame, radius: number): Frame {
  const soft = blankLike(frame)
  soft.r.set(boxBlur(planeOf(frame, frame.r), radius, 1).data)
  soft.g.set(boxBlur(planeOf(frame, frame.g), radius, 1).data)
  soft.b.set(boxBlur(planeOf(frame, frame.b), radius, 1).data)
  return soft
}

/** A smooth field, evaluated every `step` pixels and interpolated: noise at full size costs more than most filters. */
export function fieldOver(frame: Frame, step: number, valueAt: (x: number, y: number) => number): Float32Array {
  const low = createPlane(Math.ceil(frame.width / step), Math.ceil(frame.height / step))
  for (let y = 0, i = 0; y < low.height; y++) {
    for (let x = 0; x < low.width; x++, i++) low.data[i] = valueAt(x * step, y * step)
  }
  return resize(low, frame.width, frame.height).data
}

const TILE = 512

/** A fine texture: one tile, mirrored at its edges so that no seam shows. */
export class Texture {
  private readonly tile = new Float32Array(TILE * TILE)
  private readonly columns: Int32Array

  constructor(width: number, valueAt: (x: number, y: number) => number) {
    for (let y = 0, i = 0; y < TILE; y++) for (let x = 0; x < TILE; x++, i++) this.tile[i] = valueAt(x, y)
    this.columns = Int32Array.from({ length: width }, (_, x) => mirror(x))
  }

  at(x: number, y: number): number {
    return this.tile[mirror(y) * TILE + this.columns[x]!]!
  }
}

function mirror(x: number): number {
  const at = x & (2 * TILE - 1)
  return at < TILE ? at : 2 * TILE - 1 - at
}
