import type { Step } from './outline.ts'

/** left, top, right, bottom */
export type Box = readonly [number, number, number, number]

export const NOWHERE: Box = [Infinity, Infinity, -Infinity, -Infinity]

export function union(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}

export function intersection(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]
}

export function grown(a: Box, by: number): Box {
  return [a[0] - by, a[1] - by, a[2] + by, a[3] + by]
}

const SAMPLES = 8

/** Of the drawn curve, not of its control points. */
export function boxOf(steps: readonly Step[]): Box {
  let box = NOWHERE
  let x = 0
  let y = 0
  for (const { name, at } of steps) {
    if (name === 'Z') continue
    for (let k = 1; k < (name === 'C' ? SAMPLES : 1); k++) box = union(box, pointOf([x, y], at, k / SAMPLES))
    x = at.at(-2)!
    y = at.at(-1)!
    box = union(box, [x, y, x, y])
  }
  return box
}

function pointOf(from: readonly number[], v: readonly number[], t: number): Box {
  const u = 1 - t
  const at = (i: number) =>
    u * u * u * from[i]! + 3 * u * u * t * v[i]! + 3 * u * t * t * v[i + 2]! + t * t * t * v[i + 4]!
  return [at(0), at(1), at(0), at(1)]
}
