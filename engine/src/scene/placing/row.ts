// Sets groups side by side, so that none hides another one: the main one in the middle, the others by turns at its sides.
import type { Scene } from '../scene.ts'
import type { Standing } from './related.ts'
import { isEmblem } from './seats.ts'

/** Share of the width that a row may fill. */
const WIDEST = 0.94
const WIDEST_ON_A_POSTER = 0.74
const GAP = 0.015

interface Span {
  readonly group: readonly Standing[]
  readonly left: number
  readonly right: number
}

/** The first group keeps its place as far as the others leave it; too wide a row is drawn smaller. */
export function layRow(scene: Scene, groups: readonly (readonly Standing[])[]): readonly (readonly Standing[])[] {
  const [main, ...others] = groups.map(spanOf)
  if (!main || others.length === 0) return groups
  const { width } = scene.frame
  const gap = width * GAP
  const total = groups.map(spanOf).reduce((sum, { left, right }) => sum + right - left, gap * others.length)
  const scale = Math.min(1, (width * (isEmblem(scene) ? WIDEST_ON_A_POSTER : WIDEST)) / total)
  const isMainRight = centreOf(main) > width / 2
  const left = others.filter((span, place) => isLeft(span, place, isMainRight))
  const row = [...left.toReversed(), main, ...others.filter((span) => !left.includes(span))]
  const free = width - total * scale
  const lean = left.length === others.length ? 0.6 : left.length === 0 ? 0.4 : 0.5
  let x = free * lean
  const placed = new Map<Span, readonly Standing[]>()
  for (const span of row) {
    placed.set(span, moved(span, { x, scale }))
    x += (span.right - span.left + gap) * scale
  }
  return [main, ...others].map((span) => placed.get(span)!)
}

function isLeft({ group }: Span, place: number, isMainRight: boolean): boolean {
  const position = group[0]?.asked.position
  if (position === 'left' || position === 'right') return position === 'left'
  return (place % 2 === 0) === isMainRight
}

function spanOf(group: readonly Standing[]): Span {
  return {
    group,
    left: Math.min(...group.map(({ x, breadth }) => x - breadth / 2)),
    right: Math.max(...group.map(({ x, breadth }) => x + breadth / 2)),
  }
}

function centreOf({ left, right }: Span): number {
  return (left + right) / 2
}

function moved({ group, left }: Span, to: { x: number; scale: number }): readonly Standing[] {
  const line = Math.max(...group.map(({ foot }) => foot))
  return group.map((standing) => ({
    ...standing,
    x: to.x + (standing.x - left) * to.scale,
    foot: line - (line - standing.foot) * (standing.stance === 'ground' || standing.stance === 'table' ? 1 : to.scale),
    height: standing.height * to.scale,
    breadth: standing.breadth * to.scale,
  }))
}
