import type { Plane } from './plane.ts'
import { createPlane } from './plane.ts'
import { clamp } from './scalar.ts'

/** Bilinear; averages instead when shrinking about twofold or more. For fields and masks. */
export function resize(source: Plane, width: number, height: number): Plane {
  const shrinks = source.width / width > 1.9 && source.height / height > 1.9
  return shrinks ? average(source, width, height) : interpolate(source, width, height)
}

function average(source: Plane, width: number, height: number): Plane {
  const out = createPlane(width, height)
  const stepX = source.width / width
  const stepY = source.height / height
  for (let y = 0; y < height; y++) {
    const y0 = Math.floor(y * stepY)
    const y1 = Math.min(source.height, Math.max(y0 + 1, Math.floor((y + 1) * stepY)))
    for (let x = 0; x < width; x++) {
      const x0 = Math.floor(x * stepX)
      const x1 = Math.min(source.width, Math.max(x0 + 1, Math.floor((x + 1) * stepX)))
      const sum = sumOf(source, y0 * source.width + x0, x1 - x0, y1 - y0)
      out.data[y * width + x] = sum / ((x1 - x0) * (y1 - y0))
    }
  }
  return out
}

function sumOf({ data, width }: Plane, from: number, columns: number, rows: number): number {
  let sum = 0
  for (let y = 0, row = from; y < rows; y++, row += width) for (let i = row; i < row + columns; i++) sum += data[i]!
  return sum
}

interface Columns {
  /** Of each column of the result, the one at its left in the source, and how far it is from there. */
  readonly left: Int32Array
  readonly share: Float32Array
}

/** Each row of the source is stretched once, however many rows of the result lie between it and the next. */
function interpolate(source: Plane, width: number, height: number): Plane {
  const out = createPlane(width, height)
  const stepY = source.height / height
  const columns = columnsOf(source.width, width)
  let [top, bottom] = [new Float64Array(width), new Float64Array(width)]
  let [topRow, bottomRow] = [-1, -1]
  for (let y = 0; y < height; y++) {
    const at = clamp((y + 0.5) * stepY - 0.5, 0, source.height - 1)
    const above = at | 0
    const below = Math.min(source.height - 1, above + 1)
    if (above !== topRow) {
      if (above === bottomRow) [top, bottom, topRow, bottomRow] = [bottom, top, bottomRow, topRow]
      else stretchRow(source, above, columns, top)
      topRow = above
    }
    if (below !== bottomRow) stretchRow(source, below, columns, bottom)
    bottomRow = below
    mixRows([top, bottom], at - above, out.data.subarray(y * width, (y + 1) * width))
  }
  return out
}

function columnsOf(from: number, width: number): Columns {
  const step = from / width
  const left = new Int32Array(width)
  const share = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const at = clamp((x + 0.5) * step - 0.5, 0, from - 1)
    left[x] = at | 0
    share[x] = at - (at | 0)
  }
  return { left, share }
}

function stretchRow({ data, width }: Plane, row: number, { left, share }: Columns, into: Float64Array): void {
  const from = row * width
  const last = width - 1
  for (let x = 0; x < into.length; x++) {
    const x0 = left[x]!
    const x1 = x0 < last ? x0 + 1 : last
    into[x] = data[from + x0]! + (data[from + x1]! - data[from + x0]!) * share[x]!
  }
}

function mixRows([top, bottom]: readonly [Float64Array, Float64Array], v: number, into: Float32Array): void {
  for (let x = 0; x < into.length; x++) into[x] = top[x]! + (bottom[x]! - top[x]!) * v
}

export function sampleBilinear({ data, width, height }: Plane, x: number, y: number): number {
  const px = clamp(x, 0, width - 1.001)
  const py = clamp(y, 0, height - 1.001)
  const x0 = px | 0
  const y0 = py | 0
  const u = px - x0
  const i = y0 * width + x0
  const top = data[i]! + (data[i + 1]! - data[i]!) * u
  const bottom = data[i + width]! + (data[i + width + 1]! - data[i + width]!) * u
  return top + (bottom - top) * (py - y0)
}
