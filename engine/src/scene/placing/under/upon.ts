// What stands upon a cake or a mat, and what is tied above something.
import { clamp } from '../../../core/scalar.ts'
import type { AskedSubject } from '../../../prompt/asked.ts'

interface Holder {
  readonly x: number
  readonly foot: number
  readonly height: number
  readonly breadth: number
}

interface Place {
  readonly x: number
  readonly foot: number
  readonly stance: 'air'
}

interface Copy {
  readonly asked: AskedSubject
  readonly copy: number
  readonly count: number
  readonly tall: number
  readonly breadth: number
}

export const CANDLE = 'cake-candle'

/** Of a cake of three, as a share of its height. */
const TOP_TIER = 0.965

/** All over the top of their cake, by turns farther back. */
export function onCake(
  { x, foot, breadth, height, asked: { subject } }: Holder & Pick<Copy, 'asked'>,
  { apart, copy, count }: { apart: number; copy: number; count: number },
): Place {
  const isTiered = subject === 'tiered-cake'
  const across = (breadth * (isTiered ? 0.24 : 0.58)) / Math.max(1, count - 1)
  const up = isTiered ? TOP_TIER : (copy & 1) === 0 ? 0.82 : 0.9
  return { x: x + apart * across, foot: foot - height * up, stance: 'air' }
}

/** In a bunch above what they are tied to; a second bunch leans to the other side. */
export function tied(
  anchor: Holder,
  { asked, copy, tall, breadth }: Omit<Copy, 'count'>,
  { width, height }: { readonly width: number; readonly height: number },
): Place {
  const [across, up] = BUNCH[copy % BUNCH.length]!
  const side = asked.count > 3 ? -0.35 : 0.95
  const top = anchor.foot - anchor.height
  const foot = Math.max(tall * 1.1, top - height * 0.1 - up * tall * 0.7)
  return { x: clamp(anchor.x + (across + side) * breadth, breadth / 2, width - breadth / 2), foot, stance: 'air' }
}

const BUNCH: readonly (readonly [across: number, up: number])[] = [
  [0, 0],
  [-0.66, 0.5],
  [0.66, 0.6],
  [0, 1.15],
  [-0.7, 1.5],
  [0.72, 1.6],
  [-1.3, 0.9],
  [1.3, 1],
  [0, 2.1],
]

/** On a mat: the farther row first. */
export function inRowsOn(
  { x, foot, height }: Holder,
  { copy, count, breadth }: Pick<Copy, 'copy' | 'count' | 'breadth'>,
): Place {
  const back = Math.floor(count / 2)
  const isBack = copy < back
  const [place, inRow] = isBack ? [copy, back] : [copy - back, count - back]
  const aside = (place - (inRow - 1) / 2) * breadth * 1.12
  return { x: x + aside, foot: foot - height * (isBack ? 0.68 : 0.26), stance: 'air' }
}
