// What somebody stands before: a canvas, an anvil, a board, a balafon; in figure units, the body at 42, the ground at 197.
import { fromHex, lighten, type Rgb } from '../../../../core/colour.ts'
import type { AskedFigure } from '../../../../prompt/asked.ts'
import { aspectOf } from '../../draw-subject.ts'
import { bar, disc, type Easel, shape, stamp } from '../figure-easel.ts'

const IRON = fromHex('#2b2b30')
const WOOD = fromHex('#8a5a34')
const DARK_WOOD = fromHex('#5e3c22')

/** A canvas on its easel, half painted. */
export function easelAndCanvas(easel: Easel): void {
  for (const [x, end] of [
    [104, 92],
    [132, 146],
  ] as const)
    bar(easel, [(x + 118) / 2, 56, end, 197], [3.6, 3.6], WOOD)
  shape(easel, 'M90 62 L148 62 L148 130 L90 130 Z', fromHex('#f4eee0'))
  shape(easel, 'M93 65 L145 65 L145 104 L93 104 Z', fromHex('#7fb8d8'))
  disc(easel, [134, 78], 7, fromHex('#f6c945'))
  shape(easel, 'M93 104 C104 92 116 96 124 102 C132 94 140 96 145 100 L145 127 L93 127 Z', fromHex('#5f8f4a'))
  shape(easel, 'M93 118 C110 108 128 114 145 112 L145 127 L93 127 Z', fromHex('#c9784a'))
  bar(easel, [88, 132, 150, 132], [4, 4], DARK_WOOD)
  bar(easel, [84, 94, 104, 84], [2.2, 1.6], WOOD)
  disc(easel, [105, 83.6], 2.6, fromHex('#c23f2a'))
}
easelAndCanvas.front = (easel: Easel): void => stamp(easel, 'artist-palette', { x: 62, y: 112, height: 24 })

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
  bar(easel, [96, 126, 122, 127], [4, 4], fromHex('#f2702e'))
}
anvil.front = (easel: Easel): void => {
  bar(easel, [94, 92, 118, 72], [3, 3], WOOD)
  shape(easel, 'M112 62 L124 74 L118 80 L106 68 Z', fromHex('#5a5e66'))
}

/** A board on its legs with cloth on it. */
export function board(easel: Easel): void {
  bar(easel, [90, 134, 132, 197], [3, 3], fromHex('#8a8f98'))
  bar(easel, [132, 134, 90, 197], [3, 3], fromHex('#6a6f78'))
  shape(easel, 'M72 126 L142 126 C150 127 150 134 142 135 L72 135 Z', fromHex('#c9d2dc'))
  const cloth = easel.accessoryColour ?? fromHex('#f2ece0')
  shape(easel, 'M78 122 L138 122 L138 128 L126 128 L124 158 L92 156 L92 128 L78 128 Z', cloth)
  shape(easel, 'M92 128 L100 128 L100 156.6 L92 156 Z', lighten(cloth, -0.1))
}
board.front = (easel: Easel): void => {
  shape(easel, 'M96 122 C98 112 108 108 120 109 L122 122 Z', fromHex('#3f6a8a'))
  shape(easel, 'M94 122 L124 122 L124 125 L94 125 Z', fromHex('#c9d2dc'))
  bar(easel, [102, 108, 116, 105], [4, 4], IRON)
}

const BARS = 9

/** Wooden bars over gourds, on a frame. */
export function balafon(easel: Easel): void {
  for (const x of [76, 142]) bar(easel, [x, 126, x, 197], [4, 4], DARK_WOOD)
  for (let k = 0; k < 6; k++)
    disc(easel, [80 + k * 11.6, 142], 8 - k * 0.5, k % 2 ? fromHex('#c99a4a') : fromHex('#b5843a'))
  bar(easel, [72, 130, 146, 130], [4, 4], DARK_WOOD)
  for (let k = 0; k < BARS; k++) {
    const x = 70 + k * 8.6
    const tone: Rgb = k % 2 ? fromHex('#9a5f34') : fromHex('#b5743f')
    shape(easel, `M${x} 120 L${x + 7.4} 120 L${x + 8} ${133 - k * 0.4} L${x + 0.6} ${133 - k * 0.4} Z`, tone)
    bar(easel, [x + 1, 120.6, x + 6.6, 120.6], [1, 1], lighten(tone, 0.1))
  }
}
balafon.front = (easel: Easel): void => {
  for (const [x, y, end] of [
    [102, 108, 120],
    [84, 112, 98],
  ] as const) {
    bar(easel, [x, y, end, 119], [2, 2], WOOD)
    disc(easel, [end, 118], 4, fromHex('#2b2b30'))
  }
}

const MASKED = 0.74

/** The same mask before a face, a fringe of raffia below it. */
export function maskOver(easel: Easel, [x, y]: readonly [number, number]): void {
  const { frame } = easel
  for (let k = -4; k <= 4; k++)
    bar(
      easel,
      [x + k * 4, y + 14, x + k * 5.4, y + 40 - Math.abs(k) * 2],
      [3.4, 2],
      fromHex(k % 2 ? '#d9b45a' : '#b98a3a'),
    )
  const own = {
    ...frame,
    scale: frame.scale * MASKED,
    left: (frame.left - x) / MASKED + 116,
    top: (frame.top - y) / MASKED + 123,
  }
  carvedMask({ ...easel, frame: own })
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
  for (const x of [106, 126]) bar(easel, [x, 124, x, 134], [1.6, 1.6], fromHex('#e8d2a0'))
  shape(easel, 'M100 104 C108 92 124 92 132 104 C124 98 108 98 100 104 Z', fromHex('#c23f2a'))
}
