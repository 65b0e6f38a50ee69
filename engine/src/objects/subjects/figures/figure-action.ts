// Figures that move or sit: dancing with the hips swung, kicking or leaping, seated on the ground.
import { fromHex, lighten } from '../../../core/colour.ts'
import type { AskedFigure } from '../../../prompt/asked.ts'
import { type Cloth, dimmed } from './cloth.ts'
import { maskOver } from './doings/at-a-stand.ts'
import { AT_THE_MOUTH, atMouth } from './doings/in-hand.ts'
import { kneeling, seatedArms, workInLap } from './doings/in-lap.ts'
import {
  accessory,
  type Arm,
  arm,
  bar,
  disc,
  type Easel,
  limb,
  type Point,
  shape,
  skinOf,
  stamp,
  warped,
} from './figure-easel.ts'
import { sleeveOf } from './figure-poses.ts'
import { standingPieces } from './garments.ts'
import { WOMEN } from './gestures.ts'
import { headBox } from './head/bust.ts'
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
    bar(easel, [x, y - 6, x + 1, y + 14], [8, 6], lighten(skin, -0.04))
    bar(easel, [x, y + 17, x + (x > 56 ? 12 : 9), y + 19], [7, 5], skin)
  }
  arm(easel, { bones: far, sleeve })
  warped(easel, standingPieces(easel.outfit, WOMEN.has(figure.person)), swing)
  arm(easel, { bones: near, sleeve })
  head(easel, figure, headBox(figure, { x: 57, chin: 39, size: 33 }))
  if (figure.attribute === MASK) return maskOver(easel, [57, 22])
  if (figure.attribute) stamp(easel, figure.attribute, { x: 92, y: 60, height: 30 }, accessory(easel, figure.attribute))
}

const MASK = 'mask'

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
  jersey(easel, shorts)
  arm(easel, {
    bones: [
      [50, 54],
      [30, 68],
      [22, 90],
    ],
    sleeve: 'short',
  })
  head(easel, figure, headBox(figure, { x: 63, chin: 41, size: 34 }))
  if (isRacket) return stamp(easel, figure.attribute, { x: 106, y: 26, height: 46 }, accessory(easel, figure.attribute))
  if (!hasBall) return
  const ball = figure.attribute ?? 'soccer-ball'
  const colours = accessory(easel, ball)
  if (isThrown) stamp(easel, ball, { x: 97, y: 10, height: 22 }, colours)
  else stamp(easel, ball, { x: 124, y: 110, height: 20 }, colours)
}

/** In full stride, leaning forward: one knee up before, the other foot off the ground behind, arms bent against them. */
export function drawRunner(easel: Easel, figure: AskedFigure): void {
  const { main } = easel.outfit
  const { legs } = easel.outfit
  const cloth = { shorts: legs, sock: skinOf(easel) }
  const sleeve = sleeveOf(easel.outfit) === 'long' ? 'long' : 'short'
  arm(easel, {
    bones: [
      [82, 56],
      [62, 74],
      [48, 58],
    ],
    sleeve,
  })
  leg(
    easel,
    [
      [56, 104],
      [40, 136],
      [8, 146],
    ],
    { ...cloth, shorts: dimmed(legs, 0.86) },
  )
  leg(
    easel,
    [
      [66, 106],
      [98, 122],
      [92, 162],
    ],
    cloth,
  )
  warpedJersey(easel)
  head(easel, figure, headBox(figure, { x: 78, chin: 42, size: 34 }))
  arm(easel, {
    bones: [
      [62, 56],
      [72, 84],
      [100, 74],
    ],
    sleeve,
  })
  shape(easel, 'M52 100 C58 112 72 112 78 104 L76 112 C68 118 58 117 52 112 Z', dimmed(main, 0.86))
}

