// What several filters need of a frame: its luminance, a blurred copy, fields and textures laid over it.
import { boxBlur } from '../../core/blur.ts'
import { Frame } from '../../core/frame.ts'
import { createPlane, type Plane } from '../../core/plane.ts'
import { resize } from '../../core/resize.ts'

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
  soft.r.set(blurredChannel(planeOf(frame, frame.r), radius))
  soft.g.set(blurredChannel(planeOf(frame, frame.g), radius))
  soft.b.set(blurredChannel(planeOf(frame, frame.b), radius))
  return soft
}

const COARSE = 4

/** A wide blur is taken at a quarter of the size, where it costs a sixteenth. */
function blurredChannel(plane: Plane, radius: number): Float32Array {
  if (radius < COARSE * 1.5) return boxBlur(plane, radius, 1).data
  const small = resize(plane, Math.ceil(plane.width / COARSE), Math.ceil(plane.height / COARSE))
  return resize(boxBlur(small, radius / COARSE, 1), plane.width, plane.height).data
}

/** A smooth field, evaluated every `step` pixels and interpolated: noise at full size costs more than most filters. */
export function fieldOver(frame: Frame, step: number, valueAt: (x: number, y: number) => number): Float32Array {
  const low = createPlane(Math.ceil(frame.width / step), Math.ceil(frame.height / step))
  for (let y = 0, i = 0; y < low.height; y++) {
    for (let x = 0; x < low.width; x++, i++) low.data[i] = valueAt(x * step, y * step)
  }
  return resize(low, frame.width, frame.height).data
}

const LARGEST_TILE = 512
const SMALLEST_TILE = 64
/** How far beyond the picture a texture may be looked up. */
export const TEXTURE_SHIFT = 1024

/** A fine texture: one tile, mirrored at its edges so that no seam shows. */
export class Texture {
  private readonly side: number
  private readonly tile: Float32Array
  private readonly columns: Int32Array

  constructor({ width, height }: { readonly width: number; readonly height: number }, valueAt: Texel) {
    let side = SMALLEST_TILE
    while (side < LARGEST_TILE && side < Math.max(width, height)) side *= 2
    this.side = side
    this.tile = new Float32Array(side * side)
    for (let y = 0, i = 0; y < side; y++) for (let x = 0; x < side; x++, i++) this.tile[i] = valueAt(x, y)
    this.columns = Int32Array.from({ length: width + TEXTURE_SHIFT }, (_, x) => this.mirror(x))
  }

  /** x up to the width and TEXTURE_SHIFT more, any y from 0. */
  at(x: number, y: number): number {
    return this.tile[this.mirror(y) * this.side + this.columns[x]!]!
  }

  private mirror(x: number): number {
    const at = x & (2 * this.side - 1)
    return at < this.side ? at : 2 * this.side - 1 - at
  }
}

type Texel = (x: number, y: number) => number
