// Somebody on a seat behind a table, seen from before, with what they work at on it; or at a loom.
import { fromHex } from '../../../../core/colour.ts'
import type { AskedFigure, Doing } from '../../../../prompt/asked.ts'
import { aspectOf } from '../../draw-subject.ts'
import { dimmed } from '../cloth.ts'
import { accessory, type Arm, arm, bar, disc, type Easel, type Point, shape, stamp } from '../figure-easel.ts'
import { sleeveOf } from '../figure-poses.ts'
import { headBox } from '../head/bust.ts'
import { head } from '../head/head.ts'
import { clothInHand, loom, machine, shuttle } from './cloth-work.ts'
import type { Painter } from './working.ts'

const WOOD = fromHex('#9a6a40')
const INK = fromHex('#26282e')
const PAPER = fromHex('#f6f1e4')

interface Place {
  readonly far: Point
  readonly near: Point
  readonly before: Painter
  readonly after?: Painter
}

const AT: Readonly<Partial<Record<Doing, Place>>> = {
  machining: { far: [98, 92], near: [50, 96], before: machine, after: clothInHand },
  writing: { far: [82, 95], near: [46, 98], before: notebook, after: pen },
  mending: { far: [84, 92], near: [54, 96], before: bench, after: screwdriver },
  dining: { far: [72, 44], near: [46, 98], before: plate, after: spoon },
  cutting: { far: [86, 92], near: [50, 97], before: onBoard, after: knife },
  weaving: { far: [88, 96], near: [50, 96], before: loom, after: shuttle },
}

const TOP = 100

export function drawAtTable(easel: Easel, figure: AskedFigure): void {
  const { main, accent } = easel.outfit
  const { far, near, before, after } = AT[figure.doing ?? 'writing'] ?? AT.writing!
  const sleeve = sleeveOf(easel.outfit)
  stool(easel)
  shape(easel, 'M46 48 C41 62 42 84 43 120 L92 120 C92 84 93 62 89 48 C81 54 54 54 46 48 Z', main)
  shape(easel, 'M46 48 C41 62 42 84 43 120 L53 120 C50 88 50 64 54 51 Z', dimmed(main, 0.8))
  shape(easel, 'M56 49 C61 62 74 62 79 49 L82 50 C76 67 59 67 53 50 Z', accent)
  head(easel, figure, headBox(figure, { x: 67, chin: 40, size: 34 }))
  if (figure.doing !== 'weaving') table(easel)
  before(easel, figure)
  arm(easel, { bones: bones([86, 55], [100, 80], far), sleeve })
  arm(easel, { bones: bones([48, 55], [34, 82], near), sleeve })
  after?.(easel, figure)
}

function bones(shoulder: Point, elbow: Point, hand: Point): Arm['bones'] {
  return [shoulder, elbow, hand]
}

function stool(easel: Easel): void {
  for (const x of [46, 88]) bar(easel, [x, 118, x, 164], [5, 4.4], fromHex('#5e3c22'))
  for (const x of [58, 76]) bar(easel, [x, 118, x, 158], [12, 8], easel.outfit.legs)
  for (const x of [60, 78]) bar(easel, [x - 2, 162, x + 4, 163], [7, 6], fromHex('#3a2a20'))
}

function table(easel: Easel): void {
  for (const x of [12, 124]) bar(easel, [x, TOP + 8, x, 166], [6, 5], dimmed(WOOD, 0.7))
  shape(easel, `M2 ${TOP} L134 ${TOP} L136 ${TOP + 8} L0 ${TOP + 8} Z`, WOOD)
  shape(easel, `M0 ${TOP + 8} L136 ${TOP + 8} L132 ${TOP + 20} L4 ${TOP + 20} Z`, dimmed(WOOD, 0.72))
  shape(easel, `M2 ${TOP} L134 ${TOP} L134 ${TOP + 2} L2 ${TOP + 2} Z`, dimmed(WOOD, 1.15))
}

