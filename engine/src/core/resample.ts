// Final resizing of the finished channels: Lanczos, or nearest where pixels are the style.
import type { Plane } from './plane.ts'
import { createPlane } from './plane.ts'
import { clamp } from './scalar.ts'

const LOBES = 3

interface Taps {
  /** Number of source samples for each output sample. */
  readonly count: number
  readonly starts: Int32Array
  readonly weights: Float32Array
}

function lanczos(x: number): number {
  if (x === 0) return 1
  if (x <= -LOBES || x >= LOBES) return 0
  const t = Math.PI * x
  return (LOBES * Math.sin(t) * Math.sin(t / LOBES)) / (t * t)
}

function tapsFor(from: number, to: number): Taps {
  const scale = from / to
  const stretch = Math.max(1, scale)
  const count = Math.min(from, Math.ceil(LOBES * stretch) * 2)
  const starts = new Int32Array(to)
  const weights = new Float32Array(to * count)
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * scale - 0.5
    const start = clamp(Math.ceil(centre - count / 2), 0, from - count)
    starts[i] = start
    let sum = 0
    for (let k = 0; k < count; k++) {
      const weight = lanczos((start + k - centre) / stretch)
      weights[i * count + k] = weight
      sum += weight
    }
    for (let k = 0; k < count; k++) weights[i * count + k]! /= sum
  }
  return { count, starts, weights }
}

export function resampleLanczos(source: Plane, width: number, height: number): Plane {
  return resampleRows(resampleColumns(source, width), height)
}

function resampleColumns({ data, width: from, height }: Plane, width: number): Plane {
  const out = createPlane(width, height)
  const { count, starts, weights } = tapsFor(from, width)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const start = y * from + starts[x]!
      const tap = x * count
      let sum = 0
      for (let k = 0; k < count; k++) sum += data[start + k]! * weights[tap + k]!
      out.data[y * width + x] = sum
    }
  }
  return out
}

function resampleRows({ data, width, height: from }: Plane, height: number): Plane {
  const out = createPlane(width, height)
  const { count, starts, weights } = tapsFor(from, height)
  for (let y = 0; y < height; y++) {
    const row = y * width
    for (let k = 0; k < count; k++) {
      const weight = weights[y * count + k]!
      const source = (starts[y]! + k) * width
      for (let x = 0; x < width; x++) out.data[row + x]! += data[source + x]! * weight
    }
  }
  return out
}

export function resampleNearest({ data, width: from, height: rows }: Plane, width: number, height: number): Plane {
  const out = createPlane(width, height)
  for (let y = 0; y < height; y++) {
    const row = Math.min(rows - 1, Math.floor(((y + 0.5) * rows) / height)) * from
    for (let x = 0; x < width; x++) {
      out.data[y * width + x] = data[row + Math.min(from - 1, Math.floor(((x + 0.5) * from) / width))]!
    }
  }
  return out
}
