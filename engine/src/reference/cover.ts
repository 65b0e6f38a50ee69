// A decoded reference to a frame: cropped to cover it around what there is to see, resampled, flattened on white.
import { Frame, Label } from '../core/frame.ts'
import type { Pixels } from '../core/pixels.ts'
import { clamp } from '../core/scalar.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** The part of a reference that is used: left, top, right, bottom in shares of it. */
export type Crop = readonly [left: number, top: number, right: number, bottom: number]

export interface Covered {
  readonly frame: Frame
  readonly crop: Crop
}

const THUMBNAIL = 64

export function cover(pixels: Pixels, size: Size): Covered {
  const scale = Math.max(size.width / pixels.width, size.height / pixels.height)
  const width = Math.min(1, size.width / scale / pixels.width)
  const height = Math.min(1, size.height / scale / pixels.height)
  const left = width < 1 ? placeWindow(energyAlong(pixels, 'x'), width) : 0
  const top = height < 1 ? placeWindow(energyAlong(pixels, 'y'), height) : 0
  const crop: Crop = [left, top, left + width, top + height]
  return { frame: resample(pixels, size, crop), crop }
}

/** Contrast and saturation gathered along one axis: where the subject is likely to be. */
function energyAlong(pixels: Pixels, axis: 'x' | 'y'): Float64Array {
  const energy = new Float64Array(THUMBNAIL)
  const stepX = pixels.width / THUMBNAIL
  const stepY = pixels.height / THUMBNAIL
  for (let y = 1; y < THUMBNAIL; y++) {
    for (let x = 1; x < THUMBNAIL; x++) {
      const here = lookAt(pixels, (x + 0.5) * stepX, (y + 0.5) * stepY)
      const left = lookAt(pixels, (x - 0.5) * stepX, (y + 0.5) * stepY)
      const above = lookAt(pixels, (x + 0.5) * stepX, (y - 0.5) * stepY)
      const contrast = Math.abs(here.light - left.light) + Math.abs(here.light - above.light)
      energy[axis === 'x' ? x : y]! += contrast + 0.15 * here.saturation
    }
  }
  return energy
}

function lookAt({ width, data, channels }: Pixels, x: number, y: number): { light: number; saturation: number } {
  const at = ((y | 0) * width + (x | 0)) * channels
  const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
  return {
    light: (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255,
    saturation: (Math.max(r, g, b) - Math.min(r, g, b)) / 255,
  }
}

/** Where a window of this share of the axis holds most, a little drawn to the centre; its start, 0..1 - share. */
function placeWindow(energy: Float64Array, share: number): number {
  const length = Math.max(1, Math.round(share * THUMBNAIL))
  const room = THUMBNAIL - length
  let best = room / 2
  let most = -Infinity
  for (let start = 0; start <= room; start++) {
    let sum = 0
    for (let k = 0; k < length; k++) sum += energy[start + k]!
    const offset = room === 0 ? 0 : (start / room - 0.5) * 2
    const worth = sum * (1 - 0.15 * offset * offset)
    if (worth <= most) continue
    most = worth
    best = start
  }
  return room === 0 ? (1 - share) / 2 : (best / room) * (1 - share)
}

/** For each output pixel, the run of source pixels it is made of and their weights. */
interface Taps {
  readonly first: Int32Array
  readonly count: Int32Array
  readonly weights: Float32Array
  readonly most: number
}

/** A triangle as wide as the shrinking asks for: smooth both ways. */
function tapsFor(source: number, target: number, [from, to]: readonly [number, number]): Taps {
  const ratio = ((to - from) * source) / target
  const reach = Math.max(1, ratio)
  const most = Math.ceil(reach * 2) + 1
  const taps: Taps = {
    first: new Int32Array(target),
    count: new Int32Array(target),
    weights: new Float32Array(target * most),
    most,
  }
  for (let i = 0; i < target; i++) {
    const centre = from * source + (i + 0.5) * ratio - 0.5
    const first = clamp(Math.ceil(centre - reach), 0, source - 1)
    const last = clamp(Math.floor(centre + reach), first, source - 1)
    taps.first[i] = first
    taps.count[i] = last - first + 1
    let sum = 0
    for (let k = first; k <= last; k++) sum += taps.weights[i * most + k - first] = weightAt(k - centre, reach)
    for (let k = 0; k <= last - first; k++) taps.weights[i * most + k]! /= sum
  }
  return taps
}

function weightAt(distance: number, reach: number): number {
  return Math.max(1e-4, 1 - Math.abs(distance) / reach)
}

function resample(pixels: Pixels, { width, height }: Size, crop: Crop): Frame {
  const across = tapsFor(pixels.width, width, [crop[0], crop[2]])
  const down = tapsFor(pixels.height, height, [crop[1], crop[3]])
  const top = down.first[0]!
  const bottom = down.first[height - 1]! + down.count[height - 1]!
  const rows = new Float32Array((bottom - top) * width * 3)
  for (let y = top; y < bottom; y++) shrinkRow(pixels, y, across, rows.subarray((y - top) * width * 3))
  const frame = new Frame(width, height)
  frame.label.fill(Label.ground)
  for (let y = 0; y < height; y++) {
    for (let k = 0; k < down.count[y]!; k++) {
      const weight = down.weights[y * down.most + k]! / 255
      const row = (down.first[y]! + k - top) * width * 3
      addRow(frame, y * width, rows.subarray(row, row + width * 3), weight)
    }
  }
  return frame
}

function shrinkRow(pixels: Pixels, y: number, { first, count, weights, most }: Taps, out: Float32Array): void {
  const { data, channels } = pixels
  const start = y * pixels.width * channels
  for (let x = 0; x < first.length; x++) {
    let [r, g, b] = [0, 0, 0]
    for (let k = 0; k < count[x]!; k++) {
      const at = start + (first[x]! + k) * channels
      const weight = weights[x * most + k]!
      const opaque = channels === 4 ? data[at + 3]! / 255 : 1
      const white = 255 * (1 - opaque)
      r += (data[at]! * opaque + white) * weight
      g += (data[at + 1]! * opaque + white) * weight
      b += (data[at + 2]! * opaque + white) * weight
    }
    out[x * 3] = r
    out[x * 3 + 1] = g
    out[x * 3 + 2] = b
  }
}

function addRow({ r, g, b }: Frame, offset: number, row: Float32Array, weight: number): void {
  for (let x = 0, at = 0; at < row.length; x++, at += 3) {
    r[offset + x]! += row[at]! * weight
    g[offset + x]! += row[at + 1]! * weight
    b[offset + x]! += row[at + 2]! * weight
  }
}