/** The chest ahead of the hips. */
function warpedJersey(easel: Easel): void {
  const { main, accent } = easel.outfit
  shape(
    easel,
    'M54 52 C50 68 50 90 50 108 C58 116 72 116 80 108 C84 90 92 68 90 52 C84 46 80 45 77 45 C73 50 67 50 64 45 C60 46 58 48 54 52 Z',
    main,
  )
  shape(easel, 'M54 52 C50 68 50 90 50 108 L58 113 C56 90 57 68 62 48 Z', dimmed(main, 0.8))
  shape(easel, 'M64 45 C67 54 75 54 78 45 L81 46 C76 58 66 58 61.600 46 Z', accent)
}

function jersey(easel: Easel, shorts: Cloth): void {
  const { main } = easel.outfit
  shape(
    easel,
    'M44 51 C42 66 47 88 49 110 C58 115 68 114 76 108 C77 88 82 68 79 51 C74 47 70 46 68 46 C64 50 58 50 55 46 C52 46 48 48 44 51 Z',
    main,
  )
  shape(easel, 'M44 51 C42 66 47 88 49 110 L57 113 C54 90 51 66 53 48 Z', dimmed(main, 0.8))
  shape(easel, 'M55 46 C58 54 65 54 68 46 L70.5 46.6 C66 58 57 58 52.6 46.8 Z', shorts)
}

/** The whole body behind both hands, as it is drawn before it is turned into its flight. */
export function drawDiver(easel: Easel, figure: AskedFigure): void {
  const { main, plain } = easel.outfit
  const shorts = lighten(plain, plain[0] + plain[1] + plain[2] > 1.8 ? -0.35 : 0.3)
  const hands: readonly Point[] = [
    [72, -4],
    [56, -2],
  ]
  arm(easel, { bones: [[72, 54], [80, 24], hands[0]!], sleeve: 'long' })
  leg(
    easel,
    [
      [66, 104],
      [84, 138],
      [70, 170],
    ],
    { shorts, sock: main },
  )
  leg(
    easel,
    [
      [58, 104],
      [46, 142],
      [30, 172],
    ],
    { shorts: lighten(shorts, -0.05), sock: main },
  )
  jersey(easel, shorts)
  head(easel, figure, headBox(figure, { x: 63, chin: 41, size: 34 }))
  stamp(easel, 'soccer-ball', { x: 66, y: -2, height: 21 })
  arm(easel, { bones: [[50, 54], [44, 22], hands[1]!], sleeve: 'long' })
  for (const [x, y] of hands) disc(easel, [x, y - 5], 6.4, easel.accessoryColour ?? fromHex('#e8e4da'))
}

function leg(
  easel: Easel,
  [hip, knee, ankle]: readonly [Point, Point, Point],
  { shorts, sock }: { shorts: Cloth; sock: Cloth },
): void {
  const skin = skinOf(easel)
  const middle: Point = [hip[0] + (knee[0] - hip[0]) * 0.7, hip[1] + (knee[1] - hip[1]) * 0.7]
  limb(easel, [hip, knee], [17, 12], skin)
  limb(easel, [knee, ankle], [12, 8], skin)
  const calf: Point = [knee[0] + (ankle[0] - knee[0]) * 0.3, knee[1] + (ankle[1] - knee[1]) * 0.3]
  if (!easel.isBarefoot) limb(easel, [calf, ankle], [11.6, 8.6], sock)
  limb(easel, [hip, middle], [20, 19], shorts)
  const toe: Point = [ankle[0] + 13, ankle[1] + (knee[0] + 12 < ankle[0] ? -9 : 5)]
  const shoe = easel.isBarefoot ? lighten(skin, -0.02) : (easel.shoeColour ?? fromHex('#22252c'))
  limb(easel, [ankle, toe], [8, 6], shoe)
  disc(easel, ankle, 4.4, shoe)
}

