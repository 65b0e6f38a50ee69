// Where a subject stands that is on, in, over or far behind another one.
import { clamp } from '../../core/scalar.ts'
import { laidAspectOf } from '../../objects/subjects/draw-subject.ts'
import type { Reach } from '../../objects/subjects/figures/figure-easel.ts'
import { SEAT_OF_FIGURE } from '../../objects/subjects/figures/figure-seat.ts'
import { figureSubject } from '../../objects/subjects/figures/figure.ts'
import type { AskedSubject } from '../../prompt/asked.ts'
import { NECKWEAR, SPACE_HELMET, WORN_BY_ANIMALS } from '../../prompt/subjects/animals-clothes.ts'
import { eyesOf, HEADS, neckOf } from '../../subjects/heads.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import type { Stance } from '../../subjects/subject.ts'
import type { Scene } from '../scene.ts'
import { seatHeight } from './seats.ts'
import { inHeap, isHeapedIn, roomInHeap, roomOfAnimals } from './under/heap.ts'
import { onShoulder } from './under/shoulder.ts'
import { CANDLE, inRowsOn, onCake, tied } from './under/upon.ts'

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
  /** Fills what it is in to above its rim. */
  readonly isHeaped?: boolean
  /** In pixels, where the hands are. */
  readonly reach?: Reach
  /** On a chair that nobody named. */
  readonly isSeated?: boolean
  /** Drawn after whom it touches, though it stands behind. */
  readonly isOver?: boolean
  /** What carries it where the scene has no table: a board across the picture, a counter before whoever sells, the ground before those who eat, or a low table on this ground. */
  readonly support?: 'board' | 'counter' | 'floor' | { readonly ground: number }
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
  return { aspect: laidAspectOf(asked.subject), stature: subject.stature, stance: subject.stance, isFigure: false }
}

/** So much taller, it is still seen behind the other one. */
const TOWERING = 1.3

const ATTACHING: ReadonlySet<string> = new Set(['on', 'in', 'over', 'under'])

/** Its place follows from another one's; whatever else is related stands beside it. */
export function isAttached(asked: AskedSubject, all: readonly AskedSubject[]): boolean {
  const { relation } = asked
  const other = relation ? all[relation.to] : undefined
  if (!relation || !other || other.isBackdrop) return false
  if (ATTACHING.has(relation.kind) || isBeforeCook(asked)) return true
  if (other.figure && SUBJECTS.get(asked.subject)?.family === 'building') return false
  return relation.kind === 'behind' && heightTo(asked, other) > TOWERING
}

