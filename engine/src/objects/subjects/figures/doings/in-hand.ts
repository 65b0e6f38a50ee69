// What is done with small things in both hands, or at the mouth.
import { fromHex, lighten } from '../../../../core/colour.ts'
import type { AskedFigure, Doing } from '../../../../prompt/asked.ts'
import { SUBJECTS } from '../../../../subjects/registry.ts'
import { aspectOf } from '../../draw-subject.ts'
import { dimmed } from '../cloth.ts'
import { accessory, bar, disc, type Easel, type Point, shape, stamp } from '../figure-easel.ts'

const STEEL = fromHex('#d2d6dc')
const WOOD = fromHex('#b98a52')

/** Needles, and what grows on them; cloth and a thread. Around the middle of both hands. */
export function inLapOf(easel: Easel, { doing }: AskedFigure, [x, y]: Point): void {
  if (doing === 'knitting') knit(easel, [x, y])
  else if (doing === 'stitching') stitch(easel, [x, y])
}

function knit(easel: Easel, [x, y]: Point): void {
  const wool = easel.accessoryColour ?? fromHex('#c23f5a')
  shape(
    easel,
    `M${x - 15} ${y - 2} L${x + 15} ${y - 2} L${x + 17} ${y + 34} C${x + 6} ${y + 38} ${x - 6} ${y + 38} ${x - 17} ${y + 34} Z`,
    wool,
  )
  for (let k = 0; k < 6; k++)
    bar(easel, [x - 15, y + 3 + k * 5.4, x + 15, y + 3 + k * 5.4], [1.2, 1.2], lighten(wool, k % 2 ? -0.1 : 0.1))
  bar(easel, [x - 24, y - 14, x + 12, y + 1], [2, 1.4], WOOD)
  bar(easel, [x + 24, y - 16, x - 12, y + 1], [2, 1.4], lighten(WOOD, 0.08))
  for (const side of [-1, 1]) disc(easel, [x + side * 24, y - 15], 2.4, fromHex('#5e3c22'))
  bar(easel, [x + 16, y + 20, x + 36, y + 62], [1, 1], wool)
  disc(easel, [x + 36, y + 62], 9, wool)
  for (const turn of [-0.5, 0.3, 1])
    bar(
      easel,
      [
        x + 36 - Math.cos(turn) * 8,
        y + 62 - Math.sin(turn) * 8,
        x + 36 + Math.cos(turn) * 8,
        y + 62 + Math.sin(turn) * 8,
      ],
      [1, 1],
      lighten(wool, 0.12),
    )
}

function stitch(easel: Easel, [x, y]: Point): void {
  const cloth = easel.accessoryColour ?? fromHex('#e8b53a')
  shape(
    easel,
    `M${x - 20} ${y} C${x - 8} ${y - 5} ${x + 8} ${y - 5} ${x + 20} ${y} C${x + 26} ${y + 18} ${x + 24} ${y + 34} ${x + 18} ${y + 42} C${x + 4} ${y + 38} ${x - 8} ${y + 44} ${x - 20} ${y + 40} C${x - 26} ${y + 26} ${x - 24} ${y + 12} ${x - 20} ${y} Z`,
    cloth,
  )
  shape(
    easel,
    `M${x - 10} ${y} C${x - 14} ${y + 14} ${x - 12} ${y + 30} ${x - 8} ${y + 42} L${x - 14} ${y + 41} C${x - 20} ${y + 26} ${x - 18} ${y + 10} ${x - 14} ${y - 2} Z`,
    dimmed(cloth, 0.74),
  )
  bar(easel, [x + 14, y - 3, x + 24, y - 22], [0.9, 0.7], fromHex('#f6f1e4'))
  bar(easel, [x + 10, y + 2, x + 16, y - 5], [1.4, 0.8], STEEL)
}

/** Where the far hand is while somebody eats, drinks, serves, plays a flute or takes their own picture. */
export const AT_THE_MOUTH: ReadonlySet<Doing> = new Set([
  'eating',
  'drinking',
  'fluting',
  'selfie',
  'serving',
  'photographing',
  'brushing',
])

const CUP = 'cup-with-straw'

