// Sets groups side by side, close enough to belong together: the main one in the middle, the others by turns at its sides.
import type { Scene } from '../scene.ts'
import type { Standing } from './related.ts'
import { isEmblem } from './seats.ts'

/** Share of the width that a row may fill. */
const WIDEST = 0.94
const WIDEST_ON_A_POSTER = 0.82
/** How much of the narrower one its neighbour hides: people stand close, as in any picture of a group. */
const OVERLAP = 0.06
const OVERLAP_OF_PEOPLE = 0.13

/** By how much smaller than its proportion a companion may be drawn. */
export const MOST_YIELDED = 1.5

function isPeople(groups: readonly (readonly Standing[])[]): boolean {
  return groups.every(([first]) => first?.asked.figure)
}

/** Somebody beside a thing that is larger than they are keeps their size, and stands before its end. */
function isByPeople([main, ...others]: readonly (readonly Standing[])[]): boolean {
  const [first] = main ?? []
  return (
    first?.asked.figure === null && others.some(([other]) => other?.asked.figure && other.height < first.height * 1.4)
  )
}

function isOfPeople({ group }: Span): boolean {
  return group.every(({ asked }) => asked.figure)
}

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
  const overlap = overlapOf(scene, groups)
  const isMainRight = centreOf(main) > width / 2
  const left = others.filter((span, place) => isLeft(span, place, isMainRight))
  const row = [...left.toReversed(), main, ...others.filter((span) => !left.includes(span))]
  const hidden = (place: number) => {
    const [span, next] = [row[place]!, row[place + 1]]
    return next ? overlap * Math.min(breadthOf(span), breadthOf(next)) : 0
  }
  const isWhole = (span: Span) => span === main || (isOfPeople(main) && isOfPeople(span))
  const widest = width * (isEmblem(scene) ? WIDEST_ON_A_POSTER : WIDEST)
  const widthOf = (aside: number) =>
    row.reduce((sum, span, place) => sum + (breadthOf(span) - hidden(place)) * (isWhole(span) ? 1 : aside), 0)
  // What is beside gives way before the main one does.
  const apart = Math.max(1, (widthOf(1) - breadthOf(main)) / Math.max(1, widest - breadthOf(main)))
  const aside =
    isPeople(groups) || isByPeople(groups)
      ? 1
      : 1 / Math.min(MOST_YIELDED, breadthOf(main) < widest ? apart : MOST_YIELDED)
  const total = widthOf(aside)
  const scale = Math.min(1, widest / total)
  const free = width - total * scale
  const lean = left.length === others.length ? 0.6 : left.length === 0 ? 0.4 : 0.5
  let x = free * lean
  const placed = new Map<Span, readonly Standing[]>()
  for (const [place, span] of row.entries()) {
    const own = isWhole(span) ? scale : scale * aside
    placed.set(span, moved(span, { x, scale: own }))
    x += (breadthOf(span) - hidden(place)) * own
  }
  return facing([main, ...others].map((span) => placed.get(span)!))
}

/** People look at whom they stand beside. */
function facing(groups: readonly (readonly Standing[])[]): readonly (readonly Standing[])[] {
  const [main, next] = groups
  if (!main?.[0] || !next?.[0]) return groups
  const middle = (group: readonly Standing[]) => group.reduce((sum, { x }) => sum + x, 0) / group.length
  return groups.map((group) => {
    const towards = group === main ? middle(next) : middle(main)
    return group.map((standing) => (standing.asked.figure ? { ...standing, isTurned: towards < standing.x } : standing))
  })
}

function isLeft({ group }: Span, place: number, isMainRight: boolean): boolean {
  const position = group[0]?.asked.position
  if (position === 'left' || position === 'right') return position === 'left'
  return (place % 2 === 0) === isMainRight
}

function overlapOf(scene: Scene, groups: readonly (readonly Standing[])[]): number {
  if (isEmblem(scene)) return -0.05
  return isPeople(groups) || isByPeople(groups) ? OVERLAP_OF_PEOPLE : OVERLAP
}

function breadthOf({ left, right }: Span): number {
  return right - left
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