function notebook(easel: Easel, { attribute }: AskedFigure): void {
  if (attribute) return stamp(easel, attribute, { x: 66, y: 104, height: 32 }, accessory(easel, attribute))
  shape(easel, 'M40 104 L62 92 L98 92 L102 104 Z', PAPER)
  shape(easel, 'M68 92 L70.4 92 L71.6 104 L68 104 Z', fromHex('#c9bfa8'))
  for (let k = 0; k < 3; k++) {
    bar(easel, [50 + k * 3.4, 102 - k * 3, 66, 102 - k * 3], [0.8, 0.8], fromHex('#5f7fa8'))
    bar(easel, [74, 102 - k * 3, 92 - k, 102 - k * 3], [0.8, 0.8], fromHex('#5f7fa8'))
  }
  shape(easel, 'M38 104 L104 104 L104 106.4 L38 106.4 Z', easel.accessoryColour ?? fromHex('#c23f2a'))
}

function pen(easel: Easel, { attribute }: AskedFigure): void {
  if (attribute) return
  bar(easel, [90, 82, 79, 101], [2.6, 1.2], fromHex('#2f5f9c'))
}

/** What is open for repair, its parts about it, a lamp over it. */
function bench(easel: Easel, { attribute }: AskedFigure): void {
  bar(easel, [122, 100, 126, 62], [2.6, 2.4], INK)
  bar(easel, [126, 62, 106, 50], [2.4, 2.4], INK)
  shape(easel, 'M96 44 L110 50 L104 62 L88 56 Z', fromHex('#d8452f'))
  shape(easel, 'M28 104 L44 96 L104 96 L108 104 Z', fromHex('#3f7a5c'))
  const id = attribute ?? 'mobile-phone'
  const height = Math.min(26, 34 / aspectOf(id))
  stamp(easel, id, { x: 68, y: 103, height }, accessory(easel, id))
  for (const [x, y] of [
    [40, 101],
    [92, 102],
    [100, 99],
  ] as const)
    disc(easel, [x, y], 1.8, fromHex('#c9ced6'))
}

function screwdriver(easel: Easel): void {
  bar(easel, [88, 80, 84, 88], [4.4, 4], fromHex('#f2b02e'))
  bar(easel, [84, 88, 74, 96], [1.6, 1.2], fromHex('#c9ced6'))
}

function plate(easel: Easel, { attribute }: AskedFigure): void {
  const id = attribute ?? 'cooked-rice'
  const height = Math.min(30, 42 / aspectOf(id))
  shape(easel, 'M36 101 C36 97 94 97 94 101 C94 105.6 36 105.6 36 101 Z', PAPER)
  stamp(easel, id, { x: 65, y: 103, height }, accessory(easel, id))
}

/** Whole, and in slices. */
function onBoard(easel: Easel, { attribute }: AskedFigure): void {
  shape(easel, 'M30 104 L40 97 L104 97 L106 104 Z', fromHex('#d9ae6e'))
  shape(easel, 'M30 104 L106 104 L106 106.6 L30 106.6 Z', fromHex('#a8743c'))
  const id = attribute ?? 'onion'
  const height = Math.min(17, 26 / aspectOf(id))
  stamp(easel, id, { x: 60, y: 103, height }, accessory(easel, id))
  for (const x of [84, 92, 99]) stamp(easel, id, { x, y: 103.4, height: height * 0.5 }, accessory(easel, id))
}

function knife(easel: Easel): void {
  bar(easel, [90, 88, 84, 91], [4, 4], fromHex('#3a2a20'))
  shape(easel, 'M85 89 L68 100 L70 103 L88 93 Z', fromHex('#dfe4ea'))
}

function spoon(easel: Easel): void {
  bar(easel, [82, 48, 70, 39], [1.8, 1.6], fromHex('#c9ced6'))
  disc(easel, [69, 38.4], 3.4, fromHex('#e2e6ea'))
}
