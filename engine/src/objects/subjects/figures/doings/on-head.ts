// A basin or a basket, heaped, on the head or in the lap.
import { fromHex, lighten } from '../../../../core/colour.ts'
import type { AskedFigure } from '../../../../prompt/asked.ts'
import { SUBJECTS } from '../../../../subjects/registry.ts'
import { aspectOf } from '../../draw-subject.ts'
import { accessory, bar, type Easel, type Point, shape, stamp } from '../figure-easel.ts'

const BASKETS: ReadonlySet<string> = new Set(['basket', 'flower-basket'])
const VESSELS: ReadonlySet<string> = new Set([...BASKETS, 'bucket', 'calabash'])
const MIDDLE = 43

/** Small things in number, and whatever lies in a basket with others. */
export function isHeaped({ attribute, load }: AskedFigure): boolean {
  return (load?.length ?? 0) > 0 || SUBJECTS.get(attribute ?? '')?.family === 'food'
}

export function onTheHead(easel: Easel, { attribute, load = [] }: AskedFigure, crown: number): void {
  const goods = [attribute!, ...load].filter((id) => !VESSELS.has(id))
  heapIn(easel, goods, [MIDDLE, crown - 6], BASKETS.has(attribute!))
}

/** A basin of things around a point a little below its rim. */
export function heapIn(easel: Easel, goods: readonly string[], [middle, foot]: Point, isWoven = false): void {
  for (const [k, [aside, up]] of HEAP.entries()) {
    const id = goods[k % goods.length]!
    const height = Math.min(17, 17 / aspectOf(id))
    stamp(easel, id, { x: middle + aside, y: foot - up, height }, accessory(easel, id))
  }
  const side = isWoven
    ? fromHex('#b98a4a')
    : fromHex(easel.random.fork('basin').pick(['#e8e4dc', '#2f7fb8', '#d8452f', '#2f9a6a']))
  const [left, right] = [middle - 27, middle + 27]
  shape(
    easel,
    `M${left} ${foot - 6} L${right} ${foot - 6} C${right - 2} ${foot + 3} ${right - 9} ${foot + 9} ${middle + 12} ${foot + 10} L${middle - 12} ${foot + 10} C${left + 9} ${foot + 9} ${left + 2} ${foot + 3} ${left} ${foot - 6} Z`,
    side,
  )
  bar(easel, [left, foot - 6, right, foot - 6], [3, 3], lighten(side, -0.1))
  if (!isWoven) return
  for (const y of [foot - 1, foot + 4]) bar(easel, [left + 6, y, right - 6, y], [1.2, 1.2], lighten(side, -0.14))
}

/** Behind first. */
const HEAP: readonly (readonly [aside: number, up: number])[] = [
  [-9, 8],
  [9, 8],
  [0, 14],
  [-17, 3],
  [17, 3],
  [-6, 2],
  [6, 2],
]
