import type { Plane } from './plane.ts'
import { scratchOf } from './scratch.ts'

/** Separable running-sum blur into a new plane; the source is left alone. Edges repeat. Two passes look gaussian. */
export function boxBlur(source: Plane, radius: number, passes = 2): Plane {
  const { width, height } = source
  const reach = Math.max(1, Math.round(radius))
  const data = new Float32Array(source.data.length)
  const scratch = scratchOf(data.length)
  const sums = new Float32Array(width)
  for (let pass = 0; pass < passes; pass++) {
    blurRows(pass === 0 ? source : { width, height, data }, scratch, reach)
    blurColumns({ width, height, data: scratch }, data, sums, reach)
  }
  return { width, height, data }
}

function blurRows({ width, height, data }: Plane, out: Float32Array, reach: number): void {
  const scale = 1 / (2 * reach + 1)
  const last = width - 1
  for (let y = 0; y < height; y++) {
    const row = y * width
    let sum = data[row]! * (reach + 1)
    for (let i = 1; i <= reach; i++) sum += data[row + (i < last ? i : last)]!
    const inner = Math.min(reach, width)
    const outer = Math.max(inner, last - reach)
    for (let x = 0; x < inner; x++) {
      out[row + x] = sum * scale
      sum += data[row + Math.min(last, x + reach + 1)]! - data[row]!
    }
    for (let i = row + inner; i < row + outer; i++) {
      out[i] = sum * scale
      sum += data[i + reach + 1]! - data[i - reach]!
    }
    for (let x = outer; x < width; x++) {
      out[row + x] = sum * scale
      sum += data[row + last]! - data[row + x - reach]!
    }
  }
}

// Walks rows and keeps one running sum per column: memory is read in order.
function blurColumns({ width, height, data }: Plane, out: Float32Array, sums: Float32Array, reach: number): void {
  const scale = 1 / (2 * reach + 1)
  for (let x = 0; x < width; x++) sums[x] = data[x]! * (reach + 1)
  for (let i = 1; i <= reach; i++) {
    const row = Math.min(height - 1, i) * width
    for (let x = 0; x < width; x++) sums[x]! += data[row + x]!
  }
  for (let y = 0; y < height; y++) {
    const row = y * width
    const enter = Math.min(height - 1, y + reach + 1) * width
    const leave = Math.max(0, y - reach) * width
    for (let x = 0; x < width; x++) {
      out[row + x] = sums[x]! * scale
      sums[x]! += data[enter + x]! - data[leave + x]!
    }
  }
}
