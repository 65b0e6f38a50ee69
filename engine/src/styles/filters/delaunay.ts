interface Triangle {
  readonly a: number
  readonly b: number
  readonly c: number
  /** Centre and squared radius of the circle through the corners. */
  readonly x: number
  readonly y: number
  readonly radius: number
}

const FAR = 1e5

/**
 * Delaunay triangles of points x0, y0, x1, y1, … as triples of point indices. Bowyer–Watson swept from left to right:
 * a triangle whose circle lies behind the sweep is finished.
 */
export function triangulate(points: readonly number[]): number[] {
  const count = points.length / 2
  const all = [...points, -FAR, -FAR, FAR, -FAR, 0, 2 * FAR]
  const order = Array.from({ length: count }, (_, i) => i).sort((p, q) => all[p * 2]! - all[q * 2]!)
  let open = [circled(all, [count, count + 1, count + 2])]
  const finished: Triangle[] = []
  for (const point of order) open = insert(all, point, open, finished)
  const corners: number[] = []
  for (const { a, b, c } of [...finished, ...open]) if (a < count && b < count && c < count) corners.push(a, b, c)
  return corners
}

function insert(points: readonly number[], point: number, open: readonly Triangle[], finished: Triangle[]): Triangle[] {
  const x = points[point * 2]!
  const y = points[point * 2 + 1]!
  const kept: Triangle[] = []
  const hole = new Map<number, readonly [number, number]>()
  for (const triangle of open) {
    const dx = x - triangle.x
    const dy = y - triangle.y
    if (dx > 0 && dx * dx > triangle.radius) finished.push(triangle)
    else if (dx * dx + dy * dy > triangle.radius) kept.push(triangle)
    else addSides(hole, triangle)
  }
  for (const [from, to] of hole.values()) kept.push(circled(points, [from, to, point]))
  return kept
}

/** A side shared by two removed triangles is inside the hole: it goes. */
function addSides(hole: Map<number, readonly [number, number]>, { a, b, c }: Triangle): void {
  for (const side of [
    [a, b],
    [b, c],
    [c, a],
  ] as const) {
    const key = Math.min(...side) * 100_003 + Math.max(...side)
    if (!hole.delete(key)) hole.set(key, side)
  }
}

function circled(points: readonly number[], [a, b, c]: readonly [number, number, number]): Triangle {
  const ax = points[a * 2]!
  const ay = points[a * 2 + 1]!
  const bx = points[b * 2]!
  const by = points[b * 2 + 1]!
  const cx = points[c * 2]!
  const cy = points[c * 2 + 1]!
  const d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by)) || 1e-9
  const a2 = ax * ax + ay * ay
  const b2 = bx * bx + by * by
  const c2 = cx * cx + cy * cy
  const x = (a2 * (by - cy) + b2 * (cy - ay) + c2 * (ay - by)) / d
  const y = (a2 * (cx - bx) + b2 * (ax - cx) + c2 * (bx - ax)) / d
  return { a, b, c, x, y, radius: (ax - x) ** 2 + (ay - y) ** 2 }
}
