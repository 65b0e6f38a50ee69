// What somebody cooks or washes at, in figure units: the ground is at 197, the body at 42, the work to its right.
import { fromHex, lighten, type Rgb } from '../../../../core/colour.ts'
import type { AskedFigure } from '../../../../prompt/asked.ts'
import { aspectOf } from '../../draw-subject.ts'
import { accessory, bar, disc, type Easel, shape, stamp } from '../figure-easel.ts'

const IRON = fromHex('#2b2b30')
const WOOD = fromHex('#8a5a34')
const DARK_WOOD = fromHex('#5e3c22')
const FLAME = fromHex('#f2902e')
const EMBER = fromHex('#ffd35a')
const FOAM = fromHex('#eef6f8')
const STRAW = fromHex('#cda85a')

/** A pot over a fire on three stones, with a long spoon in it. */
export function fire(easel: Easel): void {
  for (const [x, tall] of [
    [94, 20],
    [106, 27],
    [118, 22],
    [126, 16],
  ] as const) {
    shape(
      easel,
      `M${x - 7} 197 C${x - 9} ${190 - tall * 0.3} ${x - 1} ${190 - tall * 0.5} ${x} ${192 - tall} C${x + 3} ${190 - tall * 0.4} ${x + 9} ${190 - tall * 0.2} ${x + 7} 197 Z`,
      FLAME,
    )
    shape(
      easel,
      `M${x - 3} 197 C${x - 4} 190 ${x} 188 ${x} ${196 - tall * 0.5} C${x + 2} 189 ${x + 4} 191 ${x + 3} 197 Z`,
      EMBER,
    )
  }
  for (const x of [80, 132]) disc(easel, [x, 190], 8.5, fromHex('#7a7068'))
  bar(easel, [90, 98, 112, 152], [3.4, 4.6], WOOD)
}
fire.front = (easel: Easel, { attribute }: AskedFigure): void => {
  const soup = easel.accessoryColour ?? (attribute ? fromHex('#e8dcc0') : fromHex('#b8452a'))
  shape(easel, 'M80 148 C80 143 136 143 136 148 C136 154 80 154 80 148 Z', lighten(soup, 0.02))
  bar(easel, [104, 132, 110, 149], [4, 5], WOOD)
  shape(easel, 'M77 148 C80 154 136 154 139 148 C142 166 136 184 124 187 L92 187 C80 184 74 166 77 148 Z', IRON)
  shape(easel, 'M84 154 C84 168 88 178 96 184 L91 185 C81 178 79 166 80 152 Z', lighten(IRON, 0.12))
  bar(easel, [76, 149, 140, 149], [2.6, 2.6], lighten(IRON, 0.07))
  for (const x of [73, 143]) disc(easel, [x, 154], 3.6, lighten(IRON, 0.05))
  for (const [x, tall] of [
    [92, 15],
    [108, 19],
    [123, 14],
  ] as const) {
    flame(easel, x, tall, FLAME)
    flame(easel, x, tall * 0.55, EMBER)
  }
}

function flame(easel: Easel, x: number, tall: number, tone: Rgb): void {
  const half = tall * 0.4
  shape(
    easel,
    `M${x - half} 198 C${x - half * 1.3} ${198 - tall * 0.4} ${x - half * 0.2} ${198 - tall * 0.6} ${x} ${198 - tall} C${x + half * 0.4} ${198 - tall * 0.6} ${x + half * 1.3} ${198 - tall * 0.4} ${x + half} 198 Z`,
    tone,
  )
}

