// Somebody on a chair, seen from before: hands on the knees, feet on the ground.
import { fromHex } from '../../../core/colour.ts'
import type { AskedFigure } from '../../../prompt/asked.ts'
import { aspectOf } from '../draw-subject.ts'
import { type Cloth, dimmed } from './cloth.ts'
import { inLapOf } from './doings/in-hand.ts'
import { accessory, type Arm, arm, bar, type Easel, shape, skinOf, stamp } from './figure-easel.ts'
import { sleeveOf } from './figure-poses.ts'
import { headBox } from './head/bust.ts'
import { head } from './head/head.ts'

/** Where the seat is under somebody, as a share of the height from the foot. */
export const SEAT_OF_FIGURE = 0.34

const ROBED: ReadonlySet<string> = new Set(['boubou', 'robe', 'pagne', 'dress', 'wedding-dress'])

const FAR: Arm['bones'] = [
  [63, 55],
  [75, 82],
  [62, 106],
]
const NEAR: Arm['bones'] = [
  [25, 55],
  [13, 82],
  [27, 107],
]
const FAR_BUSY: Arm['bones'] = [
  [63, 55],
  [74, 80],
  [56, 90],
]
const NEAR_BUSY: Arm['bones'] = [
  [25, 55],
  [14, 80],
  [34, 94],
]

export function drawOnChair(easel: Easel, figure: AskedFigure): void {
  const { main, accent } = easel.outfit
  const sleeve = sleeveOf(easel.outfit)
  const isRobed = ROBED.has(easel.outfit.garment)
  const isAtWork = figure.doing === 'knitting' || figure.doing === 'stitching'
  const held = isAtWork ? null : figure.attribute
  const isBusy = held !== null || isAtWork
  lowerLegs(easel)
  if (isRobed) skirt(easel, main)
  else lap(easel, easel.outfit.legs)
  arm(easel, { bones: isBusy ? FAR_BUSY : FAR, sleeve })
  shape(easel, 'M23 48 C18 62 19 84 20 106 C32 112 58 112 69 106 C69 84 70 62 66 48 C58 54 31 54 23 48 Z', main)
  shape(easel, 'M23 48 C18 62 19 84 20 106 L30 110 C27 88 27 64 31 51 Z', dimmed(main, 0.8))
  shape(easel, 'M33 49 C38 62 51 62 56 49 L59 50 C53 67 36 67 30 50 Z', accent)
  head(easel, figure, headBox(figure, { x: 44, chin: 40, size: 34 }))
  inLapOf(easel, figure, [45, 95])
  if (held) {
    const height = Math.min(48, Math.max(24, 56 / aspectOf(held)))
    stamp(easel, held, { x: 46, y: 112, height }, accessory(easel, held))
  }
  arm(easel, { bones: isBusy ? NEAR_BUSY : NEAR, sleeve })
}

function lowerLegs(easel: Easel): void {
  const skin = skinOf(easel)
  const leather = fromHex('#3a2a20')
  for (const x of [31, 57]) {
    bar(easel, [x, 118, x + 1, 156], [11, 8], skin)
    shape(
      easel,
      `M${x - 5} 155 C${x - 3} 152 ${x + 5} 152 ${x + 7} 155 C${x + 10} 160 ${x + 9} 166 ${x + 1} 166 C${x - 7} 166 ${x - 8} 160 ${x - 5} 155 Z`,
      leather,
    )
  }
}

function lap(easel: Easel, cloth: Cloth): void {
  for (const x of [31, 57]) bar(easel, [x, 116, x + 1, 150], [17, 13], cloth)
  shape(
    easel,
    'M20 100 C15 108 18 124 26 126 C34 127 39 124 44 118 C49 124 56 127 63 126 C70 124 73 108 69 100 Z',
    cloth,
  )
  shape(
    easel,
    'M23 118 C22 130 24 142 26 152 L30 152 C29 140 28 130 30 124 Z M40 112 C42 118 43 124 44 132 C45 124 47 118 49 112 Z',
    dimmed(cloth, 0.72),
  )
}

function skirt(easel: Easel, cloth: Cloth): void {
  shape(easel, 'M20 98 C14 112 13 138 11 156 C32 164 58 164 78 156 C76 138 75 112 69 98 Z', cloth)
  shape(
    easel,
    'M19 104 C24 99 38 100 41 108 C43 118 40 128 32 130 C22 131 15 122 19 104 Z M47 108 C50 100 64 99 69 104 C74 122 67 131 57 130 C49 128 46 118 47 108 Z',
    dimmed(cloth, 1.16),
  )
  shape(
    easel,
    'M17 122 C22 133 38 133 42 121 C42 132 38 140 30 140 C22 140 17 132 17 122 Z M47 121 C50 133 66 133 72 122 C72 132 67 140 59 140 C51 140 47 132 47 121 Z',
    dimmed(cloth, 0.7),
  )
  shape(
    easel,
    'M20 98 C14 112 13 138 11 156 L20 159 C20 140 22 122 28 106 Z M43 116 C42 130 42 148 43 162 L49 162 C47 148 47 130 47 116 Z M62 122 C64 134 65 148 66 160 L70 159 C69 146 67 132 66 120 Z',
    dimmed(cloth, 0.76),
  )
}
