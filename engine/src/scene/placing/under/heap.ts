// Fruit in a basket or a bowl: as many as are said, in a heap to above its rim.
import type { AskedSubject } from '../../../prompt/asked.ts'
import { SUBJECTS } from '../../../subjects/registry.ts'

interface Holder {
  readonly asked: AskedSubject
  readonly x: number
  readonly foot: number
  readonly height: number
  readonly breadth: number
}

/** Fruit in a basket lies in a heap, to above its rim. */
export function isHeapedIn({ relation, count, subject }: AskedSubject, holder: AskedSubject): boolean {
  const family = SUBJECTS.get(subject)?.family
  if (relation?.kind === 'in' && ALIVE.has(family) && OPEN.has(holder.subject)) return true
  const isLoad = LOADS.has(family)
  return relation?.kind === 'in' && count > 2 && isLoad && OPEN.has(holder.subject)
}

const LOADS: ReadonlySet<string | undefined> = new Set(['food', 'plant', 'sea', 'thing'])
/** They look out over the rim. */
const ALIVE: ReadonlySet<string | undefined> = new Set(['animal', 'bird'])
const OF_ANIMALS: readonly (readonly (readonly [across: number, up: number])[])[] = [
  [[0, 0]],
  [
    [-0.34, 0],
    [0.34, 0.06],
  ],
  [
    [0, 0.52],
    [-0.4, 0],
    [0.4, 0],
  ],
]
const OPEN: ReadonlySet<string> = new Set('basket bucket calabash cart bowl-with-spoon'.split(' '))
const FEW = 5
/** In a basket: the lowest first, as shares of half its breadth, and of one of them. */
const HEAP_OF_FEW: readonly (readonly [across: number, up: number])[] = [
  [-0.5, 0],
  [0.5, 0],
  [0, 0.1],
  [-0.26, 1],
  [0.26, 1],
]
const HEAP: readonly (readonly [across: number, up: number])[] = [
  [-0.58, 0],
  [-0.2, 0.06],
  [0.2, 0.02],
  [0.58, 0],
  [-0.38, 0.9],
  [0, 0.96],
  [0.38, 0.9],
  [-0.18, 1.75],
  [0.2, 1.8],
]

/** Where its front edge is, as a share of its height. */
function rimOf({ subject }: AskedSubject): number {
  return subject === 'basket'
    ? 0.57
    : subject === 'bowl-with-spoon'
      ? 0.5
      : subject === 'cart'
        ? 0.62
        : subject === 'bucket'
          ? 0.8
          : 0.86
}

/** Of each animal, as a share of the holder's breadth. */
export function roomOfAnimals({ subject }: AskedSubject, count: number): number | null {
  return ALIVE.has(SUBJECTS.get(subject)?.family) && count <= OF_ANIMALS.length
    ? ([0.66, 0.5, 0.48][count - 1] ?? null)
    : null
}

/** For each of them, as a share of the holder's breadth; none where they lie otherwise. */
export function roomInHeap({ subject }: AskedSubject, count: number): number | null {
  if (!OPEN.has(subject) || count < 3) return null
  return count > FEW ? 0.27 : 0.34
}

/** What is below the rim: who stands in a basket is seen from the chest up. */
export function sunkInHeap({ subject }: AskedSubject): number {
  return ALIVE.has(SUBJECTS.get(subject)?.family) && !subject.endsWith('asleep') ? 0.36 : 0.18
}

export function inHeap(
  anchor: Holder,
  { asked, copy, tall }: { asked: AskedSubject; copy: number; tall: number },
): { x: number; foot: number; stance: 'air' } {
  const animals = ALIVE.has(SUBJECTS.get(asked.subject)?.family) ? OF_ANIMALS[asked.count - 1] : undefined
  const heap = animals ?? (asked.count > FEW ? HEAP : HEAP_OF_FEW)
  const [across, up] = heap[copy % heap.length]!
  const rim = anchor.foot - anchor.height * rimOf(anchor.asked)
  return {
    x: anchor.x + across * anchor.breadth * 0.5,
    foot: rim - up * tall * 0.62 + tall * (sunkInHeap(asked) + 0.02),
    stance: 'air',
  }
}