/** Half a drum of coals on legs, what is grilled on its grid, tongs in the hand. */
export function barbecue(easel: Easel, { attribute }: AskedFigure): void {
  for (const x of [86, 138]) bar(easel, [x, 144, x + (x < 100 ? -4 : 4), 197], [3.4, 3], IRON)
  shape(easel, 'M74 128 L150 128 C149 146 140 153 112 153 C84 153 75 146 74 128 Z', lighten(IRON, 0.06))
  shape(easel, 'M74 128 L80 128 C81 144 88 150 98 152 C82 151 75 144 74 128 Z', lighten(IRON, 0.16))
  shape(easel, 'M76 126 C90 121 134 121 148 126 L148 130 L76 130 Z', fromHex('#d8532a'))
  for (let x = 82; x < 146; x += 9) disc(easel, [x, 126], 2.6, EMBER)
  bar(easel, [73, 124, 151, 124], [2, 2], fromHex('#8a8a90'))
  if (attribute) grilled(easel, attribute)
  else for (let x = 90; x < 146; x += 16) skewer(easel, x)
  bar(easel, [96, 108, 110, 120], [2.4, 1.8], fromHex('#b8bcc2'))
  bar(easel, [99, 106, 112, 121], [2.4, 1.8], fromHex('#9aa0a8'))
}

function grilled(easel: Easel, id: string): void {
  const height = Math.min(18, 30 / aspectOf(id))
  for (const x of [96, 126]) stamp(easel, id, { x, y: 126, height }, accessory(easel, id))
}

function skewer(easel: Easel, x: number): void {
  bar(easel, [x - 9, 123, x + 9, 119], [1.2, 1.2], STRAW)
  for (const [k, tone] of ['#8a3f24', '#c2602e', '#6a2f1c', '#3f7a34'].entries())
    disc(easel, [x - 6 + k * 4, 122 - k * 0.9], 3.4, fromHex(tone))
}

/** A basin of suds on a stool, washing in it. */
export function basin(easel: Easel): void {
  for (const x of [90, 130]) bar(easel, [x, 170, x, 197], [5, 4.4], DARK_WOOD)
  shape(easel, 'M80 166 L140 166 L140 173 L80 173 Z', WOOD)
  shape(easel, 'M74 144 C74 138 146 138 146 144 C146 151 74 151 74 144 Z', fromHex('#9fc9d8'))
}
basin.front = (easel: Easel, { attribute }: AskedFigure): void => {
  if (attribute !== null && DISHES.has(attribute)) dishes(easel)
  else washing(easel)
  for (const [x, y, r] of [
    [84, 144, 5],
    [91, 146, 4],
    [132, 145, 5],
    [138, 143, 3.6],
    [126, 148, 3.6],
    [99, 148, 3.4],
  ] as const)
    disc(easel, [x, y], r, FOAM)
  const side = fromHex('#2f7fb8')
  shape(easel, 'M73 144 C76 152 144 152 147 144 L138 168 L82 168 Z', side)
  shape(easel, 'M75 149 C77 152 82 153 86 153 L91 168 L82 168 Z', lighten(side, 0.1))
}

/** A shirt half out of the suds. */
function washing(easel: Easel): void {
  const cloth = easel.accessoryColour ?? fromHex('#d8452f')
  shape(easel, 'M96 146 C98 136 106 133 112 138 C119 132 127 138 126 147 C118 152 104 152 96 146 Z', cloth)
  shape(easel, 'M104 147 C106 141 110 140 112 144 C113 147 112 150 108 150 Z', lighten(cloth, -0.08))
}

const DISHES: ReadonlySet<string> = new Set(['plate', 'fork-and-knife-with-plate'])

/** Plates on their edge in the water, and one that is held. */
function dishes(easel: Easel): void {
  const china = easel.accessoryColour ?? fromHex('#f4efe4')
  for (const [x, y] of [
    [98, 136],
    [109, 133],
    [121, 136],
  ] as const) {
    disc(easel, [x, y], 13.4, lighten(china, -0.28))
    disc(easel, [x + 0.8, y], 12.2, fromHex('#3f7fb8'))
    disc(easel, [x + 0.8, y], 10.4, china)
    disc(easel, [x + 0.8, y], 6.8, lighten(china, -0.12))
    disc(easel, [x + 1.4, y + 0.6], 6, lighten(china, -0.03))
  }
  shape(easel, 'M84 148 C88 142 134 142 138 148 C134 152 88 152 84 148 Z', fromHex('#9fc9d8'))
}