/** Cross-legged; a robe or a wrap lies over the knees. */
export function drawSeated(easel: Easel, figure: AskedFigure): void {
  const { outfit } = easel
  const { main, accent } = outfit
  const isWrapped = COVERED.has(outfit.garment)
  const legs: Cloth = isWrapped ? dimmed(main, 0.94) : easel.outfit.legs
  const sleeve = sleeveOf(outfit)
  const { far, near } = seatedArms(easel, figure)
  const isAtMouth = figure.doing !== undefined && AT_THE_MOUTH.has(figure.doing)
  if (!isAtMouth) arm(easel, { bones: far, sleeve })
  shape(easel, 'M49 36 L64 36 L68 51 C62 57 51 57 45 51 Z', skinOf(easel))
  shape(easel, 'M33 48 C27 62 28 84 28 104 C40 112 74 112 84 104 C84 84 84 62 78 48 C70 54 42 54 33 48 Z', main)
  shape(easel, 'M33 48 C27 62 28 84 28 104 L38 108 C36 88 36 64 41 51 Z', dimmed(main, 0.8))
  shape(easel, 'M44 49 C50 62 62 62 68 49 L71 50 C64 67 48 67 41 50 Z', accent)
  if (figure.doing === 'praying') kneeling(easel, isWrapped ? main : legs, figure.attribute === 'mat')
  else if (isWrapped) coveredLegs(easel, legs)
  else crossedLegs(easel, legs)
  head(easel, figure, headBox(figure, { x: 56, chin: 40, size: 34 }))
  if (isAtMouth) atMouth(easel, figure, far[2])
  else workInLap(easel, figure)
  if (isAtMouth) arm(easel, { bones: far, sleeve })
  arm(easel, { bones: near, sleeve })
}

/** A robe from the waist over both knees, the toes before it. */
function coveredLegs(easel: Easel, cloth: Cloth): void {
  const skin = skinOf(easel)
  limb(easel, pair([30, 129], [50, 131]), [8, 6], skin)
  shape(
    easel,
    'M4 124 C0 108 14 98 32 98 L80 98 C98 98 112 108 108 124 C94 133 66 129 56 123 C46 129 18 133 4 124 Z',
    cloth,
  )
  shape(easel, 'M4 124 C0 108 14 98 32 98 C20 106 16 114 19 129 C13 129 8 127 4 124 Z', dimmed(cloth, 0.76))
  shape(easel, 'M56 123 C60 113 72 106 90 104 C80 110 70 116 65 127 C61 126 58 124 56 123 Z', dimmed(cloth, 0.78))
  shape(easel, 'M56 123 C50 114 42 108 28 106 C40 112 46 118 49 126 Z', dimmed(cloth, 0.84))
  shape(easel, 'M74 100 C92 100 104 108 104 116 C98 108 88 104 74 104 Z', dimmed(cloth, 1.12))
  limb(easel, pair([66, 130], [84, 129]), [6, 8], skin)
}

/** The knees apart, one shin before the other. */
function crossedLegs(easel: Easel, cloth: Cloth): void {
  const leather = fromHex('#3a2a20')
  shape(easel, 'M28 98 C26 108 30 116 40 118 L72 118 C82 116 86 108 84 98 Z', dimmed(cloth, 0.9))
  limb(easel, pair([70, 106], [96, 117]), [20, 15], dimmed(cloth, 0.94))
  limb(easel, pair([96, 119], [52, 127]), [13, 9.5], dimmed(cloth, 0.82))
  limb(easel, pair([50, 128], [38, 128]), [8, 6.5], leather)
  limb(easel, pair([42, 106], [16, 117]), [20, 15], cloth)
  limb(easel, pair([34, 103], [20, 111]), [5, 4], dimmed(cloth, 1.14))
  limb(easel, pair([16, 119], [62, 127]), [14, 10], dimmed(cloth, 0.96))
  limb(easel, pair([18, 124], [60, 130]), [4, 3], dimmed(cloth, 0.72))
  limb(easel, pair([65, 128], [79, 128]), [8.5, 7], leather)
}

function pair(from: Point, to: Point): readonly [Point, Point] {
  return [from, to]
}

const COVERED: ReadonlySet<string> = new Set(['boubou', 'robe', 'pagne', 'dress', 'wedding-dress'])
