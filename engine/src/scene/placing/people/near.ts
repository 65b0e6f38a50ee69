// People are seen as one stands before them: from the knees or the hips up, close together, each a step nearer or farther.
import type { Random } from '../../../core/random.ts'
import type { AskedFigure, AskedSubject, Doing, Pose } from '../../../prompt/asked.ts'
import type { Stance } from '../../../subjects/subject.ts'
import type { Scene } from '../../scene.ts'
import { isInward } from '../group-spots.ts'
import type { Standing } from '../related.ts'
import { isEmblem } from '../seats.ts'

export const ABOVE_A_HEAD = 0.07

interface Nearness {
  readonly count: number
  readonly seat: Stance
  readonly isAlone: boolean
  readonly isFigure: boolean
}

export function isSeenNear(
  { spec }: Scene,
  { figure, size }: AskedSubject,
  { count, seat, isAlone, isFigure }: Nearness,
): boolean {
  if (!isFigure || !isAlone || count > 1 || seat !== 'ground' || size) return false
  if (spec.composition.has('wide') || spec.objects.length > 0 || spec.environment === 'subject') return false
  return figure === null || !isWhole(figure)
}

/** Whoever jumps is seen to the feet, as is who has something hang from the hands. */
const ALOFT: ReadonlySet<Doing | undefined> = new Set<Doing | undefined>(['jumping', 'skipping', 'climbing'])

function isWhole({ person, pose, doing, isInBothHands, onShoulders }: AskedFigure): boolean {
  return onShoulders !== undefined || person === 'baby' || WHOLE.has(pose) || ALOFT.has(doing) || isInBothHands === true
}

/** What is done with the whole body is seen whole. */
const WHOLE: ReadonlySet<Pose | null> = new Set([
  'riding',
  'sitting',
  'seated',
  'kicking',
  'dancing',
  'directing',
  'walking',
  'pounding',
  'working',
  'tabled',
])

/** People seen from the knees up, shoulder to shoulder, by turns a step farther back: as shares of the picture's height. */
const CLOSE: Readonly<Record<number, readonly (readonly [x: number, tall: number, foot: number])[]>> = {
  2: [
    [0.345, 1.1, 1.16],
    [0.65, 1.06, 1.11],
  ],
  3: [
    [0.22, 0.99, 1.05],
    [0.5, 1.08, 1.15],
    [0.785, 1.02, 1.08],
  ],
  4: [
    [0.155, 0.95, 1.03],
    [0.4, 0.87, 0.93],
    [0.615, 0.98, 1.07],
    [0.85, 0.9, 0.96],
  ],
  5: [
    [0.13, 0.9, 0.98],
    [0.32, 0.82, 0.88],
    [0.5, 0.94, 1.03],
    [0.69, 0.81, 0.87],
    [0.875, 0.88, 0.96],
  ],
}

interface CloseSpot {
  readonly x: number
  /** Of the picture's height. */
  readonly tall: number
  readonly foot: number
  readonly isTurned: boolean
}

function closeSpots(count: number, random: Random): readonly CloseSpot[] | null {
  const spots = CLOSE[count]
  if (!spots) return null
  const isMirrored = random.chance(0.5)
  return spots.map(([across, tall, foot]) => {
    const x = (isMirrored ? 1 - across : across) + random.range(-0.012, 0.012)
    const own = random.range(0.965, 1.03)
    return { x, tall: tall * own, foot: foot + tall * (own - 1) * 0.3, isTurned: isInward(x, random) }
  })
}

interface Together extends Nearness, Pick<Standing, 'index'> {
  readonly aspect: number
  readonly random: Random
}

/** Two to five people of a kind; none when there are more, or when they do something with the whole body. */
export function standingTogether(scene: Scene, asked: AskedSubject, who: Together): Standing[] | null {
  const { count, aspect, index, random } = who
  const isWhole = asked.figure !== null && MOVING.has(asked.figure.pose) && count > 2
  const seen = isWhole ? withPose(asked, 'standing') : asked
  if (count < 2 || isEmblem(scene) || !isSeenNear(scene, seen, { ...who, count: 1 })) return null
  const spots = closeSpots(count, random.fork('close'))
  if (!spots) return null
  const { width, height } = scene.frame
  const lowest = Math.max(...spots.map(({ foot }) => foot))
  return spots.map((spot, copy) =>
    standingClose({ asked, index, copy, height, width, aspect }, isWhole ? fromHeadToFoot(spot, lowest) : spot),
  )
}

/** Who dances or walks is seen whole. */
const MOVING: ReadonlySet<Pose | null> = new Set(['dancing', 'walking'])
const WHOLE_SHARE = 0.78
const WHOLE_FOOT = 0.945

function withPose(asked: AskedSubject, pose: Pose): AskedSubject {
  return asked.figure ? { ...asked, figure: { ...asked.figure, pose } } : asked
}

function fromHeadToFoot(spot: CloseSpot, lowest: number): CloseSpot {
  return { ...spot, tall: spot.tall * WHOLE_SHARE, foot: WHOLE_FOOT - (lowest - spot.foot) * 0.7 }
}

interface Placed extends Pick<Standing, 'asked' | 'index' | 'copy'> {
  readonly width: number
  readonly height: number
  readonly aspect: number
}

function standingClose({ width, height, aspect, ...who }: Placed, spot: CloseSpot): Standing {
  const isSmall = who.asked.figure !== null && CHILDREN.has(who.asked.figure.person)
  const unit = Math.min(height, width * 1.25)
  const tall = unit * spot.tall * (isSmall ? 0.86 : 1)
  return {
    ...who,
    x: width * spot.x,
    foot: height * spot.foot - (isSmall ? height * 0.07 : 0),
    height: tall,
    breadth: tall * aspect,
    stance: 'ground',
    isTurned: spot.isTurned,
    isBehind: false,
  }
}

const CHILDREN: ReadonlySet<string> = new Set(['boy', 'girl'])

/** How much larger several people of two kinds may be drawn than whole, and the most of the width they fill. */
const NEARER = 1.3
const WIDEST_NEAR = 0.94

/** A couple, a family: they too are seen as one stands before them. */
export function broughtNear(scene: Scene, standings: readonly Standing[]): readonly Standing[] {
  const { width, height } = scene.frame
  const kinds = new Set(standings.map(({ asked }) => asked)).size
  const canBeNear = ({ asked, stance }: Standing) =>
    asked.figure !== null &&
    isSeenNear(scene, asked, { count: 1, seat: stance, isAlone: true, isFigure: true }) &&
    asked.relation === null
  if (kinds < 2 || standings.length > 5 || isEmblem(scene) || !standings.every(canBeNear)) return standings
  const left = Math.min(...standings.map(({ x, breadth }) => x - breadth * 0.4))
  const right = Math.max(...standings.map(({ x, breadth }) => x + breadth * 0.4))
  const tallest = Math.max(...standings.map((standing) => standing.height))
  const line = Math.max(...standings.map(({ foot }) => foot))
  const k = Math.min(NEARER, (width * WIDEST_NEAR) / (right - left))
  const shift = Math.max(line, height * ABOVE_A_HEAD + tallest * k)
  if (k < 1.04) return standings
  return standings.map((standing) => ({
    ...standing,
    x: width / 2 + (standing.x - (left + right) / 2) * k,
    foot: shift - (line - standing.foot) * k,
    height: standing.height * k,
    breadth: standing.breadth * k,
  }))
}
