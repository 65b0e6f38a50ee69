// Where a subject stands that is on, in, over or far behind another one.
import { clamp } from '../../core/scalar.ts'
import { aspectOf } from '../../objects/subjects/draw-subject.ts'
import { figureSubject } from '../../objects/subjects/figures/figure.ts'
import type { AskedSubject } from '../../prompt/asked.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import type { Stance } from '../../subjects/subject.ts'
import type { Scene } from '../scene.ts'

/** One copy of a subject, ready to be drawn. */
export interface Standing {
  readonly asked: AskedSubject
  readonly index: number
  readonly copy: number
  readonly x: number
  readonly foot: number
  readonly height: number
  readonly breadth: number
  readonly stance: Stance
  readonly isTurned: boolean
  /** Drawn before what it belongs to. */
  readonly isBehind: boolean
}

const SIZES = { small: 0.6, large: 1.3, giant: 1.55 } as const

export function sizeOf({ size }: AskedSubject): number {
  return size ? SIZES[size] : 1
}

export function traits(
  asked: AskedSubject,
  canBeBust = true,
): { aspect: number; stature: number; stance: Stance; isFigure: boolean } {
  const figure = figureSubject(asked, canBeBust)
  if (figure) return figure
  const subject = SUBJECTS.get(asked.subject)!
  return { aspect: aspectOf(asked.subject), stature: subject.stature, stance: subject.stance, isFigure: false }
}

/** So much taller, it is still seen behind the other one. */
const TOWERING = 1.3

/** Its place follows from another one's; whatever else is related stands beside it. */
export function isAttached(asked: AskedSubject, all: readonly AskedSubject[]): boolean {
  const { relation } = asked
  const other = relation ? all[relation.to] : undefined
  if (!relation || !other || other.isBackdrop) return false
  if (relation.kind === 'on' || relation.kind === 'in' || relation.kind === 'over') return true
  return relation.kind === 'behind' && heightTo(asked, other) > TOWERING
}

function heightTo(asked: AskedSubject, other: AskedSubject): number {
  return (traits(asked, false).stature * sizeOf(asked)) / (traits(other, false).stature * sizeOf(other))
}

interface By {
  readonly anchors: readonly Standing[]
  readonly index: number
}

/** Least share of what it is on that the main subject keeps. */
const LEAST_OF_MAIN = 0.52
const LEAST = 0.25
/** Somebody seated fills the seat. */
const LEAST_SEATED = 0.95

export function related(scene: Scene, asked: AskedSubject, { anchors, index }: By): Standing[] {
  const { height } = scene.frame
  const { aspect } = traits(asked, false)
  const anchor = anchors[0]!
  const isSeated = asked.figure?.pose === 'sitting'
  const least = isSeated ? LEAST_SEATED : index === 0 ? LEAST_OF_MAIN : LEAST
  const count = clamp(Math.round(asked.count), 1, 9)
  const usual = Math.min(anchor.height * clamp(heightTo(asked, anchor.asked), least, 1.9), height * 0.72)
  const room = roomBy(scene, asked, { anchors, count }) / aspect
  const tallest = anchor.height * (asked.relation!.kind === 'in' ? 0.75 : 1.9)
  const tall = asked.relation!.kind === 'over' ? Math.min(room, height * 0.5) : Math.min(usual, room, tallest)
  const breadth = tall * aspect
  return Array.from({ length: count }, (_, copy) => ({
    asked,
    index,
    copy,
    height: tall,
    breadth,
    stance: anchor.stance,
    isTurned: copy % 2 === 1,
    isBehind: asked.relation!.kind !== 'on' && !isSeenThrough(anchor.asked),
    ...placeBy(scene, anchors, { asked, copy, count, tall, breadth }),
  }))
}

function roomBy(
  { frame }: Scene,
  { relation }: AskedSubject,
  { anchors, count }: { anchors: readonly Standing[]; count: number },
) {
  const { breadth } = anchors[0]!
  if (relation!.kind === 'over') return (rightOf(anchors) - leftOf(anchors)) * 1.15
  if (relation!.kind === 'in' && isSeenThrough(anchors[0]!.asked)) return breadth * 0.55
  if (relation!.kind === 'in') return (breadth * 0.86) / (1 + (count - 1) * 0.62)
  if (relation!.kind === 'on' && count > 1) return (breadth * 0.96) / (1 + (count - 1) * CLOSE)
  return frame.width * 0.8
}

function leftOf(standings: readonly Standing[]): number {
  return Math.min(...standings.map(({ x, breadth }) => x - breadth / 2))
}

function rightOf(standings: readonly Standing[]): number {
  return Math.max(...standings.map(({ x, breadth }) => x + breadth / 2))
}

interface Copy {
  readonly asked: AskedSubject
  readonly copy: number
  readonly count: number
  readonly tall: number
  readonly breadth: number
}

function placeBy(
  { frame }: Scene,
  anchors: readonly Standing[],
  { asked, copy, count, tall, breadth }: Copy,
): Pick<Standing, 'x' | 'foot'> & Partial<Standing> {
  const { width, height } = frame
  const anchor = anchors[0]!
  const within = (x: number) => clamp(x, Math.min(breadth / 2, width / 2), Math.max(width - breadth / 2, width / 2))
  const { kind } = asked.relation!
  const apart = copy - (count - 1) / 2
  if (kind === 'on') {
    const foot = anchor.foot - anchor.height * seatHeight(anchor.asked)
    return { x: within(anchor.x + apart * breadth * CLOSE), foot: Math.max(foot, tall * 1.04), stance: 'air' }
  }
  if (kind === 'in' && isSeenThrough(anchor.asked)) {
    const rise = anchor.height * (0.12 + 0.2 * (copy % 3))
    return { x: anchor.x + apart * breadth * 0.3, foot: anchor.foot - rise, stance: 'air' }
  }
  if (kind === 'in') {
    const sunk = clamp(tall * 0.45, 0, anchor.height * 0.6)
    const rise = (copy & 1) * tall * 0.12
    return {
      x: anchor.x + apart * breadth * 0.62,
      foot: anchor.foot - anchor.height * 0.92 + sunk - rise,
      stance: 'air',
    }
  }
  const middle = (leftOf(anchors) + rightOf(anchors)) / 2
  if (kind === 'over')
    return { x: within(middle), foot: Math.max(anchor.foot - anchor.height + tall * 0.62, tall * 1.04), stance: 'air' }
  const side = middle > width / 2 ? -1 : 1
  const aside = side * (anchor.breadth / 2 + breadth * 0.18) + apart * breadth
  return { x: within(middle + aside), foot: anchor.foot - height * 0.05 }
}

/** Of glass: what is in it is seen through its side. */
function isSeenThrough({ subject, relation }: AskedSubject): boolean {
  return subject === 'jar' && relation === null
}

/** How near those on one thing stand to each other, in their breadths. */
const CLOSE = 0.78

/** Where one sits on it, as a share of its height. */
function seatHeight({ subject }: AskedSubject): number {
  const family = SUBJECTS.get(subject)?.family
  if (subject === 'mat' || subject === 'wood') return 0.5
  if (subject === 'plate') return 0.62
  if (subject === 'bench') return 0.4
  if (subject === 'chair' || subject === 'seat' || subject === 'basket') return 0.45
  if (FLAT.has(subject)) return 0.42
  if (subject === 'birthday-cake') return 0.5
  return family === 'furniture' ? 0.36 : 0.9
}

const FLAT: ReadonlySet<string> = new Set(['plate', 'bed'])
