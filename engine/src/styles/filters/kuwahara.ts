import type { Frame } from '../../core/frame.ts'
import type { Plane } from '../../core/plane.ts'
import { smoothstep } from '../../core/scalar.ts'
import { scratchOf } from '../../core/scratch.ts'
import { blankLike, lumaOf, planeOf } from './channels.ts'

/**
 * Flattens textures and keeps edges: every pixel takes the mean of the calmest of the four windows it is a corner of.
 * Window means come from running sums, so that the radius costs nothing.
 */
export function kuwahara(frame: Frame, radius: number): Frame {
  const { width, height } = frame
  const luma = lumaOf(frame)
  const mean = windowMeans(luma, radius)
  const variance = windowMeans(planeOf(luma, squares(luma.data)), radius)
  for (let i = 0; i < variance.length; i++) variance[i]! -= mean[i]! * mean[i]!
  const [r, g, b] = [frame.r, frame.g, frame.b].map((data) => windowMeans(planeOf(frame, data), radius))
  const out = blankLike(frame)
  for (let y = 0, i = 0; y < height; y++) {
    const above = (y > radius ? y - radius : 0) * width
    const below = y * width
    for (let x = 0; x < width; x++, i++) {
      const left = x > radius ? x - radius : 0
      let calmest = below + x
      if (variance[below + left]! < variance[calmest]!) calmest = below + left
      if (variance[above + x]! < variance[calmest]!) calmest = above + x
      if (variance[above + left]! < variance[calmest]!) calmest = above + left
      out.r[i] = r![calmest]!
      out.g[i] = g![calmest]!
      out.b[i] = b![calmest]!
    }
  }
  return out
}

/** Gives back the small lights that flattening took for noise: windows, lamps, stars. In place. */
export function restoreLights(flat: Frame, source: Frame): void {
  const before = lumaOf(source).data
  const after = lumaOf(flat).data
  for (let i = 0; i < flat.size; i++) {
    const share = smoothstep(0.1, 0.3, before[i]! - after[i]!) * 0.9
    if (share === 0) continue
    flat.r[i]! += (source.r[i]! - flat.r[i]!) * share
    flat.g[i]! += (source.g[i]! - flat.g[i]!) * share
    flat.b[i]! += (source.b[i]! - flat.b[i]!) * share
  }
}

function squares(data: Float32Array): Float32Array {
  const out = new Float32Array(data.length)
  for (let i = 0; i < data.length; i++) out[i] = data[i]! * data[i]!
  return out
}

/** Mean of the (radius + 1)² window that starts at each pixel and goes right and down; edges repeat. */
function windowMeans({ width, height, data }: Plane, radius: number): Float32Array {
  const rows = scratchOf(data.length)
  const scale = 1 / (radius + 1)
  for (let y = 0; y < height; y++) {
    const row = y * width
    const end = row + width - 1
    let sum = 0
    for (let k = 0; k <= radius; k++) sum += data[Math.min(end, row + k)]!
    const inner = Math.max(row, end - radius)
    for (let i = row; i < inner; i++) {
      rows[i] = sum * scale
      sum += data[i + radius + 1]! - data[i]!
    }
    for (let i = inner; i <= end; i++) {
      rows[i] = sum * scale
      sum += data[end]! - data[i]!
    }
  }
  return columnMeans({ width, height, data: rows }, radius)
}

function columnMeans({ width, height, data }: Plane, radius: number): Float32Array {
  const out = new Float32Array(data.length)
  const sums = new Float64Array(width)
  const scale = 1 / (radius + 1)
  for (let k = 0; k <= radius; k++) {
    const row = Math.min(height - 1, k) * width
    for (let x = 0; x < width; x++) sums[x]! += data[row + x]!
  }
  for (let y = 0; y < height; y++) {
    const row = y * width
    const enter = Math.min(height - 1, y + radius + 1) * width
    for (let x = 0; x < width; x++) {
      out[row + x] = sums[x]! * scale
      sums[x]! += data[enter + x]! - data[row + x]!
    }
  }
  return out
}
