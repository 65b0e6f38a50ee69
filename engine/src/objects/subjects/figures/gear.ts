// What somebody has on or about them besides clothes: gloves to box with, headphones, a stethoscope, a rod, a stick.
import { fromHex, lighten } from '../../../core/colour.ts'
import type { ColourName } from '../../../prompt/asked.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import { aspectOf } from '../draw-subject.ts'
import { accessory, bar, disc, type Easel, limb, type Point, shape, stamp } from './figure-easel.ts'
import type { Bones } from './gestures.ts'

/** A fist in leather, its cuff laced. */
export function glove(easel: Easel, [, elbow, [x, y]]: Bones): void {
  const leather = easel.accessoryColour ?? fromHex('#b8302a')
  const cuff: Point = [x + (elbow[0] - x) * 0.3, y + (elbow[1] - y) * 0.3]
  limb(easel, [cuff, [x, y]], [11, 12], lighten(leather, -0.06))
  disc(easel, [x, y - 4], 9.6, leather)
  disc(easel, [x - 2.4, y - 7], 5, lighten(leather, 0.05))
  bar(easel, [x - 7, y - 1, x - 4, y - 8], [5.6, 4.4], lighten(leather, -0.04))
}

/** A band over the hair, a cushion on each ear. */
export function onTheEars(easel: Easel, crown: number): void {
  const [ink, pad] = [fromHex('#23252b'), fromHex('#4a4f5a')]
  const band: readonly Point[] = [
    [25, crown + 17],
    [28, crown + 4],
    [42, crown - 3],
    [56, crown + 4],
    [59, crown + 17],
  ]
  for (let k = 1; k < band.length; k++) limb(easel, [band[k - 1]!, band[k]!], [3.4, 3.4], ink)
  for (const [x] of [band[0]!, band.at(-1)!]) {
    bar(easel, [x, crown + 15, x, crown + 24], [8, 8], ink)
    bar(easel, [x, crown + 16.5, x, crown + 22], [4, 4], pad)
  }
}

/** A stethoscope hangs on the chest. */
export function roundTheNeck(easel: Easel): void {
  const rubber = fromHex('#2b3038')
  const bend = [
    [35, 47],
    [36, 62],
    [41, 72],
    [45, 82],
  ] as const
  const other = [
    [50, 47],
    [49, 62],
    [44, 72],
  ] as const
  for (const line of [bend, other])
    for (let k = 1; k < line.length; k++) limb(easel, [line[k - 1]!, line[k]!], [1.6, 1.6], rubber)
  disc(easel, [45.5, 84], 3.4, fromHex('#aeb6be'))
  disc(easel, [45.5, 84], 1.8, fromHex('#6b747d'))
}

/** A rod bent by its line. */
export function rod(easel: Easel, [x, y]: Point): void {
  const cane = fromHex('#8a6232')
  const points: readonly Point[] = [
    [x - 16, y + 26],
    [x, y],
    [x + 13, y - 34],
    [x + 22, y - 62],
    [x + 30, y - 84],
  ]
  for (let k = 1; k < points.length; k++)
    limb(easel, [points[k - 1]!, points[k]!], [2.6 - k * 0.4, 2.2 - k * 0.4], cane)
  limb(easel, [points.at(-1)!, [x + 31, y + 8]], [0.5, 0.5], fromHex('#e8e6df'))
}

/** From both hands down to the ice, its blade before the feet, the puck before it. */
export function stick(easel: Easel): void {
  const wood = fromHex('#c9924e')
  const ends: readonly Point[] = [
    [40, 92],
    [82, 193],
    [102, 196],
  ]
  limb(easel, [ends[0]!, ends[1]!], [4, 4.4], wood)
  limb(easel, [ends[1]!, ends[2]!], [8, 6], fromHex('#23252b'))
  limb(easel, [ends[0]!, [46, 106]], [4.8, 4.8], fromHex('#b03030'))
  shape(easel, 'M104 194 C104 190 118 190 118 194 L118 198 C118 201 104 201 104 198 Z', fromHex('#17181c'))
}

/** As tall as the shoulder, in the far hand. */
export function staff(easel: Easel): void {
  bar(easel, [57, 34, 60, 196], [2.6, 3.2], fromHex('#7a5230'))
}

