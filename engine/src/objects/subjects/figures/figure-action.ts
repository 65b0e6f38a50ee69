// Figures that move or sit: dancing with the hips swung, kicking or leaping, seated on the ground.
import { fromHex, lighten } from '../../../core/colour.ts'
import type { AskedFigure, Person } from '../../../prompt/asked.ts'
import { aspectOf } from '../draw-subject.ts'
import { type Cloth, dimmed } from './cloth.ts'
import {
  accessory,
  type Arm,
  arm,
  disc,
  type Easel,
  limb,
  type Point,
  shape,
  skinOf,
  stamp,
  warped,
} from './figure-easel.ts'
import { rod, sleeveOf } from './figure-poses.ts'
import { standingPieces } from './garments.ts'
import { WOMEN } from './gestures.ts'
import { head } from './head/head.ts'

/** How far to the right of a standing figure's box these are drawn. */
const ASIDE = 13

/** The hips go one way, shoulders and feet the other. */
const swing = (x: number, y: number): Point => [x + ASIDE + 7 * Math.sin(((y - 44) / 150) * Math.PI), y]

export function drawDancer(easel: Easel, figure: AskedFigure): void {
  const sleeve = sleeveOf(easel.outfit)
  const skin = skinOf(easel)
  const isLow = easel.random.fork('arms').chance(0.5)
  const far: Arm['bones'] = isLow
    ? [
        [69, 52],
        [92, 58],
        [100, 34],
      ]
    : [
        [69, 52],
        [88, 34],
        [80, 8],
      ]
  const near: Arm['bones'] = [
    [42, 52],
    [20, 62],
    [8, 40],
  ]
  for (const [x, y] of [
    [68, 176],
    [44, 176],
  ] as const) {
    limb(
      easel,
      [
        [x, y - 6],
        [x + 1, y + 14],
      ],
      [8, 6],
      lighten(skin, -0.04),
    )
    limb(
      easel,
      [
        [x, y + 17],
        [x + (x > 56 ? 12 : 9), y + 19],
      ],
      [7, 5],
      skin,
    )
  }
  arm(easel, { bones: far, sleeve })
  warped(easel, standingPieces(easel.outfit, WOMEN.has(figure.person)), swing)
  arm(easel, { bones: near, sleeve })
  head(easel, figure, { x: 57, chin: 39, size: isChild(figure) ? 38 : 33 })
  if (figure.attribute) stamp(easel, figure.attribute, { x: 92, y: 60, height: 30 }, accessory(easel, figure.attribute))
}

const CHILDREN: ReadonlySet<Person> = new Set(['girl', 'boy', 'baby'])

function isChild({ person }: AskedFigure): boolean {
  return CHILDREN.has(person)
}

const RACKETS: ReadonlySet<string> = new Set(['tennis', 'badminton', 'ping-pong'])
const BALLS: ReadonlySet<string> = new Set(['basketball', 'volleyball'])

/** One leg bears, the other swings; a ball of the hand is thrown up high. */
export function drawPlayer(easel: Easel, figure: AskedFigure, hasBall: boolean): void {
  const { main, plain } = easel.outfit
  const shorts = lighten(plain, plain[0] + plain[1] + plain[2] > 1.8 ? -0.35 : 0.3)
  const isRacket = figure.attribute !== null && RACKETS.has(figure.attribute)
  const isThrown = isRacket || (figure.attribute !== null && BALLS.has(figure.attribute))
  const far: Arm['bones'] = isThrown
    ? [
        [72, 54],
        [86, 34],
        [92, 12],
      ]
    : [
        [72, 54],
        [92, 68],
        [106, 54],
      ]
  arm(easel, { bones: far, sleeve: 'short' })
  leg(easel, [[66, 104], [92, 124], isThrown ? [80, 152] : [116, 122]], { shorts, sock: main })
  leg(easel, [[58, 104], [56, 144], isThrown ? [40, 176] : [50, 180]], { shorts: lighten(shorts, -0.05), sock: main })
  shape(easel, 'M48 48 C44 66 48 88 50 110 C58 115 68 114 75 108 C76 88 80 66 75 48 C68 53 55 53 48 48 Z', main)
  shape(easel, 'M48 48 C44 66 48 88 50 110 L57 113 C54 90 52 66 54 51 Z', dimmed(main, 0.8))
  shape(easel, 'M55 49 C58 57 66 57 69 49 L71 50 C67 61 57 61 53 50 Z', shorts)
  arm(easel, {
    bones: [
      [50, 54],
      [30, 68],
      [22, 90],
    ],
    sleeve: 'short',
  })
  head(easel, figure, { x: 63, chin: 41, size: 34 })
  if (isRacket) return stamp(easel, figure.attribute, { x: 106, y: 26, height: 46 }, accessory(easel, figure.attribute))
  if (!hasBall) return
  const ball = figure.attribute ?? 'soccer-ball'
  const colours = accessory(easel, ball)
  if (isThrown) stamp(easel, ball, { x: 97, y: 10, height: 22 }, colours)
  else stamp(easel, ball, { x: 124, y: 110, height: 20 }, colours)
}

