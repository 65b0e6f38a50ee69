// Outlines as polygons: lines, ellipses and SVG path data.
import type { Polygon } from './coverage.ts'
import { parsePath } from './path.ts'
import { TAU } from './scalar.ts'

/** A line with its own width at each end. */
export function line(
  [x0, y0, x1, y1]: readonly [x0: number, y0: number, x1: number, y1: number],
  startWidth: number,
  endWidth = startWidth,
): Polygon {
  const dx = x1 - x0
  const dy = y1 - y0
  const length = Math.hypot(dx, dy) || 1
  const nx = -dy / length / 2
  const ny = dx / length / 2
  return [
    x0 + nx * startWidth,
    y0 + ny * startWidth,
    x1 + nx * endWidth,
    y1 + ny * endWidth,
    x1 - nx * endWidth,
    y1 - ny * endWidth,
    x0 - nx * startWidth,
    y0 - ny * startWidth,
  ]
}

export function ellipse(
  [cx, cy]: readonly [x: number, y: number],
  [rx, ry]: readonly [rx: number, ry: number],
  rotation = 0,
  corners = 36,
): Polygon {
  const outline: number[] = []
  const cos = Math.cos(rotation)
  const sin = Math.sin(rotation)
  for (let i = 0; i < corners; i++) {
    const angle = (i / corners) * TAU
    const x = Math.cos(angle) * rx
    const y = Math.sin(angle) * ry
    outline.push(cx + x * cos - y * sin, cy + x * sin + y * cos)
  }
  return outline
}

export function rectangle(x: number, y: number, width: number, height: number): Polygon {
  return [x, y, x + width, y, x + width, y + height, x, y + height]
}

export interface Placement {
  readonly x: number
  readonly y: number
  readonly scaleX: number
  /** scaleX when absent */
  readonly scaleY?: number
}

/** Moves outlines drawn around their own origin onto the frame. */
export function place(outlines: readonly Polygon[], placement: Placement): Polygon[] {
  const { x, y, scaleX, scaleY = scaleX } = placement
  return outlines.map((outline) => outline.map((v, i) => (i & 1 ? v * scaleY + y : v * scaleX + x)))
}

/** `place` of a path written on the spot. */
export function drawPath(data: string, placement: Placement): Polygon[] {
  return place(parsePath(data), placement)
}
