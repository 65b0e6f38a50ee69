// A joiner's bench, a punching bag, a line to dry cloth on, a wall that grows, a block for wood; in figure units.
import { fromHex, lighten } from '../../../../core/colour.ts'
import type { AskedFigure } from '../../../../prompt/asked.ts'
import { aspectOf } from '../../draw-subject.ts'
import { accessory, bar, disc, type Easel, shape, stamp } from '../figure-easel.ts'

const WOOD = fromHex('#a8743c')
const PALE_WOOD = fromHex('#d9ae6e')
const DARK_WOOD = fromHex('#5e3c22')
const IRON = fromHex('#2b2b30')
const STEEL = fromHex('#c9ced6')

/** A plank on a bench, shavings on it and below. */
export function bench(easel: Easel): void {
  for (const [x, end] of [
    [84, 80],
    [142, 148],
  ] as const)
    bar(easel, [x, 138, end, 197], [7, 6.4], DARK_WOOD)
  bar(easel, [84, 176, 144, 176], [4, 4], DARK_WOOD)
  shape(easel, 'M70 132 L156 132 L156 142 L70 142 Z', WOOD)
  shape(easel, 'M70 132 L156 132 L156 135 L70 135 Z', lighten(WOOD, 0.08))
  shape(easel, 'M76 124 L168 121 L168 128 L76 132 Z', PALE_WOOD)
  for (const [x, y, r] of [
    [84, 193, 4],
    [96, 196, 5],
    [108, 194, 4],
    [122, 196, 4.6],
    [80, 122, 3.4],
    [88, 119, 3],
  ] as const) {
    disc(easel, [x, y], r, PALE_WOOD)
    disc(easel, [x + 0.6, y + 0.4], r * 0.55, lighten(WOOD, -0.04))
  }
}

export function plane(easel: Easel): void {
  shape(easel, 'M92 114 L136 112 L138 123 L92 125 Z', fromHex('#7a4526'))
  shape(easel, 'M92 114 L136 112 L136 115 L92 117 Z', fromHex('#96592f'))
  shape(easel, 'M110 104 L116 103 L122 116 L114 117 Z', STEEL)
  disc(easel, [130, 110], 4, fromHex('#5e3c22'))
  shape(easel, 'M112 112 C106 104 112 98 118 102 C114 102 112 106 116 112 Z', lighten(PALE_WOOD, 0.06))
}

/** On its chain, as heavy as whoever hits it. */
export function punchingBag(easel: Easel): void {
  const leather = easel.accessoryColour ?? fromHex('#8f2a26')
  bar(easel, [122, -30, 122, -2], [2.4, 2.4], IRON)
  for (const x of [112, 132]) bar(easel, [122, -6, x, 12], [1.6, 1.6], IRON)
  shape(easel, 'M104 16 C104 8 140 8 140 16 L142 138 C142 148 102 148 102 138 Z', leather)
  shape(easel, 'M104 16 C104 12 112 10 116 10 L114 146 C106 145 102 142 102 138 Z', lighten(leather, -0.07))
  shape(easel, 'M130 11 C136 12 140 14 140 16 L142 138 C142 141 139 143 135 144 Z', lighten(leather, 0.06))
  for (const y of [34, 112]) shape(easel, `M103.4 ${y} L140.6 ${y} L140.7 ${y + 9} L103.2 ${y + 9} Z`, IRON)
}

export function boxersHands(easel: Easel): void {
  const glove = fromHex('#d8352f')
  for (const [x, y] of [
    [106, 64],
    [84, 68],
  ] as const) {
    bar(easel, [x - 10, y + 5, x - 5, y + 3], [11, 11], fromHex('#f2ece0'))
    disc(easel, [x, y], 9.6, glove)
    disc(easel, [x - 3, y - 4], 4.6, lighten(glove, 0.08))
  }
}

/** Cloth that dries, and the next piece in both hands. */
export function line(easel: Easel): void {
  for (const x of [70, 150]) bar(easel, [x, 20, x, 197], [4.4, 4.4], DARK_WOOD)
  bar(easel, [60, 30, 152, 34], [1.4, 1.4], fromHex('#e8e2d2'))
  const tones = easel.accessoryColour
    ? [easel.accessoryColour, lighten(easel.accessoryColour, 0.16), easel.accessoryColour]
    : [fromHex('#f4efe4'), fromHex('#2f7fb8'), fromHex('#e0832e')]
  for (const [k, tone] of tones.entries()) {
    const x = 82 + k * 22
    shape(
      easel,
      `M${x} 31 L${x + 19} 32 L${x + 20} ${86 + (k % 2) * 16} C${x + 12} ${90 + (k % 2) * 16} ${x + 6} ${84 + (k % 2) * 16} ${x - 1} ${88 + (k % 2) * 16} Z`,
      tone,
    )
    bar(easel, [x + 8, 34, x + 8, 82], [1, 2], lighten(tone, -0.08))
    for (const pin of [x + 3, x + 16]) bar(easel, [pin, 28, pin, 35], [1.8, 1.8], WOOD)
  }
}

