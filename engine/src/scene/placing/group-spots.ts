import type { Random } from '../../core/random.ts'

/** A place in a group, as shares of the picture and of a single subject's height. */
export interface Spot {
  readonly x: number
  readonly scale: number
  /** How far back, as a share of the picture's height. */
  readonly back: number
  /** Widest it may be, as a share of the width. */
  readonly room: number
  readonly isTurned: boolean
}

interface Group {
  readonly aspect: number
  readonly isBust: boolean
  readonly random: Random
}

const SCALES = [1, 0.84, 0.74, 0.68, 0.62, 0.57, 0.53, 0.5, 0.47] as const

/** One to nine of a kind: up to three in one row, more in two, the back row smaller and seen through the gaps. */
export function groupSpots(count: number, { isBust, random }: Group): Spot[] {
  if (count === 1) return [{ x: 0.5, scale: 1, back: 0, room: 0.84, isTurned: random.chance(0.5) && !isBust }]
  const front = count <= 3 ? count : Math.floor(count / 2) + 1
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
    const stagger = count <= 3 && place % 2 === 1 ? 0.035 : 0
    return {
      x,
      scale: scale * (isBack ? 0.8 : 1) * (stagger > 0 ? 0.93 : 1) * random.range(0.96, 1.04),
      back: isBack ? (isBust ? 0.2 : 0.17) : isBust ? 0 : stagger,
      room: slot * (count > 3 ? 1 : 1.12),
      isTurned: k % 2 === 1,
    }
  })
}

/** A back row that would stand behind the front one moves half a place aside. */
function gap(front: number, inRow: number, isBack: boolean): number {
  return isBack && (front - inRow) % 2 === 0 ? 0.5 : 0
}
