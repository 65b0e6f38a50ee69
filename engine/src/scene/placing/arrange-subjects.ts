import type { Random } from '../../core/random.ts'
// Where the subjects of a prompt stand: the main one large, the others beside it in their own proportion, what is on, in,
// over or behind another one where that one is; groups on one line, their back row as far away as it is small.
import { clamp } from '../../core/scalar.ts'
import { SEAT_OF_FIGURE } from '../../objects/subjects/figures/figure-seat.ts'
import type { AskedSubject } from '../../prompt/asked.ts'
import type { PromptSpec } from '../../prompt/spec.ts'
import { isInBackground } from '../../prompt/subjects/companions.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import type { Stance } from '../../subjects/subject.ts'
import type { Scene } from '../scene.ts'
import { inBackground } from './background.ts'
import { groupSpots, MOST_OF_A_KIND, type Spot, swarmSpots } from './group-spots.ts'
import { onEmblem, onPoster } from './on-poster.ts'
import { atTheirWork } from './people/at-work.ts'
import { inContact } from './people/contact.ts'
import { ABOVE_A_HEAD, broughtNear, isSeenNear, standingTogether } from './people/near.ts'
import { isAttached, isOnChair, related, sizeOf, type Standing, traits } from './related.ts'
import { layRow } from './row.ts'
import { footOf, isEmblem, seatHeight, seatOf } from './seats.ts'
import { heightOf, isHeaped, isSwarm, shareOf, tallestBeside, usualHeight } from './shares.ts'
import { atCounter, goodsOf, HEIGHT_BEHIND_COUNTER, onCounter, UNTOLD } from './under/counter.ts'
import { beforeThem, isPlated, isShared, onPlate } from './under/dish.ts'
import { hauling } from './under/hauling.ts'
import { onPerch } from './under/perch.ts'
import { isLaid, lifted } from './under/support.ts'

const MOST_COMPANIONS = 3

/** Farthest first. */
export function arrangeSubjects(scene: Scene): readonly Standing[] {
  const { subjects } = scene.spec
  const shown = subjects.slice(0, MOST_COMPANIONS + 1).filter(({ isBackdrop }) => !isBackdrop)
  if (isEmblem(scene)) return (scene.spec.hints.has('poster') ? onPoster : onEmblem)(scene, shown)
  const ordered = inOrder(shown, subjects)
  const standing = ordered.filter((asked) => !isAttached(asked, subjects))
  const [main] = standing
  if (!main) return []
  const isFar = (asked: AskedSubject) => !isEmblem(scene) && !scene.isFlat && isInBackground(asked, main)
  const near = standing.slice(1).filter((asked) => !isFar(asked))
  const goods = goodsOf(scene, main, near)
  const dishes = near.filter((asked) => isShared(asked, main))
  const beside = goods ? [] : near.filter((asked) => !dishes.includes(asked))
  const first = mainGroup(scene, main, {
    others: beside,
    isAlone: shown.length === (goods ? 2 : 1) && scene.spec.objects.length === 0,
    isSelling: goods !== null,
  })
  const others = beside.map((asked) => companions(scene, asked, first[0]!))
  const groups = new Map<AskedSubject, readonly Standing[]>()
  if (goods) groups.set(goods, onCounter(scene, goods))
  for (const group of layRow(scene, [first, ...others])) groups.set(group[0]!.asked, lifted(scene, group, first[0]!))
  const people = [...groups.values()].flat()
  for (const [place, dish] of dishes.entries())
    groups.set(dish, beforeThem(scene, dish, { people, aside: place - (dishes.length - 1) / 2 }))
  const far = standing.slice(1).filter(isFar)
  for (const [place, asked] of far.entries())
    groups.set(asked, inBackground(scene, asked, { main: groups.get(main)!, place }))
  attach(scene, ordered, groups)
  if (goods) groups.set(main, [{ ...first[0]!, asked: atCounter(main) }])
  const brought = broughtNear(scene, [...groups.values()].flat())
  const set = hauling(scene, housesBehind(scene, toolsBefore(scene, brought)))
  return inContact(scene, atTheirWork(scene, set)).toSorted((a, b) => layer(a) - layer(b))
}

