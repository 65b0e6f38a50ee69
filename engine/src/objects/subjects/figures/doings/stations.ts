// What somebody works at on their feet, in figure units: the ground is at 197, the body at 42, the work to its right.
import { fromHex, lighten, type Rgb } from '../../../../core/colour.ts'
import type { AskedFigure } from '../../../../prompt/asked.ts'
import { aspectOf } from '../../draw-subject.ts'
import { type Cloth, dimmed } from '../cloth.ts'
import { accessory, disc, type Easel, limb, type Point, shape, stamp } from '../figure-easel.ts'

const IRON = fromHex('#2b2b30')
const WOOD = fromHex('#8a5a34')
const DARK_WOOD = fromHex('#5e3c22')
const EARTH = fromHex('#6a4428')
const FLAME = fromHex('#f2902e')
const EMBER = fromHex('#ffd35a')
const LEAF = fromHex('#3f8a3c')
const FOAM = fromHex('#eef6f8')
const STRAW = fromHex('#cda85a')

export function stick(easel: Easel, from: Point, to: Point, [wide, end]: Point, cloth: Cloth): void {
  limb(easel, [from, to], [wide, end], cloth)
}

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
  stick(easel, [90, 98], [112, 152], [3.4, 4.6], WOOD)
}
fire.front = (easel: Easel, { attribute }: AskedFigure): void => {
  const soup = easel.accessoryColour ?? (attribute ? fromHex('#e8dcc0') : fromHex('#b8452a'))
  shape(easel, 'M80 148 C80 143 136 143 136 148 C136 154 80 154 80 148 Z', lighten(soup, 0.02))
  stick(easel, [104, 132], [110, 149], [4, 5], WOOD)
  shape(easel, 'M77 148 C80 154 136 154 139 148 C142 166 136 184 124 187 L92 187 C80 184 74 166 77 148 Z', IRON)
  shape(easel, 'M84 154 C84 168 88 178 96 184 L91 185 C81 178 79 166 80 152 Z', lighten(IRON, 0.12))
  stick(easel, [76, 149], [140, 149], [2.6, 2.6], lighten(IRON, 0.07))
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
  for (const x of [86, 138]) stick(easel, [x, 144], [x + (x < 100 ? -4 : 4), 197], [3.4, 3], IRON)
  shape(easel, 'M74 128 L150 128 C149 146 140 153 112 153 C84 153 75 146 74 128 Z', lighten(IRON, 0.06))
  shape(easel, 'M74 128 L80 128 C81 144 88 150 98 152 C82 151 75 144 74 128 Z', lighten(IRON, 0.16))
  shape(easel, 'M76 126 C90 121 134 121 148 126 L148 130 L76 130 Z', fromHex('#d8532a'))
  for (let x = 82; x < 146; x += 9) disc(easel, [x, 126], 2.6, EMBER)
  stick(easel, [73, 124], [151, 124], [2, 2], fromHex('#8a8a90'))
  if (attribute) grilled(easel, attribute)
  else for (let x = 90; x < 146; x += 16) skewer(easel, x)
  stick(easel, [96, 108], [110, 120], [2.4, 1.8], fromHex('#b8bcc2'))
  stick(easel, [99, 106], [112, 121], [2.4, 1.8], fromHex('#9aa0a8'))
}

function grilled(easel: Easel, id: string): void {
  const height = Math.min(18, 30 / aspectOf(id))
  for (const x of [96, 126]) stamp(easel, id, { x, y: 126, height }, accessory(easel, id))
}

function skewer(easel: Easel, x: number): void {
  stick(easel, [x - 9, 123], [x + 9, 119], [1.2, 1.2], STRAW)
  for (const [k, tone] of ['#8a3f24', '#c2602e', '#6a2f1c', '#3f7a34'].entries())
    disc(easel, [x - 6 + k * 4, 122 - k * 0.9], 3.4, fromHex(tone))
}

/** A long broom, its straw on the ground, dust before it. */
export function broom(easel: Easel): void {
  stick(easel, [86, 66], [112, 172], [3.2, 3.6], WOOD)
  shape(
    easel,
    'M107 166 L117 164 C126 176 134 188 138 197 L104 198 C104 186 105 176 107 166 Z',
    easel.accessoryColour ?? STRAW,
  )
  for (const x of [110, 118, 126]) stick(easel, [112 + (x - 118) * 0.2, 172], [x, 196], [0.9, 0.9], dimmed(STRAW, 0.66))
  stick(easel, [107, 171], [119, 169], [2.4, 2.4], fromHex('#a8432f'))
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
  stick(easel, [80, 104], [132, 172], [3.4, 3.8], WOOD)
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
  stick(easel, [116, 192], [117, 112], [4, 2.6], DARK_WOOD)
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
    stick(easel, [x, y], [mx, my], [0.9, 0.7], lighten(LEAF, 0.12))
  }
}

