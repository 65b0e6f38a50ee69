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
  readonly random: Random
}

/** How small the back row is. */
const FAR = 0.74

const SCALES = [1, 0.84, 0.74, 0.68, 0.62, 0.57, 0.53, 0.5, 0.47] as const

/** Narrow ones stand five in a row. */
const NARROW = 0.55

/** One to nine of a kind: up to three in one row, more in two, the back row smaller and seen through the gaps. */
export function groupSpots(count: number, { aspect, isBust, random }: Group): Spot[] {
  if (count === 1) return [{ x: 0.5, scale: 1, back: 0, depth: 0, room: 0.84, isTurned: random.chance(0.5) && !isBust }]
  const front = count <= (aspect < NARROW && !isBust ? 5 : 3) ? count : Math.floor(count / 2) + 1
  const scale = SCALES[Math.min(count, SCALES.length) - 1]!
  return Array.from({ length: count }, (_, k) => {
    const isBack = k >= front
    const inRow = isBack ? count - front : front
    const place = isBack ? k - front : k
    const slot = 0.84 / front
    const x =
      0.5 +
      slot * (place - (inRow - 1) / 2 + gap(front, inRow, isBack)) +
      (count > 2 ? random.range(-0.08, 0.08) * slot : 0)
    const stagger = !isBack && front === count && place % 2 === 1 ? 0.07 : 0
    return {
      x,
      scale: scale * (isBack ? FAR : 1) * (1 - stagger) * random.range(0.96, 1.04),
      back: backOf(isBack, isBust, stagger),
      depth: isBack ? 1 - FAR : stagger,
      room: slot * (count > 3 ? 1 : 1.12),
      isTurned: k % 2 === 1,
    }
  })
}

function backOf(isBack: boolean, isBust: boolean, stagger: number): number {
  if (isBack) return isBust ? 0.2 : 0.17
  return isBust ? 0 : stagger / 2
}

/** A back row that would stand behind the front one moves half a place aside. */
function gap(front: number, inRow: number, isBack: boolean): number {
  return isBack && (front - inRow) % 2 === 0 ? 0.5 : 0
}