/** « ses outils par terre »: before the car that somebody lies under, and not upon the legs. */
function toolsBefore({ frame }: Scene, standings: readonly Standing[]): readonly Standing[] {
  const lying = standings.find(({ asked }) => asked.relation?.kind === 'under')
  const car = lying && standings.find(({ index }) => index === lying.asked.relation!.to)
  if (!car) return standings
  return standings.map((tool) => {
    const isTool = tool !== car && tool !== lying && tool.asked.figure === null && tool.height < car.height * 0.5
    return isTool ? { ...tool, x: car.x, foot: Math.min(frame.height * 0.97, car.foot + frame.height * 0.04) } : tool
  })
}

/** A house behind somebody is behind all that stands before it. */
function housesBehind({ frame }: Scene, standings: readonly Standing[]): readonly Standing[] {
  const isHouse = ({ asked, isBehind, stance }: Standing) =>
    isBehind && stance === 'ground' && SUBJECTS.get(asked.subject)?.family === 'building'
  return standings.map((house) => {
    if (!isHouse(house)) return house
    const before = standings.filter(
      (other) =>
        other.stance === 'ground' &&
        !isHouse(other) &&
        Math.abs(other.x - house.x) < (other.breadth + house.breadth) / 2,
    )
    const line = Math.min(...before.map(({ foot }) => foot)) - frame.height * 0.012
    return line < house.foot ? { ...house, foot: line } : house
  })
}

/** What is on, in or over another one, where that one is. */
function attach(scene: Scene, ordered: readonly AskedSubject[], groups: Map<AskedSubject, readonly Standing[]>): void {
  const { subjects } = scene.spec
  for (const asked of ordered) {
    if (groups.has(asked)) continue
    const anchor = groups.get(subjects[asked.relation!.to]!)
    const anchors = asked.relation!.kind === 'over' ? peopleOf(groups, anchor) : anchor
    if (anchors) groups.set(asked, related(scene, asked, { anchors, index: subjects.indexOf(asked) }))
  }
}

/** All who are together are under one umbrella. */
function peopleOf(
  groups: ReadonlyMap<AskedSubject, readonly Standing[]>,
  anchor: readonly Standing[] | undefined,
): readonly Standing[] | undefined {
  const people = [...groups.values()].flat().filter(({ asked }) => asked.figure)
  return anchor?.[0]?.asked.figure ? people : anchor
}

/** What stands by another one comes after it. */
function inOrder(subjects: readonly AskedSubject[], all: readonly AskedSubject[]): readonly AskedSubject[] {
  const rank = ({ relation }: AskedSubject, depth = 0): number => {
    const anchor = relation ? all[relation.to] : undefined
    return anchor && depth < all.length ? 1 + rank(anchor, depth + 1) : 0
  }
  return subjects.toSorted((a, b) => rank(a) - rank(b))
}

/** What is farther is drawn first; what stands on another, after it; what is in another, before it. */
function layer({ asked, foot, stance, isBehind, isOver, support }: Standing): number {
  if (support === 'counter') return foot + 2e4
  if (isBehind) return foot - 1e4
  if (isOver) return foot + 4e3
  if (asked.relation?.kind === 'on' || asked.relation?.kind === 'in') return foot + 1e4
  return stance === 'bust' ? foot + 5e3 : foot
}

/** Somebody alone is seen from the knees or the hips up, as one stands before people; for a portrait, from the chest. */
const NEAR_PERSON_HEIGHTS = [1.1, 1.2, 1.34] as const
const PORTRAIT_HEIGHT = 1.95

/** How much farther up a back row is where nothing lies flat: in the air, in the deep; hardly on water. */
const ROOM_BEHIND: Readonly<Record<'air' | 'deep' | 'water' | 'bust', number>> = {
  air: 1.6,
  deep: 1.6,
  water: 0.62,
  bust: 1,
}

/** Share of the picture's height. */
const TALLEST = 0.82

interface Company {
  readonly others: readonly AskedSubject[]
  readonly isAlone: boolean
  /** Behind a counter. */
  readonly isSelling: boolean
}

