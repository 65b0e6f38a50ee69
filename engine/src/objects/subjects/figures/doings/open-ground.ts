// What somebody works at on open ground, in figure units: the ground is at 197, the body at 42, the work to its right.
import { fromHex, lighten, type Rgb } from '../../../../core/colour.ts'
import type { AskedFigure } from '../../../../prompt/asked.ts'
import { aspectOf } from '../../draw-subject.ts'
import { dimmed } from '../cloth.ts'
import { accessory, bar, disc, type Easel, limb, type Point, shape, stamp } from '../figure-easel.ts'

const IRON = fromHex('#2b2b30')
const WOOD = fromHex('#8a5a34')
const DARK_WOOD = fromHex('#5e3c22')
const EARTH = fromHex('#6a4428')
const LEAF = fromHex('#3f8a3c')
const FOAM = fromHex('#eef6f8')
const STRAW = fromHex('#cda85a')

/** A long broom, its straw on the ground, dust before it. */
export function broom(easel: Easel): void {
  bar(easel, [86, 66, 112, 172], [3.2, 3.6], WOOD)
  shape(
    easel,
    'M107 166 L117 164 C126 176 134 188 138 197 L104 198 C104 186 105 176 107 166 Z',
    easel.accessoryColour ?? STRAW,
  )
  for (const x of [110, 118, 126]) bar(easel, [112 + (x - 118) * 0.2, 172, x, 196], [0.9, 0.9], dimmed(STRAW, 0.66))
  bar(easel, [107, 171, 119, 169], [2.4, 2.4], fromHex('#a8432f'))
  for (const [x, y, r] of [
    [142, 194, 2.4],
    [147, 192, 1.8],
    [138, 197, 2],
  ] as const)
    disc(easel, [x, y], r, fromHex('#b59a78'))
}

/** A hoe in the ground, the clods it turns. */
export function hoe(easel: Easel): void {
  mound(easel, 124, 26)
  bar(easel, [80, 104, 132, 172], [3.4, 3.8], WOOD)
  shape(easel, 'M128 166 L138 172 L128 196 C122 198 116 196 114 192 C120 186 124 178 128 166 Z', fromHex('#6a6e76'))
  shape(easel, 'M134 170 L138 172 L128 196 L124 197 Z', fromHex('#9aa0a8'))
}

function mound(easel: Easel, x: number, half: number): void {
  shape(
    easel,
    `M${x - half} 199 C${x - half * 0.6} 188 ${x - half * 0.2} 186 ${x} 187 C${x + half * 0.3} 186 ${x + half * 0.7} 190 ${x + half} 199 Z`,
    EARTH,
  )
  for (const [dx, y, r] of [
    [-0.5, 191, 3.4],
    [0.1, 188, 4],
    [0.6, 193, 3],
  ] as const)
    disc(easel, [x + dx * half, y], r, lighten(EARTH, 0.06))
}

/** A young tree, its foot in a mound of earth. */
export function sapling(easel: Easel): void {
  mound(easel, 116, 24)
  bar(easel, [116, 192, 117, 112], [4, 2.6], DARK_WOOD)
  for (const [x, y, tip, rise] of [
    [117, 120, 138, 104],
    [117, 126, 98, 110],
    [117, 112, 120, 88],
    [117, 136, 140, 126],
    [117, 140, 100, 130],
  ] as const) {
    const [mx, my] = [(x + tip) / 2, (y + rise) / 2]
    shape(
      easel,
      `M${x} ${y} C${mx - 4} ${my - 9} ${tip - 2} ${rise - 6} ${tip} ${rise} C${tip} ${rise + 6} ${mx + 4} ${my + 8} ${x} ${y} Z`,
      LEAF,
    )
    bar(easel, [x, y, mx, my], [0.9, 0.7], lighten(LEAF, 0.12))
  }
}

/** A wet sponge in the hand, suds around it, a bucket at the feet. */
export function sponge(easel: Easel): void {
  const side = fromHex('#d8452f')
  shape(easel, 'M62 168 L92 168 L88 198 L66 198 Z', side)
  shape(easel, 'M62 168 C62 164 92 164 92 168 C92 172 62 172 62 168 Z', FOAM)
  shape(easel, 'M66 172 L72 172 L74 198 L66 198 Z', lighten(side, 0.08))
  for (const [x, y, r] of [
    [118, 104, 6],
    [124, 96, 5],
    [120, 88, 4],
    [126, 108, 4],
    [114, 112, 3.6],
  ] as const)
    disc(easel, [x, y], r, FOAM)
  shape(easel, 'M110 86 L124 88 L123 104 L109 102 Z', fromHex('#f2c230'))
}

/** A barrow on one wheel, laden. */
export function wheelbarrow(easel: Easel, { attribute }: AskedFigure): void {
  const steel = easel.accessoryColour && !attribute ? easel.accessoryColour : fromHex('#3f6a8a')
  if (attribute) {
    const height = Math.min(26, 26 / aspectOf(attribute))
    for (const [x, y] of [
      [112, 132],
      [132, 132],
      [121, 120],
    ] as const)
      stamp(easel, attribute, { x, y, height }, accessory(easel, attribute))
  } else
    for (const [x, y, tone] of [
      [110, 124, '#b98a52'],
      [126, 120, '#a8743c'],
      [138, 126, '#c29a62'],
    ] as const)
      shape(
        easel,
        `M${x - 12} ${y + 12} C${x - 14} ${y - 6} ${x - 4} ${y - 12} ${x} ${y - 9} C${x + 8} ${y - 12} ${x + 14} ${y - 4} ${x + 12} ${y + 12} Z`,
        fromHex(tone),
      )
  barrow(easel, steel)
}

function barrow(easel: Easel, steel: Rgb): void {
  bar(easel, [84, 116, 128, 156], [4, 4], WOOD)
  shape(easel, 'M92 128 L150 124 L140 154 L104 154 Z', steel)
  shape(easel, 'M92 128 L98 128 L109 154 L104 154 Z', lighten(steel, 0.1))
  bar(easel, [92, 128, 150, 124], [3, 3], lighten(steel, -0.08))
  bar(easel, [104, 154, 98, 196], [3.6, 3.4], IRON)
  bar(easel, [128, 154, 134, 178], [3.4, 3.4], IRON)
  disc(easel, [134, 180], 17, IRON)
  disc(easel, [134, 180], 11, fromHex('#9aa0a8'))
  disc(easel, [134, 180], 3.4, IRON)
}

/** A net that opens through the air. */
export function castNet(easel: Easel): void {
  const line = easel.accessoryColour ?? fromHex('#f6f2e6')
  const from: Point = [90, 66]
  const rim: Point[] = Array.from({ length: 9 }, (_, k) => {
    const t = (k / 8) * 1.9 - 0.72
    return [92 + Math.cos(t) * 58, 74 + Math.sin(t) * 70]
  })
  for (const end of rim) limb(easel, [from, end], [2.2, 1.8], line)
  for (const share of [0.35, 0.55, 0.75, 0.9, 1])
    for (let k = 1; k < rim.length; k++) {
      const at = ([x, y]: Point): Point => [from[0] + (x - from[0]) * share, from[1] + (y - from[1]) * share]
      limb(easel, [at(rim[k - 1]!), at(rim[k]!)], share === 1 ? [3, 3] : [1.5, 1.5], line)
    }
  for (const at of rim) disc(easel, at, 2.4, fromHex('#7a7068'))
}