/** Whoever grills stands behind the coals. */
function isBeforeCook({ subject, relation }: AskedSubject): boolean {
  return subject === 'grill' && relation?.kind === 'before'
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
const LEAST_ON_SOMEBODY = 0.16
/** Somebody seated fills the seat. */
const LEAST_SEATED = 0.95

function leastOn(anchor: AskedSubject, { figure }: AskedSubject, index: number): number {
  if (figure?.pose === 'sitting') return LEAST_SEATED
  if (anchor.figure) return LEAST_ON_SOMEBODY
  return index === 0 ? LEAST_OF_MAIN : LEAST
}

export function related(scene: Scene, asked: AskedSubject, { anchors, index }: By): Standing[] {
  const { height } = scene.frame
  const { aspect } = traits(asked, false)
  const anchor = anchors[0]!
  const count = clamp(Math.round(asked.count), 1, 9)
  const usual = Math.min(
    anchor.height * clamp(heightTo(asked, anchor.asked), leastOn(anchor.asked, asked, index), 1.9),
    height * 0.72,
  )
  const room = roomBy(scene, asked, { anchors, count }) / aspect
  const tallest = anchor.height * (asked.relation!.kind === 'in' ? 0.75 : 1.9)
  const above = SHELTERS.has(asked.subject) ? 0.5 : 0.36
  const isOver = asked.relation!.kind === 'over'
  const isHeaped = isHeapedIn(asked, anchor.asked)
  const isTied = isOver && asked.subject === 'balloon'
  const tall = isTied ? height * 0.17 : isOver ? Math.min(room, height * above) : Math.min(usual, room, tallest)
  const head = headUnder(asked, anchor)
  const breadth = tall * aspect
  if (asked.relation!.kind === 'under') return [halfUnder(scene, asked, { anchor, index, aspect })]
  if (isOnChair(asked)) return onChair(anchor, { asked, index, aspect, beside: besideOnSeat(scene, asked) })
  if (head) return anchors.map((wearer, copy) => wornBy(wearer, { asked, index, copy, aspect }))
  return Array.from({ length: count }, (_, copy) => ({
    asked,
    index,
    copy,
    height: tall,
    breadth,
    stance: anchor.stance,
    isTurned: copy % 2 === 1,
    isBehind: asked.relation!.kind !== 'on' && !isBeforeCook(asked) && !isSeenThrough(anchor.asked) && !isHeaped,
    isHeaped,
    ...placeBy(scene, anchors, { asked, copy, count, tall, breadth }),
  }))
}

/** « couché sous le taxi »: the legs come out at its end. */
function halfUnder(
  { frame }: Scene,
  asked: AskedSubject,
  { anchor, index, aspect }: Pick<Standing, 'index'> & { anchor: Standing; aspect: number },
): Standing {
  const height = anchor.height * clamp(heightTo(asked, anchor.asked), 0.2, 0.5)
  const breadth = height * aspect
  const side = anchor.x > frame.width / 2 ? -1 : 1
  const half = breadth * 0.51
  const x = clamp(anchor.x + side * (anchor.breadth * 0.5 + breadth * 0.02), half, frame.width - half)
  const foot = anchor.foot - anchor.height * 0.005
  return { asked, index, copy: 0, x, foot, height, breadth, stance: 'ground', isTurned: side < 0, isBehind: true }
}

export function isOnChair({ figure, relation }: AskedSubject): boolean {
  return figure?.pose === 'seated' && relation?.kind === 'on'
}

/** How far from the middle of what several sit on, in its breadths. */
function besideOnSeat({ spec: { subjects } }: Scene, asked: AskedSubject): readonly number[] {
  const seated = subjects.filter((other) => isOnChair(other) && other.relation!.to === asked.relation!.to)
  const before = seated.slice(0, seated.indexOf(asked)).reduce((sum, { count }) => sum + count, 0)
  const all = seated.reduce((sum, { count }) => sum + count, 0)
  return Array.from(
    { length: asked.count },
    (_, copy) => (before + copy - (all - 1) / 2) * (APART_ON_SEAT / Math.max(2, all)),
  )
}

const APART_ON_SEAT = 0.72
const CHILD_ON_SEAT = 0.84

/** The feet are on the ground, before the chair; those of a child hang. */
function onChair(
  anchor: Standing,
  { asked, index, aspect, beside }: Pick<Standing, 'asked' | 'index'> & { aspect: number; beside: readonly number[] },
): Standing[] {
  const grown = (anchor.height * seatHeight(anchor.asked)) / SEAT_OF_FIGURE
  const isChild =
    beside.some((aside) => aside !== 0) && (asked.figure?.person === 'boy' || asked.figure?.person === 'girl')
  const height = grown * (isChild ? CHILD_ON_SEAT : 1)
  const foot = anchor.foot + anchor.height * 0.04 - (grown - height) * SEAT_OF_FIGURE
  const place = { foot, height, breadth: height * aspect, stance: 'air' as const }
  return beside.map((aside, copy) => ({
    asked,
    index,
    copy,
    ...place,
    x: anchor.x + anchor.breadth * aside,
    isTurned: false,
    isBehind: false,
  }))
}

function roomBy(
  { frame }: Scene,
  within: AskedSubject,
  { anchors, count }: { anchors: readonly Standing[]; count: number },
) {
  const { breadth, asked } = anchors[0]!
  const { kind } = within.relation!
  if (kind === 'over') return asked.figure ? (rightOf(anchors) - leftOf(anchors)) * 1.15 : frame.width * 0.5
  if (kind === 'in') {
    const ofAnimals = isHeapedIn(within, asked) ? roomOfAnimals(within, count) : null
    return breadth * (ofAnimals ?? roomIn(asked, count))
  }
  if (kind === 'on' && count > 3 && asked.subject === 'mat') return (breadth * 0.8) / Math.ceil(count / 2)
  if (kind === 'on' && count > 1) return (breadth * 0.96) / (1 + (count - 1) * CLOSE)
  return frame.width * 0.8
}

/** For each of them, as a share of its breadth. */
function roomIn(holder: AskedSubject, count: number): number {
  if (isSeenThrough(holder)) return count > 2 ? 0.4 : 0.55
  return roomInHeap(holder, count) ?? 0.86 / (1 + (count - 1) * 0.62)
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
  const upon = placedUpon(anchor, { asked, copy, count, tall, breadth }, within)
  if (upon) return upon
  if (isBeforeCook(asked)) {
    const side = anchor.x > width / 2 ? -1 : 1
    return { x: within(anchor.x + side * breadth * 0.34), foot: Math.min(height * 0.97, anchor.foot + height * 0.03) }
  }
  const middle = (leftOf(anchors) + rightOf(anchors)) / 2
  if (kind === 'over') {
    const top = anchor.foot - anchor.height
    if (asked.subject === 'balloon') return tied(anchor, { asked, copy, tall, breadth }, frame)
    const lowest = SHELTERS.has(asked.subject) ? top + tall * 0.62 : top - height * 0.03
    return { x: within(middle), foot: Math.max(lowest, tall * 1.04), stance: 'air' }
  }
  const side = middle > width / 2 ? -1 : 1
  const aside = side * (anchor.breadth / 2 + breadth * 0.18) + (copy - (count - 1) / 2) * breadth
  return { x: within(middle + aside), foot: anchor.foot - height * 0.05 }
}

/** On or in another one. */
function placedUpon(
  anchor: Standing,
  { asked, copy, count, tall, breadth }: Copy,
  within: (x: number) => number,
): (Pick<Standing, 'x' | 'foot'> & Partial<Standing>) | null {
  const { kind } = asked.relation!
  const apart = copy - (count - 1) / 2
  if (asked.subject === CANDLE) return onCake(anchor, { apart, copy, count })
  if (kind === 'on' && count > 3 && anchor.asked.subject === 'mat') return inRowsOn(anchor, { copy, count, breadth })
  if (kind === 'on' && anchor.asked.subject === 'bicycle') return onHandlebar(anchor)
  if (kind === 'on') return { ...onTop(anchor, { tall, aside: apart * breadth * CLOSE }, within), stance: 'air' }
  if (kind !== 'in') return null
  if (isSeenThrough(anchor.asked)) {
    const rise = anchor.height * (0.14 + 0.17 * (copy % 3))
    return { x: anchor.x + apart * breadth * 0.22, foot: anchor.foot - rise, stance: 'air' }
  }
  if (isHeapedIn(asked, anchor.asked)) return inHeap(anchor, { asked, copy, tall })
  const sunk = clamp(tall * 0.45, 0, anchor.height * 0.6)
  const foot = anchor.foot - anchor.height * 0.92 + sunk - (copy & 1) * tall * 0.12
  return { x: anchor.x + apart * breadth * 0.62, foot, stance: 'air' }
}

/** At its front, over the wheel. */
function onHandlebar(bicycle: Standing): Pick<Standing, 'x' | 'foot'> & Partial<Standing> {
  const x = bicycle.x - bicycle.breadth * 0.33 * (bicycle.isTurned ? -1 : 1)
  return { x, foot: bicycle.foot - bicycle.height * 0.6, stance: 'air' }
}

/** The head that a hat is on. */
function headUnder(
  { relation, subject }: AskedSubject,
  anchor: Standing,
): readonly [number, number, number] | undefined {
  if (relation?.kind !== 'on') return undefined
  const head = HEADS.get(anchor.asked.subject)
  if (!head || SUBJECTS.get(anchor.asked.subject) === undefined) return undefined
  if (GLASSES.has(subject)) return eyesOf(anchor.asked.subject, head)
  return NECKWEAR.has(subject) ? neckOf(anchor.asked.subject, head) : WORN_BY_ANIMALS.has(subject) ? head : undefined
}

/** A jacket is wider than the neck, a glass helmet than the head that is in it. */
const WIDER: Readonly<Record<string, number>> = { 'suit-front': 1.15, [SPACE_HELMET]: 2.1 }
const CROWN_IN_HELMET = 0.84

/** Each wears its own. */
function wornBy(
  wearer: Standing,
  { asked, index, copy, aspect }: Pick<Standing, 'asked' | 'index' | 'copy'> & { aspect: number },
): Standing {
  const [across, up, wide] = headUnder(asked, wearer)!
  const breadth = wide * (WIDER[asked.subject] ?? 1) * wearer.breadth
  const height = breadth / aspect
  const below = NECKWEAR.has(asked.subject) ? height : asked.subject === SPACE_HELMET ? height * CROWN_IN_HELMET : 0
  return {
    asked,
    index,
    copy,
    x: wearer.x + (across - 0.5) * (wearer.isTurned ? -1 : 1) * wearer.breadth,
    foot: wearer.foot - wearer.height * up + below,
    height,
    breadth,
    stance: 'air',
    isTurned: wearer.isTurned,
    isBehind: false,
  }
}

/** Before the eyes, which are below the crown; their foot is half of their own height lower. */
const GLASSES: ReadonlySet<string> = new Set(['glasses', 'sunglasses'])

interface OnTop {
  readonly tall: number
  readonly aside: number
}

function onTop(anchor: Standing, { tall, aside }: OnTop, within: (x: number) => number): Pick<Standing, 'x' | 'foot'> {
  if (anchor.asked.figure) return onShoulder(anchor)
  const foot = anchor.foot - anchor.height * seatHeight(anchor.asked)
  return { x: within(anchor.x + aside), foot: Math.max(foot, tall * 1.04) }
}

/** One stands under them. */
const SHELTERS: ReadonlySet<string> = new Set(['umbrella', 'beach-with-umbrella', 'closed-umbrella'])

/** Of glass: what is in it is seen through its side. */
function isSeenThrough({ subject, relation }: AskedSubject): boolean {
  return subject === 'jar' && relation === null
}

/** How near those on one thing stand to each other, in their breadths. */
const CLOSE = 0.78