function mainGroup(scene: Scene, asked: AskedSubject, { others, isAlone, isSelling }: Company): Standing[] {
  const { width, height } = scene.frame
  const { subjects } = scene.spec
  const index = subjects.indexOf(asked)
  const shownAs = isSelling ? atCounter(asked) : asked
  const { aspect, stance, isFigure } = traits(shownAs, isAlone)
  const seat = seatOf(scene, stance, asked)
  const count = clamp(Math.round(asked.count), 1, MOST_OF_A_KIND)
  const closeness = closenessOf(scene.spec) * (bears(asked, subjects) ? 0.86 : isFlownOver(asked, subjects) ? 0.68 : 1)
  const own = usualHeight(scene, asked, { seat, isFigure }) * sizeOf(asked) * closeness
  const wanted = height * Math.min(own, TALLEST / tallestBeside(asked, others), tallestUnder(asked, subjects))
  const isNear = isSeenNear(scene, shownAs, { count, seat, isAlone, isFigure })
  const random = scene.random.fork(`subject:0:${asked.subject}`)
  const nearest = isSelling ? HEIGHT_BEHIND_COUNTER : random.fork('near').pick(NEAR_PERSON_HEIGHTS)
  const nearHeight = isPortrait(scene.spec) ? PORTRAIT_HEIGHT : nearest
  const together = standingTogether(scene, asked, { count, seat, isAlone, isFigure, aspect, index, random })
  if (together) return together
  const set = setUpon(scene, asked, { index, aspect, isFigure })
  if (set) return set
  const spots = isSwarm(asked)
    ? swarmSpots(count, random)
    : groupSpots(count, { aspect, isBust: seat === 'bust', isOfPeople: isFigure, random })
  return spots.map((spot, copy) => {
    const tall = isNear
      ? Math.min(height * nearHeight * spot.scale, (width * (nearHeight > 1.5 ? 1.1 : spot.room)) / aspect)
      : Math.min(wanted * spot.scale, (width * spot.room) / aspect, height * 0.92)
    const usualFoot = footOf(scene, seat, tall) + nearerBy(spots) * height
    const front = isNear && tall > height ? tall + height * ABOVE_A_HEAD : usualFoot
    return {
      asked,
      index,
      copy,
      x: width * (count === 1 ? acrossOf(scene, asked) : spot.x),
      foot: footBehind(scene, { seat, front, back: spot.back, depth: spot.depth }),
      height: tall,
      breadth: tall * aspect,
      stance: seat,
      isTurned: spot.isTurned,
      isBehind: false,
    }
  })
}

interface SetUpon extends Pick<Standing, 'index'> {
  readonly aspect: number
  readonly isFigure: boolean
}

/** On a plate, a bough, a wall or a rock. */
function setUpon(scene: Scene, asked: AskedSubject, { isFigure, ...place }: SetUpon): Standing[] | null {
  const isMany = asked.count > 3 && scene.spec.environment === 'table'
  if (isMany && isPlated(asked)) return onPlate(scene, asked, place)
  return asked.perch && !isFigure ? onPerch(scene, asked, place) : null
}

function closenessOf({ composition }: PromptSpec): number {
  return composition.has('close') ? 1.2 : composition.has('wide') ? 0.75 : 1
}

function isPortrait({ composition, environments }: PromptSpec): boolean {
  return composition.has('close') || environments.has('portrait')
}

interface Row {
  readonly seat: Stance
  readonly front: number
  readonly back: number
  readonly depth: number
}

/** A front row before another one is a little nearer. */
function nearerBy(spots: readonly Spot[]): number {
  return spots.some(({ back }) => back > 0.1) ? 0.03 : 0
}

/** Of the water between the eye and the far bank, before a back row. */
const LEAST_WATER = 0.55

/** On the ground a back row is as near to the horizon as it is small. */
function footBehind({ frame, horizon }: Scene, { seat, front, back, depth }: Row): number {
  if (seat !== 'ground' && seat !== 'table') {
    const behind = front - frame.height * back * ROOM_BEHIND[seat]
    return seat === 'water' ? Math.max(behind, horizon + (front - horizon) * LEAST_WATER) : behind
  }
  return front - Math.max(0, front - Math.min(horizon, frame.height * 0.6)) * depth
}

/** The main subject is on it, and needs the room above. */
function bears(asked: AskedSubject, [main, ...rest]: readonly AskedSubject[]): boolean {
  const { relation } = main!
  return relation?.kind === 'on' && rest[relation.to - 1] === asked
}