/** A basin of suds on a stool, washing in it. */
export function basin(easel: Easel): void {
  for (const x of [90, 130]) stick(easel, [x, 170], [x, 197], [5, 4.4], DARK_WOOD)
  shape(easel, 'M80 166 L140 166 L140 173 L80 173 Z', WOOD)
  shape(easel, 'M74 144 C74 138 146 138 146 144 C146 151 74 151 74 144 Z', fromHex('#9fc9d8'))
}
basin.front = (easel: Easel): void => {
  const cloth = easel.accessoryColour ?? fromHex('#d8452f')
  shape(easel, 'M96 146 C98 136 106 133 112 138 C119 132 127 138 126 147 C118 152 104 152 96 146 Z', cloth)
  shape(easel, 'M104 147 C106 141 110 140 112 144 C113 147 112 150 108 150 Z', lighten(cloth, -0.08))
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
  stick(easel, [73, 145], [147, 145], [0.1, 0.1], side)
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
  stick(easel, [84, 116], [128, 156], [4, 4], WOOD)
  shape(easel, 'M92 128 L150 124 L140 154 L104 154 Z', steel)
  shape(easel, 'M92 128 L98 128 L109 154 L104 154 Z', lighten(steel, 0.1))
  stick(easel, [92, 128], [150, 124], [3, 3], lighten(steel, -0.08))
  stick(easel, [104, 154], [98, 196], [3.6, 3.4], IRON)
  stick(easel, [128, 154], [134, 178], [3.4, 3.4], IRON)
  disc(easel, [134, 180], 17, IRON)
  disc(easel, [134, 180], 11, fromHex('#9aa0a8'))
  disc(easel, [134, 180], 3.4, IRON)
}

/** A canvas on its easel, half painted. */
export function easelAndCanvas(easel: Easel): void {
  for (const [x, end] of [
    [104, 92],
    [132, 146],
  ] as const)
    stick(easel, [(x + 118) / 2, 56], [end, 197], [3.6, 3.6], WOOD)
  shape(easel, 'M90 62 L148 62 L148 130 L90 130 Z', fromHex('#f4eee0'))
  shape(easel, 'M93 65 L145 65 L145 104 L93 104 Z', fromHex('#7fb8d8'))
  disc(easel, [134, 78], 7, fromHex('#f6c945'))
  shape(easel, 'M93 104 C104 92 116 96 124 102 C132 94 140 96 145 100 L145 127 L93 127 Z', fromHex('#5f8f4a'))
  shape(easel, 'M93 118 C110 108 128 114 145 112 L145 127 L93 127 Z', fromHex('#c9784a'))
  stick(easel, [88, 132], [150, 132], [4, 4], DARK_WOOD)
  stick(easel, [84, 94], [104, 84], [2.2, 1.6], WOOD)
  disc(easel, [105, 83.6], 2.6, fromHex('#c23f2a'))
}
easelAndCanvas.front = (easel: Easel): void => stamp(easel, 'artist-palette', { x: 62, y: 112, height: 24 })

/** A net that opens through the air. */
export function castNet(easel: Easel): void {
  const line = easel.accessoryColour ?? fromHex('#f6f2e6')
  const from: Point = [90, 66]
  const rim: Point[] = Array.from({ length: 9 }, (_, k) => {
    const t = (k / 8) * 1.9 - 0.72
    return [92 + Math.cos(t) * 58, 74 + Math.sin(t) * 70]
  })
  for (const end of rim) stick(easel, from, end, [2.2, 1.8], line)
  for (const share of [0.35, 0.55, 0.75, 0.9, 1])
    for (let k = 1; k < rim.length; k++) {
      const at = ([x, y]: Point): Point => [from[0] + (x - from[0]) * share, from[1] + (y - from[1]) * share]
      stick(easel, at(rim[k - 1]!), at(rim[k]!), share === 1 ? [3, 3] : [1.5, 1.5], line)
    }
  for (const at of rim) disc(easel, at, 2.4, fromHex('#7a7068'))
}