/** A cane with a crook, under the far hand. */
export function cane(easel: Easel): void {
  const wood = easel.accessoryColour ?? fromHex('#5a3820')
  bar(easel, [65, 112, 70, 198], [2.8, 2.4], wood)
  const crook: readonly Point[] = [
    [65, 112],
    [64, 106],
    [59, 104],
    [55, 108],
  ]
  for (let k = 1; k < crook.length; k++) limb(easel, [crook[k - 1]!, crook[k]!], [3, 3], wood)
}

const CANVAS = fromHex('#2f5f8a')

/** What is seen of a bag on the back: its sides and its top behind the shoulders. */
export function packBehind(easel: Easel): void {
  const cloth = easel.accessoryColour ?? CANVAS
  shape(easel, 'M16 54 C16 42 24 38 42 38 C60 38 69 42 69 54 L72 104 C72 112 12 112 12 104 Z', cloth)
  shape(easel, 'M16 54 C16 46 20 42 27 40 L23 108 C16 108 12 107 12 104 Z', lighten(cloth, -0.08))
}

/** Over both shoulders, and under the arms. */
export function straps(easel: Easel): void {
  const cloth = lighten(easel.accessoryColour ?? CANVAS, -0.05)
  for (const points of [
    [
      [31, 48],
      [31, 66],
      [25, 88],
    ],
    [
      [53, 48],
      [54, 66],
      [60, 88],
    ],
  ] as const)
    for (let k = 1; k < points.length; k++) limb(easel, [points[k - 1]!, points[k]!], [4.6, 4.2], cloth)
}

/** From the shoulders to the calves, wider below, behind the body. */
export function cloak(easel: Easel, colour: ColourName): void {
  const cloth = capeOf(colour)
  shape(easel, 'M27 47 C14 76 2 124 -6 166 C14 178 70 180 92 164 C82 122 70 76 57 47 C48 54 36 54 27 47 Z', cloth)
  shape(easel, 'M27 47 C14 76 2 124 -6 166 C0 170 8 172 14 173 C16 130 22 84 32 51 Z', lighten(cloth, -0.08))
  shape(easel, 'M57 47 C66 78 74 124 76 171 C82 169 88 167 92 164 C82 122 70 76 57 47 Z', lighten(cloth, -0.06))
}

/** What lies of it on the shoulders, tied below the chin. */
export function clasp(easel: Easel, colour: ColourName): void {
  const cloth = capeOf(colour)
  shape(
    easel,
    'M26 49 C30 44 36 44 42 47 C48 44 54 44 59 49 C54 54 48 55 43 53 C37 56 31 55 26 49 Z',
    lighten(cloth, 0.04),
  )
  disc(easel, [43, 51], 3, fromHex('#e3b93f'))
}

function capeOf(colour: ColourName) {
  return colourValue(colour) ?? fromHex('#b0302c')
}

/** One hangs from each hand: a bucket by its bail, a bag or a basket by its own handle. */
export function inBothHands(easel: Easel, id: string, hands: readonly Point[]): void {
  const height = id === 'bucket' ? 30 : 34
  const half = (height * aspectOf(id)) / 2
  for (const [x, y] of hands) {
    const rim = y + (id === 'bucket' ? 15 : 3)
    stamp(easel, id, { x, y: rim + height, height }, accessory(easel, id))
    if (id !== 'bucket') continue
    for (const side of [-1, 1]) bar(easel, [x, y + 3, x + side * half * 0.86, rim + 3], [1.5, 1.5], fromHex('#8a9098'))
  }
}

const ROPE = 26
const ROPE_WIDE = 49

/** From hand to hand under the feet of who jumps. */
export function rope(easel: Easel, [far, near]: readonly [Point, Point]): void {
  const turn = Array.from({ length: ROPE + 1 }, (_, k): Point => {
    const t = (k / ROPE) * Math.PI
    return [42.5 + Math.cos(t) * ROPE_WIDE, 126 + Math.sin(t) ** 0.8 * 94]
  })
  const points: readonly Point[] = [far, ...turn, near]
  const hemp = easel.accessoryColour ?? fromHex('#d8452f')
  for (let k = 1; k < points.length; k++) limb(easel, [points[k - 1]!, points[k]!], [2.4, 2.4], hemp)
  for (const [x, y] of [far, near]) bar(easel, [x, y - 4, x, y + 7], [4, 4], fromHex('#f2c230'))
}