/** So tall a seat may be that whoever sits on it is seen whole. */
function tallestUnder(asked: AskedSubject, subjects: readonly AskedSubject[]): number {
  const [main] = subjects
  const isSeat = main !== undefined && bears(asked, subjects) && isOnChair(main)
  return isSeat ? (TALLEST_SEATED * SEAT_OF_FIGURE) / seatHeight(asked) : Infinity
}

const TALLEST_SEATED = 0.84

/** There is room for what is in the air above it. */
function isFlownOver(asked: AskedSubject, [main, ...rest]: readonly AskedSubject[]): boolean {
  const { relation } = main!
  return relation?.kind === 'over' && rest[relation.to - 1] === asked
}

function acrossOf({ isSunRight, spec }: Scene, { position }: AskedSubject): number {
  if (position === 'left') return 0.28
  if (position === 'right') return 0.72
  if (position === 'centre' || spec.composition.has('symmetry')) return 0.5
  const isAlone = spec.subjects.length === 1 && spec.objects.length === 0
  return isAlone ? (isSunRight ? 0.45 : 0.55) : isSunRight ? 0.42 : 0.58
}

function companions(scene: Scene, asked: AskedSubject, main: Standing): Standing[] {
  const index = scene.spec.subjects.indexOf(asked)
  const { aspect, stance } = traits(asked, false)
  const seat = seatOf(scene, stance === 'bust' ? 'ground' : stance, asked)
  const tall = main.height * shareOf(asked, main.asked)
  const count = clamp(Math.round(asked.count), 1, 5)
  const random = scene.random.fork(`subject:${index}:${asked.subject}`)
  const isHeap = isHeaped(asked)
  if (isLaid(asked) && count > 2) {
    const goods = { asked, index, tall, aspect, stance: seat, count: isHeap && count === UNTOLD ? GOODS.length : count }
    return inTwoRows(goods, footOf(scene, seat, tall), random)
  }
  const isHerd = count > 2 && !isHeap && !asked.figure && seat === 'ground'
  return Array.from({ length: count }, (_, copy) => {
    const isBack = isHerd && copy % 2 === 1
    const own = tall * (isBack ? FARTHER : 1) * heightOf(asked, copy, { isHerd, random })
    return {
      asked,
      index,
      copy,
      x: tall * aspect * (isHeap ? 0.62 : count > 2 ? 0.74 : 1.02) * (copy - (count - 1) / 2),
      foot: footBeside(scene, { seat, tall, copy: isBack ? 0 : copy }) - (isBack ? scene.frame.height * 0.055 : 0),
      height: own,
      breadth: own * aspect,
      stance: seat,
      isTurned: random.chance(0.5),
      isBehind: false,
    }
  })
}

/** Every other one of a herd stands behind the others. */
const FARTHER = 0.84

interface Goods extends Pick<Standing, 'asked' | 'index' | 'stance'> {
  readonly tall: number
  readonly aspect: number
  readonly count: number
}

/** Goods on a table: four before, three behind and upon them. */
function inTwoRows({ tall, aspect, count, asked, index, stance }: Goods, foot: number, random: Random): Standing[] {
  return (count <= CLUSTER.length ? CLUSTER : GOODS).slice(0, count).map(([across, up], copy) => ({
    asked,
    index,
    stance,
    copy,
    x: tall * aspect * across,
    foot: foot - tall * up,
    height: tall * random.range(0.92, 1.06),
    breadth: tall * aspect,
    isTurned: random.chance(0.5),
    isBehind: false,
  }))
}

/** A few lie as they fell. */
const CLUSTER: readonly (readonly [across: number, up: number])[] = [
  [-0.56, 0.05],
  [0.5, 0],
  [-0.02, 0.4],
  [1.26, 0.2],
]

const GOODS: readonly (readonly [across: number, up: number])[] = [
  [-1.2, 0],
  [-0.4, 0.03],
  [0.42, 0],
  [1.2, 0.02],
  [-0.8, 0.42],
  [0.02, 0.46],
  [0.8, 0.42],
]

interface Foot {
  readonly seat: Stance
  readonly tall: number
  readonly copy: number
}

function footBeside(scene: Scene, { seat, tall, copy }: Foot): number {
  const { height } = scene.frame
  const nearer = seat === 'ground' || seat === 'table' ? height * (0.012 + 0.012 * (copy & 1)) : 0
  return Math.min(height * 0.97, footOf(scene, seat, tall) + nearer)
}