export function atMouth(easel: Easel, { doing, attribute }: AskedFigure, [x, y]: Point): void {
  if (doing === 'selfie') return phone(easel, [x, y])
  if (doing === 'fluting') return flute(easel, [x, y])
  if (doing === 'photographing') return cameraAtEye(easel, attribute, [x, y])
  if (doing === 'brushing') return toothbrush(easel, [x, y])
  if (doing === 'serving') return tray(easel, attribute, [x, y])
  const id = drunkFrom(attribute) ?? (doing === 'drinking' ? CUP : null)
  if (id === null) return disc(easel, [x - 5, y - 3], 4.4, fromHex('#e8d2a0'))
  const isDrink = SUBJECTS.get(id)?.family === 'drink' || doing === 'drinking'
  const height = Math.min(isDrink ? 19 : 17, 22 / aspectOf(id))
  stamp(easel, id, { x: x - 4, y: y + height * 0.42, height }, accessory(easel, id))
}

/** « boit du thé »: nobody drinks from the pot. */
function drunkFrom(attribute: string | null): string | null {
  return attribute === 'teapot' ? 'glass-of-tea' : attribute
}

function phone(easel: Easel, [x, y]: Point): void {
  bar(easel, [x - 4, y - 20, x - 1, y - 2], [11, 11], fromHex('#20242c'))
  bar(easel, [x - 5.4, y - 18.4, x - 2.8, y - 3.6], [7.6, 7.6], fromHex('#8fc2e0'))
}

/** Before one eye, its lens ahead. */
function cameraAtEye(easel: Easel, attribute: string | null, [x, y]: Point): void {
  if (attribute === 'mobile-phone') return phone(easel, [x + 2, y + 4])
  const body = fromHex('#2a2d34')
  shape(easel, `M${x - 15} ${y - 16} L${x + 9} ${y - 16} L${x + 9} ${y + 1} L${x - 15} ${y + 1} Z`, body)
  shape(
    easel,
    `M${x - 8} ${y - 21} L${x + 2} ${y - 21} L${x + 4} ${y - 16} L${x - 10} ${y - 16} Z`,
    lighten(body, 0.05),
  )
  bar(easel, [x - 14, y - 12.6, x + 8, y - 12.6], [1.6, 1.6], fromHex('#8a9098'))
  disc(easel, [x + 8, y - 6.4], 8.6, lighten(body, 0.08))
  disc(easel, [x + 9.4, y - 6.4], 6.4, fromHex('#11141a'))
  disc(easel, [x + 10.4, y - 7.4], 3, fromHex('#6fa8d0'))
}

function toothbrush(easel: Easel, [x, y]: Point): void {
  bar(easel, [x + 12, y + 5, x - 14, y - 4], [3, 2.4], fromHex('#2f8fd0'))
  bar(easel, [x - 16, y - 6, x - 9, y - 4], [4, 4], fromHex('#f6f9fb'))
  for (const [dx, dy, r] of [
    [-17, -1, 2.6],
    [-13, 1, 2],
  ] as const)
    disc(easel, [x + dx, y + dy], r, fromHex('#ffffff'))
}

function flute(easel: Easel, [x, y]: Point): void {
  const wood = easel.accessoryColour ?? fromHex('#c9a24a')
  bar(easel, [x - 16, y - 7, x + 26, y + 4], [4.4, 4.4], wood)
  for (let k = 0; k < 5; k++) disc(easel, [x + k * 4.6, y - 3 + k * 1.2], 1.1, fromHex('#4a3018'))
}

/** On the flat hand, what is served on it. */
function tray(easel: Easel, attribute: string | null, [x, y]: Point): void {
  const steel = fromHex('#c9ced6')
  const top = y - 11
  shape(
    easel,
    `M${x - 24} ${top} C${x - 24} ${top + 7} ${x + 24} ${top + 7} ${x + 24} ${top} C${x + 24} ${top - 5} ${x - 24} ${top - 5} ${x - 24} ${top} Z`,
    lighten(steel, -0.12),
  )
  shape(
    easel,
    `M${x - 24} ${top - 1} C${x - 24} ${top + 4} ${x + 24} ${top + 4} ${x + 24} ${top - 1} C${x + 24} ${top - 6} ${x - 24} ${top - 6} ${x - 24} ${top - 1} Z`,
    steel,
  )
  const id = attribute ?? 'tumbler-glass'
  const height = Math.min(20, 20 / aspectOf(id))
  for (const aside of [-13, 0, 13])
    stamp(easel, id, { x: x + aside, y: top + (aside === 0 ? 1 : 0), height }, accessory(easel, id))
}
