// A baby on the floor, a swimmer in the water, and a child on its mother's back.
import { fromHex, lighten } from '../../../core/colour.ts'
import type { AskedFigure } from '../../../prompt/asked.ts'
import { dimmed } from './cloth.ts'
import { arm, bar, disc, type Easel, shape, skinOf, warped } from './figure-easel.ts'
import { WOMEN } from './gestures.ts'
import { head } from './head/head.ts'
import type { Warp } from './physique.ts'

/** A large head on a short body, the legs out before it. */
export function drawBaby(easel: Easel, figure: AskedFigure): void {
  const skin = skinOf(easel)
  const { plain } = easel.outfit
  const suit = lighten(plain, 0.1)
  for (const [knee, foot] of [
    [78, 104],
    [34, 8],
  ] as const) {
    bar(easel, [56, 112, knee, 112], [24, 20], suit)
    bar(easel, [knee, 112, foot, 122], [18, 13], skin)
    disc(easel, [foot, 121], 8, lighten(skin, 0.015))
  }
  bar(easel, [76, 80, 92, 100], [13, 10], lighten(skin, -0.03))
  shape(easel, 'M34 76 C24 92 26 112 34 122 C48 130 66 130 78 122 C86 112 88 92 78 76 C66 66 46 66 34 76 Z', suit)
  shape(easel, 'M34 76 C24 92 26 112 34 122 L46 126 C38 112 38 92 44 72 Z', dimmed(suit, 0.84))
  shape(easel, 'M44 74 C50 84 64 84 70 74 L74 76 C66 90 48 90 40 77 Z', lighten(suit, 0.08))
  bar(easel, [36, 82, 22, 102], [13, 10], skin)
  disc(easel, [21, 103], 6, skin)
  disc(easel, [92, 101], 5.6, skin)
  head(easel, figure, { x: 56, chin: 77, size: 68 })
}

const FOAM = fromHex('#eef6f8')

/** In the crawl: head and shoulders above the water, one arm over it. */
export function drawSwimmer(easel: Easel, figure: AskedFigure): void {
  const skin = skinOf(easel)
  const bare = { ...easel, outfit: { ...easel.outfit, main: skin, plain: skin } }
  arm(bare, {
    bones: [
      [40, 56],
      [22, 62],
      [6, 70],
    ],
    sleeve: 'none',
  })
  shape(easel, 'M24 76 C28 56 46 48 64 48 C82 48 98 56 104 76 Z', skin)
  shape(easel, 'M24 76 C28 56 46 48 60 48 C44 56 38 64 38 76 Z', lighten(skin, -0.06))
  if (WOMEN.has(figure.person))
    shape(
      easel,
      'M34 76 C36 64 42 56 50 51 L54 50 C48 58 46 66 46 76 Z M84 76 C84 66 82 58 78 50 L84 52 C92 58 96 66 97 76 Z M40 70 L94 70 L98 78 L36 78 Z',
      easel.outfit.plain,
    )
  head(easel, { ...figure, attribute: null }, { x: 66, chin: 46, size: 40 })
  arm(bare, {
    bones: [
      [94, 58],
      [114, 36],
      [124, 10],
    ],
    sleeve: 'none',
    girth: 1.25,
  })
  for (const [x, r] of [
    [126, 6],
    [116, 4],
    [132, 4],
    [20, 4],
    [30, 3],
  ] as const)
    shape(
      easel,
      `M${x - r * 1.8} 68 C${x - r} ${66 - r} ${x + r} ${66 - r} ${x + r * 1.8} 68 C${x + r} 71 ${x - r} 71 ${x - r * 1.8} 68 Z`,
      FOAM,
    )
}

/** Behind the shoulder, before the body is drawn; where its mother bends, it does. */
export function tieBaby(easel: Easel, figure: AskedFigure, warp: Warp = upright): void {
  const { accent, main } = easel.outfit
  const [x, chin] = warp(15, 72)
  head({ ...easel, hasBeard: false, isAsleep: figure.babyOnBack === 'asleep' }, babyOf(figure), { x, chin, size: 30 })
  const cloths = [
    { path: 'M30 66 C12 66 2 80 4 98 C6 112 20 118 34 112 Z', cloth: main },
    { path: 'M6 90 C10 106 22 112 34 108 L34 113 C20 118 6 112 4 98 Z', cloth: dimmed(main, 0.78) },
    { path: 'M30 64 C16 64 8 70 6 78 C16 72 24 72 32 74 Z', cloth: accent },
  ]
  warped(easel, cloths, warp)
}

/** Whatever its mother does or feels. */
function babyOf(figure: AskedFigure): AskedFigure {
  return { ...figure, person: 'baby', headwear: null, hair: null, eyewear: null, attribute: null, face: undefined }
}

const upright: Warp = (x, y) => [x, y]

/** Asleep in the arms, wrapped. */
export function cradle(easel: Easel, figure: AskedFigure): void {
  const wrap = lighten(easel.outfit.plain, easel.outfit.plain[0] > 0.6 ? -0.16 : 0.24)
  head(
    { ...easel, hasBeard: false },
    { ...figure, person: 'baby', headwear: null, hair: null, eyewear: null, attribute: null },
    { x: 29, chin: 89, size: 25 },
  )
  shape(easel, 'M20 86 C26 92 34 90 40 84 C52 82 62 86 66 92 C67 101 58 110 44 109 C30 109 19 102 20 86 Z', wrap)
  shape(
    easel,
    'M20 90 C22 104 34 110 46 109 C56 108 64 102 66 95 C58 102 44 104 36 100 C28 98 24 94 20 90 Z',
    dimmed(wrap, 0.8),
  )
  shape(easel, 'M34 88 C44 88 54 90 62 95 C52 93 42 92 32 93 Z', dimmed(wrap, 0.86))
}

/** The cloth that holds it, knotted before the breast. */
export function knotCloth(easel: Easel, warp: Warp = upright): void {
  const { accent } = easel.outfit
  const cloths = [
    { path: 'M26 74 C38 80 48 80 60 74 L61 84 C48 90 36 90 25 84 Z', cloth: accent },
    { path: 'M42 76 L50 76 L49 87 L43 87 Z', cloth: dimmed(accent, 0.8) },
  ]
  warped(easel, cloths, warp)
}
