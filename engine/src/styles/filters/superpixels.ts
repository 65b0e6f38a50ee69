import type { Frame } from '../../core/frame.ts'
import { createPlane, type Plane } from '../../core/plane.ts'
import { Random } from '../../core/random.ts'
import { resize } from '../../core/resize.ts'
import { clamp } from '../../core/scalar.ts'
import { planeOf } from './channels.ts'

/** The picture cut into cells of like colour, at half its size. */
export interface Superpixels {
  readonly width: number
  readonly height: number
  /** The cell of each pixel. */
  readonly cells: Int32Array
  readonly count: number
  readonly r: Float32Array
  readonly g: Float32Array
  readonly b: Float32Array
}

interface Work {
  readonly r: Plane
  readonly g: Plane
  readonly b: Plane
  readonly cells: Int32Array
  readonly distance: Float32Array
  readonly centres: Centres
  /** Usual side of a cell. */
  readonly side: number
}

interface Centres {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly r: Float32Array
  readonly g: Float32Array
  readonly b: Float32Array
}

const ROUNDS = 5
const COMPACTNESS = 0.2

/** SLIC: k-means over position and colour, searched only around each centre. */
export function superpixels(frame: Frame, count: number): Superpixels {
  const width = Math.ceil(frame.width / 2)
  const height = Math.ceil(frame.height / 2)
  const [r, g, b] = [frame.r, frame.g, frame.b].map((data) => resize(planeOf(frame, data), width, height))
  const side = Math.sqrt((width * height) / count)
  const work: Work = {
    r: r!,
    g: g!,
    b: b!,
    cells: new Int32Array(width * height),
    distance: new Float32Array(width * height),
    centres: seed([r!, g!, b!], side),
    side,
  }
  for (let round = 0; round < ROUNDS; round++) {
    work.distance.fill(Infinity)
    for (let cell = 0; cell < work.centres.x.length; cell++) claim(work, cell)
    recentre(work)
  }
  return { width, height, cells: work.cells, count: work.centres.x.length, ...work.centres }
}

/** A staggered grid, jittered: straight rows would show. */
function seed(channels: readonly [Plane, Plane, Plane], side: number): Centres {
  const { width, height } = channels[0]
  const random = new Random(77)
  const points: [number, number][] = []
  for (let y = side / 2, row = 0; y < height; y += side, row++) {
    for (let x = side / 4 + (row & 1 ? side / 2 : 0); x < width; x += side) {
      const jitterX = (random.next() - 0.5) * side * 0.7
      const jitterY = (random.next() - 0.5) * side * 0.7
      points.push([clamp(x + jitterX, 0, width - 1), clamp(y + jitterY, 0, height - 1)])
    }
  }
  const colourOf = ({ data }: Plane) => Float32Array.from(points, ([x, y]) => data[(y | 0) * width + (x | 0)]!)
  return {
    x: Float32Array.from(points, ([x]) => x),
    y: Float32Array.from(points, ([, y]) => y),
    r: colourOf(channels[0]),
    g: colourOf(channels[1]),
    b: colourOf(channels[2]),
  }
}

function claim({ r, g, b, cells, distance, centres, side }: Work, cell: number): void {
  const { width, height } = r
  const cx = centres.x[cell]!
  const cy = centres.y[cell]!
  const cr = centres.r[cell]!
  const cg = centres.g[cell]!
  const cb = centres.b[cell]!
  const weight = (COMPACTNESS * COMPACTNESS) / (side * side)
  const right = Math.min(width - 1, (cx + side * 1.25) | 0)
  const bottom = Math.min(height - 1, (cy + side * 1.25) | 0)
  const left = Math.max(0, (cx - side * 1.25) | 0)
  for (let y = Math.max(0, (cy - side * 1.25) | 0); y <= bottom; y++) {
    const rows = (y - cy) * (y - cy)
    for (let i = y * width + left, x = left; x <= right; x++, i++) {
      const dr = r.data[i]! - cr
      const dg = g.data[i]! - cg
      const db = b.data[i]! - cb
      const d = dr * dr + 1.6 * dg * dg + 0.8 * db * db + ((x - cx) * (x - cx) + rows) * weight
      if (d >= distance[i]!) continue
      distance[i] = d
      cells[i] = cell
    }
  }
}