function leg(
  easel: Easel,
  [hip, knee, ankle]: readonly [Point, Point, Point],
  { shorts, sock }: { shorts: Cloth; sock: Cloth },
): void {
  const skin = skinOf(easel)
  const middle: Point = [hip[0] + (knee[0] - hip[0]) * 0.7, hip[1] + (knee[1] - hip[1]) * 0.7]
  limb(easel, [hip, knee], [15, 10], skin)
  limb(easel, [knee, ankle], [10, 7], skin)
  const calf: Point = [knee[0] + (ankle[0] - knee[0]) * 0.3, knee[1] + (ankle[1] - knee[1]) * 0.3]
  limb(easel, [calf, ankle], [9.6, 7.4], sock)
  limb(easel, [hip, middle], [18, 17], shorts)
  const toe: Point = [ankle[0] + 13, ankle[1] + (knee[0] + 12 < ankle[0] ? -9 : 5)]
  limb(easel, [ankle, toe], [8, 6], fromHex('#22252c'))
  disc(easel, ankle, 4.4, fromHex('#22252c'))
}

/** Cross-legged; a robe or a wrap lies over the knees. */
export function drawSeated(easel: Easel, figure: AskedFigure): void {
  const { outfit } = easel
  const { main, accent } = outfit
  const skin = skinOf(easel)
  const isWrapped = COVERED.has(outfit.garment)
  const legs: Cloth = isWrapped ? dimmed(main, 0.94) : fromHex('#3a4256')
  const sleeve = sleeveOf(outfit)
  const chin = isChild(figure) ? 43 : 40
  const isBusy = figure.attribute !== null || easel.random.fork('hands').chance(0.5)
  arm(easel, { bones: isBusy ? SEATED.farBusy : SEATED.far, sleeve })
  shape(easel, 'M33 48 C27 62 28 84 28 104 C40 112 74 112 84 104 C84 84 84 62 78 48 C70 54 42 54 33 48 Z', main)
  shape(easel, 'M33 48 C27 62 28 84 28 104 L38 108 C36 88 36 64 41 51 Z', dimmed(main, 0.8))
  shape(easel, 'M44 49 C50 62 62 62 68 49 L71 50 C64 67 48 67 41 50 Z', accent)
  limb(
    easel,
    [
      [24, 126],
      [44, 130],
    ],
    [9, 6],
    skin,
  )
  shape(
    easel,
    'M6 126 C0 112 12 100 32 98 L80 98 C100 100 112 112 106 126 C90 134 64 128 56 122 C48 128 22 134 6 126 Z',
    legs,
  )
  shape(easel, 'M6 126 C0 112 12 100 32 98 C22 106 18 116 22 130 C16 130 10 128 6 126 Z', dimmed(legs, 0.78))
  shape(easel, 'M56 122 C62 112 76 106 92 106 C78 110 68 116 62 125 Z', dimmed(legs, 0.8))
  limb(
    easel,
    [
      [66, 129],
      [88, 127],
    ],
    [6, 8],
    skin,
  )
  head(easel, figure, { x: 56, chin, size: isChild(figure) ? 40 : 34 })
  inLap(easel, figure)
  arm(easel, { bones: isBusy ? SEATED.nearBusy : SEATED.near, sleeve })
}

function inLap(easel: Easel, { attribute }: AskedFigure): void {
  if (attribute === 'fishing-pole') return rod(easel, [72, 90])
  if (attribute === null) return
  const wide = 60 / aspectOf(attribute)
  const height = attribute === 'kora' ? 82 : Math.min(52, Math.max(24, wide))
  stamp(easel, attribute, { x: 58, y: 128, height }, accessory(easel, attribute))
  const fingers = [
    [72, 88],
    [68, 94],
  ] as const
  limb(easel, fingers, [6, 5], skinOf(easel))
}

const COVERED: ReadonlySet<string> = new Set(['boubou', 'robe', 'pagne', 'dress', 'wedding-dress'])

const SEATED: Readonly<Record<'far' | 'near' | 'farBusy' | 'nearBusy', Arm['bones']>> = {
  far: [
    [76, 55],
    [88, 82],
    [88, 102],
  ],
  near: [
    [35, 55],
    [22, 82],
    [22, 102],
  ],
  farBusy: [
    [76, 55],
    [90, 78],
    [72, 90],
  ],
  nearBusy: [
    [35, 55],
    [22, 82],
    [44, 98],
  ],
}
