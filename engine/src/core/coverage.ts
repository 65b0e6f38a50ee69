// Polygon coverage by signed-area accumulation: every edge adds its exact area to the cells it crosses, and a running
// sum over each row gives the anti-aliased coverage. The accumulator is shared, so callbacks must not rasterise.

import { clamp } from './scalar.ts'

/** x0, y0, x1, y1, … closed by itself. */
export type Polygon = readonly number[]
export type CoverageVisitor = (x: number, y: number, coverage: number) => void

interface Size {
  readonly width: number
  readonly height: number
}

interface Cells {
  area: Float32Array
  stride: number
  columns: number
  rows: number
  left: number
  top: number
}

const cells: Cells = { area: new Float32Array(0), stride: 0, columns: 0, rows: 0, left: 0, top: 0 }

/** Calls `visit` for each pixel touched; overlapping polygons of one call count once. */
export function coverage(size: Size, polygons: readonly Polygon[], visit: CoverageVisitor): void {
  if (!prepare(size, polygons)) return
  for (const polygon of polygons) accumulate(polygon)
  const { area, stride, columns, rows, left, top } = cells
  for (let y = 0; y < rows; y++) {
    const row = y * stride
    let sum = 0
    for (let x = 0; x < columns; x++) {
      sum += area[row + x]!
      const covered = sum < 0 ? -sum : sum
      if (covered > 0.003) visit(left + x, top + y, covered > 1 ? 1 : covered)
    }
  }
}

/** left, top, right, bottom */
export function boundsOf(polygons: readonly Polygon[]): [number, number, number, number] {
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const polygon of polygons) {
    for (let i = 0; i + 1 < polygon.length; i += 2) {
      const x = polygon[i]!
      const y = polygon[i + 1]!
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
    }
  }
  return [left, top, right, bottom]
}

function prepare(size: Size, polygons: readonly Polygon[]): boolean {
  const [left, top, right, bottom] = boundsOf(polygons)
  cells.left = Math.max(0, Math.floor(left))
  cells.top = Math.max(0, Math.floor(top))
  cells.columns = Math.min(size.width, Math.ceil(right) + 1) - cells.left
  cells.rows = Math.min(size.height, Math.ceil(bottom) + 1) - cells.top
  if (!(cells.columns > 0 && cells.rows > 0)) return false
  cells.stride = cells.columns + 2
  const needed = cells.stride * cells.rows
  if (cells.area.length < needed) cells.area = new Float32Array(needed)
  else cells.area.fill(0, 0, needed)
  return true
}

function accumulate(polygon: Polygon): void {
  const last = polygon.length
  if (last < 6) return
  const { left, top } = cells
  let ax = polygon[last - 2]! - left
  let ay = polygon[last - 1]! - top
  for (let i = 0; i < last; i += 2) {
    const bx = polygon[i]! - left
    const by = polygon[i + 1]! - top
    addEdge(ax, ay, bx, by)
    ax = bx
    ay = by
  }
}

function addEdge(ax: number, ay: number, bx: number, by: number): void {
  if (ay === by) return
  const { stride, columns, rows } = cells
  const direction = ay < by ? 1 : -1
  const slope = (bx - ax) / (by - ay)
  const from = Math.max(0, Math.min(ay, by))
  const to = Math.min(rows, Math.max(ay, by))
  let x = ax + (from - ay) * slope
  for (let y = Math.floor(from); y < to; y++) {
    const height = Math.min(y + 1, to) - Math.max(y, from)
    const next = x + slope * height
    const low = clamp(Math.min(x, next), 0, columns)
    const high = clamp(Math.max(x, next), 0, columns)
    addSpan(y * stride, low, high, height * direction)
    x = next
  }
}

function addSpan(row: number, a: number, b: number, weight: number): void {
  const { area } = cells
  const first = Math.floor(a)
  const end = Math.ceil(b)
  if (end <= first + 1) {
    const middle = 0.5 * (a + b) - first
    area[row + first]! += weight - weight * middle
    area[row + first + 1]! += weight * middle
    return
  }
  const perCell = 1 / (b - a)
  const startShare = a - first
  const endShare = b - end + 1
  const head = 0.5 * perCell * (1 - startShare) * (1 - startShare)
  const tail = 0.5 * perCell * endShare * endShare
  area[row + first]! += weight * head
  if (end === first + 2) area[row + first + 1]! += weight * (1 - head - tail)
  else {
    const second = perCell * (1.5 - startShare)
    area[row + first + 1]! += weight * (second - head)
    for (let x = first + 2; x < end - 1; x++) area[row + x]! += weight * perCell
    area[row + end - 1]! += weight * (1 - (second + (end - first - 3) * perCell) - tail)
  }
  area[row + end]! += weight * tail
}