/** What is struck lies on a block; the hammer is up. */
export function anvil(easel: Easel, { attribute }: AskedFigure): void {
  shape(easel, 'M96 152 L136 152 L132 197 L100 197 Z', DARK_WOOD)
  shape(easel, 'M96 152 L104 152 L106 197 L100 197 Z', WOOD)
  if (attribute === 'mask') return carvedMask(easel)
  if (attribute) return stamp(easel, attribute, { x: 116, y: 153, height: Math.min(44, 40 / aspectOf(attribute)) })
  shape(
    easel,
    'M84 128 C92 126 96 130 98 130 L146 130 L142 140 L126 142 L130 153 L100 153 L104 142 C94 141 88 136 84 128 Z',
    fromHex('#4a4e56'),
  )
  shape(easel, 'M96 130 L146 130 L145 133 L98 133 Z', fromHex('#8a9098'))
  stick(easel, [96, 126], [122, 127], [4, 4], fromHex('#f2702e'))
}
anvil.front = (easel: Easel): void => {
  stick(easel, [94, 92], [118, 72], [3, 3], WOOD)
  shape(easel, 'M112 62 L124 74 L118 80 L106 68 Z', fromHex('#5a5e66'))
}

/** A board on its legs with cloth on it. */
export function board(easel: Easel): void {
  stick(easel, [90, 134], [132, 197], [3, 3], fromHex('#8a8f98'))
  stick(easel, [132, 134], [90, 197], [3, 3], fromHex('#6a6f78'))
  shape(easel, 'M72 126 L142 126 C150 127 150 134 142 135 L72 135 Z', fromHex('#c9d2dc'))
  const cloth = easel.accessoryColour ?? fromHex('#f2ece0')
  shape(easel, 'M78 122 L138 122 L138 128 L126 128 L124 158 L92 156 L92 128 L78 128 Z', cloth)
  shape(easel, 'M92 128 L100 128 L100 156.6 L92 156 Z', lighten(cloth, -0.1))
}
board.front = (easel: Easel): void => {
  shape(easel, 'M96 122 C98 112 108 108 120 109 L122 122 Z', fromHex('#3f6a8a'))
  shape(easel, 'M94 122 L124 122 L124 125 L94 125 Z', fromHex('#c9d2dc'))
  stick(easel, [102, 108], [116, 105], [4, 4], IRON)
}

const BARS = 9

/** Wooden bars over gourds, on a frame. */
export function balafon(easel: Easel): void {
  for (const x of [76, 142]) stick(easel, [x, 126], [x, 197], [4, 4], DARK_WOOD)
  for (let k = 0; k < 6; k++)
    disc(easel, [80 + k * 11.6, 142], 8 - k * 0.5, k % 2 ? fromHex('#c99a4a') : fromHex('#b5843a'))
  stick(easel, [72, 130], [146, 130], [4, 4], DARK_WOOD)
  for (let k = 0; k < BARS; k++) {
    const x = 70 + k * 8.6
    const tone: Rgb = k % 2 ? fromHex('#9a5f34') : fromHex('#b5743f')
    shape(easel, `M${x} 120 L${x + 7.4} 120 L${x + 8} ${133 - k * 0.4} L${x + 0.6} ${133 - k * 0.4} Z`, tone)
    stick(easel, [x + 1, 120.6], [x + 6.6, 120.6], [1, 1], lighten(tone, 0.1))
  }
}
balafon.front = (easel: Easel): void => {
  for (const [x, y, end] of [
    [102, 108, 120],
    [84, 112, 98],
  ] as const) {
    stick(easel, [x, y], [end, 119], [2, 2], WOOD)
    disc(easel, [end, 118], 4, fromHex('#2b2b30'))
  }
}

/** Of wood, long, its eyes half closed. */
function carvedMask(easel: Easel): void {
  const wood = fromHex('#7a4526')
  shape(
    easel,
    'M116 92 C132 92 138 108 136 126 C134 142 126 154 116 154 C106 154 98 142 96 126 C94 108 100 92 116 92 Z',
    wood,
  )
  shape(
    easel,
    'M116 92 C106 94 100 108 100 124 C100 138 104 150 112 153 C104 150 98 140 96 126 C94 108 100 92 116 92 Z',
    lighten(wood, -0.08),
  )
  shape(
    easel,
    'M104 118 C108 113 112 114 113 119 C110 121 106 121 104 118 Z M119 119 C120 114 125 113 129 118 C126 121 122 121 119 119 Z M112 142 C114 139 119 139 121 142 C119 145 114 145 112 142 Z',
    fromHex('#2a160c'),
  )
  shape(easel, 'M114 112 L119 112 L121 132 L112 132 Z', lighten(wood, 0.08))
  for (const x of [106, 126]) stick(easel, [x, 124], [x, 134], [1.6, 1.6], fromHex('#e8d2a0'))
  shape(easel, 'M100 104 C108 92 124 92 132 104 C124 98 108 98 100 104 Z', fromHex('#c23f2a'))
}