function recentre({ r, g, b, cells, centres }: Work): void {
  const count = centres.x.length
  const members = new Uint32Array(count)
  const sums = Array.from({ length: 5 }, () => new Float64Array(count))
  const [sx, sy, sr, sg, sb] = sums as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]
  for (let y = 0, i = 0; y < r.height; y++) {
    for (let x = 0; x < r.width; x++, i++) {
      const cell = cells[i]!
      sx[cell]! += x
      sy[cell]! += y
      sr[cell]! += r.data[i]!
      sg[cell]! += g.data[i]!
      sb[cell]! += b.data[i]!
      members[cell]!++
    }
  }
  for (let cell = 0; cell < count; cell++) {
    const share = 1 / members[cell]!
    if (share === Infinity) continue
    centres.x[cell] = sx[cell]! * share
    centres.y[cell] = sy[cell]! * share
    centres.r[cell] = sr[cell]! * share
    centres.g[cell] = sg[cell]! * share
    centres.b[cell] = sb[cell]! * share
  }
}

type Cells = Pick<Superpixels, 'width' | 'height' | 'cells'>

/** Gives stray pixels to the cell most of their neighbours belong to. */
export function tidied({ width, height, cells }: Cells, passes: number): Int32Array {
  let from = cells
  const around = [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1]
  for (let pass = 0; pass < passes; pass++) {
    const to = from.slice()
    for (let y = 1; y < height - 1; y++) {
      for (let i = y * width + 1; i < (y + 1) * width - 1; i++) to[i] = majority(from, i, around)
    }
    from = to
  }
  return from
}

function majority(cells: Int32Array, i: number, around: readonly number[]): number {
  const own = cells[i]!
  let best = own
  let most = countAround(cells, i, around, own)
  if (most >= 4) return own
  for (const step of around) {
    const other = cells[i + step]!
    if (other === best) continue
    const votes = countAround(cells, i, around, other)
    if (votes <= most) continue
    most = votes
    best = other
  }
  return best
}

function countAround(cells: Int32Array, i: number, around: readonly number[], cell: number): number {
  let count = 0
  for (let k = 0; k < 8; k++) if (cells[i + around[k]!] === cell) count++
  return count
}

/** Distance of every pixel to the nearest border between cells (chamfer 1, √2). */
export function borderDistance({ width, height, cells }: Cells): Plane {
  const plane = createPlane(width, height)
  const { data } = plane
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) data[i] = isBorder({ width, height, cells }, x, y) ? 0.5 : 99
  }
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) relax(plane, x, y, -1)
  for (let y = height - 1; y >= 0; y--) for (let x = width - 1; x >= 0; x--) relax(plane, x, y, 1)
  return plane
}

function isBorder({ width, height, cells }: Cells, x: number, y: number): boolean {
  const i = y * width + x
  const own = cells[i]!
  return (
    (x > 0 && cells[i - 1] !== own) ||
    (x < width - 1 && cells[i + 1] !== own) ||
    (y > 0 && cells[i - width] !== own) ||
    (y < height - 1 && cells[i + width] !== own)
  )
}

function relax({ width, height, data }: Plane, x: number, y: number, side: -1 | 1): void {
  const i = y * width + x
  let nearest = data[i]!
  if (side < 0 ? x > 0 : x < width - 1) nearest = Math.min(nearest, data[i + side]! + 1)
  if (side < 0 ? y > 0 : y < height - 1) {
    const row = i + side * width
    nearest = Math.min(nearest, data[row]! + 1)
    if (x > 0) nearest = Math.min(nearest, data[row - 1]! + 1.41)
    if (x < width - 1) nearest = Math.min(nearest, data[row + 1]! + 1.41)
  }
  data[i] = nearest
}