const STICKS: ReadonlySet<string> = new Set(['wood', 'log'])

/** What lies on the ground, and the basket for it. */
export function gathered(easel: Easel, { attribute }: AskedFigure): void {
  if (attribute === null || STICKS.has(attribute)) return sticks(easel)
  const height = Math.min(22, 22 / aspectOf(attribute))
  for (const [x, y] of [
    [126, 172],
    [138, 174],
    [132, 166],
  ] as const)
    stamp(easel, attribute, { x, y, height }, accessory(easel, attribute))
  shape(easel, 'M116 168 L150 168 L145 196 L121 196 Z', fromHex('#b98a4a'))
  for (const y of [174, 181, 188]) bar(easel, [119, y, 147, y], [1.4, 1.4], fromHex('#8f6430'))
  for (const [x, y] of [
    [100, 197],
    [84, 198],
  ] as const)
    stamp(easel, attribute, { x, y, height: height * 0.9 }, accessory(easel, attribute))
}

function sticks(easel: Easel): void {
  for (let k = 0; k < 7; k++) {
    const y = 196 - (k % 4) * 5 - (k > 3 ? 3 : 0)
    bar(easel, [88 + (k % 3) * 4, y, 146 - (k % 2) * 6, y - 3 + (k % 3) * 2], [5, 4], k % 2 ? WOOD : DARK_WOOD)
    disc(easel, [88 + (k % 3) * 4, y], 2, PALE_WOOD)
  }
}

const MORTAR = fromHex('#c2b8a8')

/** Courses of brick up to the hands. */
export function wall(easel: Easel): void {
  shape(easel, 'M82 116 L160 116 L160 198 L82 198 Z', MORTAR)
  for (let row = 0; row < 6; row++)
    for (let k = -1; k < 4; k++) {
      const left = Math.max(82, 84 + k * 26 + (row % 2) * 13)
      const right = Math.min(160, 107 + k * 26 + (row % 2) * 13)
      if (right - left < 3) continue
      const y = 185 - row * 13.4
      const tone = lighten(fromHex('#a8502f'), ((row * 3 + k * 5) % 4) * 0.02)
      shape(easel, `M${left} ${y} L${right} ${y} L${right} ${y + 11} L${left} ${y + 11} Z`, tone)
    }
  shape(easel, 'M104 106 L128 106 L128 117 L104 117 Z', fromHex('#b85a34'))
}

export function trowel(easel: Easel): void {
  bar(easel, [88, 116, 96, 112], [4, 4], DARK_WOOD)
  shape(easel, 'M95 114 L112 104 L114 112 L100 117 Z', STEEL)
}

/** A log set up on a block, split wood about it. */
export function block(easel: Easel): void {
  shape(easel, 'M98 170 L140 170 L142 197 L96 197 Z', DARK_WOOD)
  shape(easel, 'M98 170 C98 164 140 164 140 170 C140 175 98 175 98 170 Z', PALE_WOOD)
  shape(easel, 'M108 136 L130 136 L130 170 L108 170 Z', WOOD)
  shape(easel, 'M108 136 C108 132 130 132 130 136 C130 140 108 140 108 136 Z', lighten(PALE_WOOD, 0.06))
  for (const [x, y, end] of [
    [72, 196, 94],
    [142, 194, 158],
    [74, 190, 90],
  ] as const) {
    bar(easel, [x, y, end, y - 2], [7, 7], WOOD)
    disc(easel, [x, y], 3, PALE_WOOD)
  }
}

/** Over the head, about to fall. */
export function axe(easel: Easel): void {
  bar(easel, [70, 50, 100, 0], [4, 3.6], PALE_WOOD)
  shape(easel, 'M94 -12 L108 -4 C116 -4 122 4 120 14 C112 12 104 10 98 6 Z', fromHex('#8a9098'))
  shape(easel, 'M120 14 C122 4 116 -4 108 -4 L111 -1 C116 2 118 8 117 13 Z', lighten(STEEL, 0.06))
}
