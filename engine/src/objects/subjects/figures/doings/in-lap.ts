// Somebody on the ground: where their hands are, and what they have before them.
import { fromHex } from '../../../../core/colour.ts'
import type { AskedFigure } from '../../../../prompt/asked.ts'
import { aspectOf } from '../../draw-subject.ts'
import { type Cloth, dimmed } from '../cloth.ts'
import { accessory, type Arm, type Easel, limb, type Point, shape, skinOf, stamp } from '../figure-easel.ts'
import { rod } from '../gear.ts'
import { SMALL_IN_HAND } from '../hands.ts'
import { AT_THE_MOUTH } from './in-hand.ts'
import { heapIn } from './on-head.ts'

export function workInLap(easel: Easel, figure: AskedFigure): void {
  const { doing, attribute } = figure
  if (doing === 'praying') return
  if (doing === 'brewing') return brew(easel)
  if (doing === 'peeling') return heapIn(easel, [attribute ?? 'onion'], [58, 120])
  if (doing !== 'repairing' || attribute !== null) return inLap(easel, figure)
  stamp(easel, 'wrench', { x: 107, y: 92, height: 22 })
}

/** From high up into small glasses on their tray. */
function brew(easel: Easel): void {
  const steel = fromHex('#c9ced6')
  shape(easel, 'M70 131 C70 127 112 127 112 131 C112 136 70 136 70 131 Z', steel)
  for (const x of [78, 88, 98])
    shape(
      easel,
      `M${x - 3.6} 119 L${x + 3.6} 119 L${x + 2.8} 131 L${x - 2.8} 131 Z`,
      fromHex(x === 98 ? '#e8eef0' : '#b5642a'),
    )
  limb(easel, pair([98, 96], [98, 122]), [1.6, 1.2], fromHex('#b5642a'))
  stamp(easel, 'teapot', { x: 104, y: 98, height: 24 }, accessory(easel, 'teapot'))
}

export function seatedArms(easel: Easel, { attribute, doing }: AskedFigure): { far: Arm['bones']; near: Arm['bones'] } {
  if (doing === 'praying') return { far: SEATED.farPraying, near: SEATED.nearPraying }
  if (doing === 'brewing' || (doing === 'repairing' && attribute === null))
    return { far: SEATED.farReaching, near: SEATED.nearBusy }
  const isBusy = attribute !== null || doing === 'peeling' || easel.random.fork('hands').chance(0.5)
  const far = doing && AT_THE_MOUTH.has(doing) ? SEATED.farAtMouth : isBusy ? SEATED.farBusy : SEATED.far
  return { far, near: isBusy ? SEATED.nearBusy : SEATED.near }
}

/** On both knees, the feet behind. */
export function kneeling(easel: Easel, cloth: Cloth, isOnMat: boolean): void {
  if (isOnMat) prayerMat(easel)
  limb(easel, pair([22, 126], [10, 128]), [8, 6], skinOf(easel))
  shape(easel, 'M28 96 C20 106 14 122 16 131 C40 135 72 135 96 131 C100 120 94 104 84 96 Z', cloth)
  shape(easel, 'M28 96 C20 106 14 122 16 131 L26 132.4 C26 118 30 106 38 98 Z', dimmed(cloth, 0.76))
  shape(easel, 'M54 104 C52 114 52 124 54 133 L60 133 C58 124 58 114 60 104 Z', dimmed(cloth, 0.74))
  shape(easel, 'M66 102 C80 104 90 112 92 124 C84 114 76 108 64 108 Z', dimmed(cloth, 1.14))
}

/** Seen from before, its far end narrower, a border along it. */
function prayerMat(easel: Easel): void {
  const wool = easel.accessoryColour ?? fromHex('#9c2f3a')
  shape(easel, 'M8 112 L104 112 L128 138 L-16 138 Z', wool)
  shape(easel, 'M14 115 L98 115 L116 134.6 L-4 134.6 Z', fromHex('#e3b552'))
  shape(easel, 'M17 116.6 L95 116.6 L110 133 L2 133 Z', dimmed(wool, 1.12))
}

function inLap(easel: Easel, { attribute }: AskedFigure): void {
  if (attribute === 'fishing-pole') return rod(easel, [72, 90])
  if (attribute === null) return
  const wide = 60 / aspectOf(attribute)
  const own = SMALL_IN_HAND[attribute]
  const height = own ? own * 1.3 : attribute === 'kora' ? 82 : Math.min(52, Math.max(24, wide))
  const y = own ? 116 : 128
  stamp(easel, attribute, { x: 58, y, height }, accessory(easel, attribute))
  const fingers = [
    [72, 88],
    [68, 94],
  ] as const
  limb(easel, fingers, [6, 5], skinOf(easel))
}

function pair(from: Point, to: Point): readonly [Point, Point] {
  return [from, to]
}

type SeatedArm = 'far' | 'near' | 'farBusy' | 'nearBusy' | 'farPraying' | 'nearPraying' | 'farAtMouth' | 'farReaching'

const SEATED: Readonly<Record<SeatedArm, Arm['bones']>> = {
  farPraying: [
    [76, 55],
    [86, 80],
    [60, 66],
  ],
  nearPraying: [
    [35, 55],
    [24, 82],
    [53, 68],
  ],
  farReaching: [
    [76, 55],
    [92, 74],
    [104, 84],
  ],
  farAtMouth: [
    [76, 55],
    [92, 76],
    [70, 42],
  ],
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
