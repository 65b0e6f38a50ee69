import type { Random } from '../../core/random.ts'

/** A place in a group, as shares of the picture and of a single subject's height. */
export interface Spot {
  readonly x: number
  readonly scale: number
  /** How far back, as a share of the picture's height. */
  readonly back: number
  /** How much smaller than the front row for being farther away, 0..1. */
  readonly depth: number
  /** Widest it may be, as a share of the width. */
  readonly room: number
  readonly isTurned: boolean
}

interface Group {
  readonly aspect: number
  readonly isBust: boolean
  /** People look at each other; animals go one way. */
  readonly isOfPeople: boolean
  readonly random: Random
}

/** How small the back row is. */
const FAR = 0.74

const SCALES = [1, 0.84, 0.74, 0.68, 0.62, 0.57, 0.53, 0.5, 0.47] as const
/** Of three rows and more. */
const CROWD_SCALE = 0.42

/** Narrow ones stand five in a row. */
const NARROW = 0.55
/** The most that are drawn of a kind. */
export const MOST_OF_A_KIND = 20

/** How many stand in each row, the front one first: three in one, nine in two, then one row more for each six. */
function rowsOf(count: number, inOneRow: number): readonly number[] {
  if (count <= inOneRow) return [count]
  if (count <= 9) return [Math.floor(count / 2) + 1, count - Math.floor(count / 2) - 1]
  const rows = Math.ceil(count / 6)
  return Array.from({ length: rows }, (_, row) => Math.floor((count + rows - 1 - row) / rows))
}

/** Up to twenty of a kind: up to three in one row, more in several, those behind smaller and seen through the gaps. */
export function groupSpots(count: number, { aspect, isBust, isOfPeople, random }: Group): Spot[] {
  if (count === 1) return [{ x: 0.5, scale: 1, back: 0, depth: 0, room: 0.84, isTurned: random.chance(0.5) && !isBust }]
  const rows = rowsOf(count, aspect < NARROW && !isBust ? 5 : 3)
  const [front = 1] = rows
  const scale = Math.max(
    SCALES[count - 1] ?? CROWD_SCALE,
    aspect < NARROW && rows.length === 1 ? 1.06 - 0.06 * count : 0,
  )
  const slot = 0.84 / front
  const way = random.fork('way')
  const isHerdTurned = way.chance(0.5)
  const [first, looksBack] = [way.integer(0, 2), way.integer(0, 2 * front)]
  return rows.flatMap((inRow, row) => {
    const far = row === 0 ? 1 : FAR ** (rows.length > 2 ? row / 1.6 : 1)
    return Array.from({ length: inRow }, (_, place) => {
      const x =
        0.5 +
        slot * (place - (inRow - 1) / 2 + gap(front, inRow, row % 2 === 1)) +
        (count > 2 ? random.range(-0.1, 0.1) * slot : 0)
      const stagger =
        rows.length > 1 ? 0 : isOfPeople ? (place & 1) * 0.07 : STAGGERS[(place + first) % STAGGERS.length]!
      return {
        x,
        scale: scale * far * (1 - stagger) * random.range(0.92, 1.05),
        back: row === 0 ? backOf(false, isBust, stagger) : backOf(true, isBust, 0) * (rows.length > 2 ? row * 0.55 : 1),
        depth: row === 0 ? stagger : 1 - far,
        room: slot * (count > 3 ? 1 : 1.12),
        isTurned: isOfPeople ? isInward(x, random) : isHerdTurned !== (row === 0 && place === looksBack),
      }
    })
  })
}

/** How much farther away each of a row of animals or things is: none stand in a line. */
const STAGGERS = [0, 0.2, 0.09] as const

/** Who stands at a side looks to the middle. */
export function isInward(x: number, random: Random): boolean {
  return Math.abs(x - 0.5) < 0.06 ? random.chance(0.5) : x > 0.5
}

function backOf(isBack: boolean, isBust: boolean, stagger: number): number {
  if (isBack) return isBust ? 0.2 : 0.17
  return isBust ? 0 : stagger / 2
}

/** A back row that would stand behind the front one moves half a place aside. */
function gap(front: number, inRow: number, isBack: boolean): number {
  return isBack && (front - inRow) % 2 === 0 ? 0.5 : 0
}

/** In the air all over the picture, near ones large and low, far ones small and high. */
export function swarmSpots(count: number, random: Random): Spot[] {
  const isMirrored = random.chance(0.5)
  return Array.from({ length: count }, (_, copy) => {
    const [across, back, scale] = SWARM[copy % SWARM.length]!
    const x = (isMirrored ? 1 - across : across) + random.range(-0.03, 0.03)
    return { x, scale: scale * random.range(0.9, 1.1), back, depth: 0, room: 0.4, isTurned: random.chance(0.5) }
  })
}

const SWARM: readonly (readonly [x: number, back: number, scale: number])[] = [
  [0.3, -0.26, 1],
  [0.74, -0.1, 0.66],
  [0.56, 0.06, 0.42],
  [0.86, -0.3, 0.82],
  [0.14, 0.02, 0.5],
  [0.42, -0.06, 0.34],
  [0.66, -0.34, 0.56],
  [0.1, -0.3, 0.7],
  [0.9, 0.08, 0.36],
]
