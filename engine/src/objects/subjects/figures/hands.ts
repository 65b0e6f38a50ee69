// What hands do: they close round a thing, hide in pockets, lie under the other arm.
import { lighten } from '../../../core/colour.ts'
import { clamp } from '../../../core/scalar.ts'
import type { Pose } from '../../../prompt/asked.ts'
import { SUBJECTS } from '../../../subjects/registry.ts'
import { aspectOf } from '../draw-subject.ts'
import { dimmed } from './cloth.ts'
import { accessory, type Arm, arm, bar, disc, type Easel, limb, type Point, skinOf, stamp } from './figure-easel.ts'
import type { Bones } from './gestures.ts'

/** Held up in one hand, which closes round it. */
const ONE_HANDED: ReadonlySet<string> = new Set(
  `scissors wrench hammer carpentry-saw screwdriver axe paintbrush syringe microphone key old-key mobile-phone pen pencil
  kitchen-knife spoon tumbler-glass glass-of-water glass-of-juice glass-of-milk wine-glass beer-mug cup-with-straw bottle
  rose tulip sunflower magic-wand candle broom skewers ice-cream soft-ice-cream lollipop maracas thread mango red-apple
  banana tangerine camera telephone money-with-wings ping-pong chess-pawn crystal-ball sparkler red-paper-lantern`.split(
    /\s+/,
  ),
)

export function isOneHanded(attribute: string, pose: Pose): boolean {
  return ONE_HANDED.has(attribute) && (pose === 'holding' || pose === 'standing')
}

export function show(easel: Easel, attribute: string, [x, y]: Point): void {
  const height = heldHeight(attribute) * 1.15
  stamp(easel, attribute, { x: x + 2, y: y - 1 + height * 0.34, height }, accessory(easel, attribute))
}

/** Four fingers across what is held, the thumb before it. */
export function fist(easel: Easel, [x, y]: Point): void {
  const skin = lighten(skinOf(easel), 0.012)
  const dark = lighten(skin, -0.06)
  disc(easel, [x + 0.6, y - 2.6], 5.4, skin)
  for (let k = 0; k < 4; k++) {
    const up = y - 6.4 + k * 2.7
    bar(easel, [x - 2.4, up, x + 5, up + 0.6], [2.7, 2.3], k % 2 === 0 ? skin : lighten(skin, -0.02))
    if (k > 0) bar(easel, [x - 1, up - 1.3, x + 4.6, up - 0.8], [0.45, 0.3], dark)
  }
  bar(easel, [x - 3.6, y - 1, x - 1, y - 7], [3.2, 2.5], dark)
}

/** One forearm over the other, the hands under them. */
export function crossArms(easel: Easel, [far, near]: readonly [Bones, Bones], sleeve: Arm['sleeve']): void {
  const own = sleeve === 'wide' ? 'long' : sleeve
  arm(easel, { bones: far, sleeve: own, isHandHidden: true })
  arm(easel, { bones: near, sleeve: own, isHandHidden: true })
  const [, , wrist] = near
  limb(easel, [wrist, [wrist[0] + 6, wrist[1] - 3.4]], [6.6, 6], lighten(skinOf(easel), 0.012))
  const [, , tucked] = far
  limb(
    easel,
    [
      [tucked[0] - 3, tucked[1] - 1],
      [tucked[0] - 7, tucked[1] - 4],
    ],
    [5.6, 4.4],
    lighten(skinOf(easel), -0.03),
  )
}

const COATS: ReadonlySet<string> = new Set(['suit', 'coat', 'boubou', 'robe'])

/** The cloth over a hand that is in it. */
export function pocket(easel: Easel, [, , wrist]: Bones): void {
  const { outfit } = easel
  const cloth = COATS.has(outfit.garment) ? outfit.main : outfit.garment === 'uniform' ? outfit.plain : outfit.legs
  const [x, y] = wrist
  bar(easel, [x, y - 1, x + 3, y + 9], [9.6, 8], cloth)
  bar(easel, [x - 5, y - 4.6, x + 5, y - 1.6], [1.3, 1.3], dimmed(cloth, 0.6))
}

/** As large as it is in a hand, a little more to be seen; what is wide is held lower and smaller. */
export function heldHeight(id: string): number {
  const own = SMALL_IN_HAND[id] ?? (SUBJECTS.get(id)?.stature ?? 0.2) * GROWN
  return Math.min(46 / aspectOf(id), clamp(own, 9, 38))
}

/** In figure units, and a little more than it is, to be seen. */
const GROWN = 190 * 1.15
export const SMALL_IN_HAND: Readonly<Record<string, number>> = {
  thread: 12,
  wrench: 19,
  screwdriver: 17,
  hammer: 24,
  spoon: 16,
  'tumbler-glass': 16,
  'glass-of-water': 16,
  'glass-of-juice': 16,
  'watering-can': 30,
  teapot: 24,
  'whole-pizza': 26,
  'bowl-with-spoon': 20,
  'cup-with-straw': 20,
  'wine-glass': 20,
  'mobile-phone': 17,
  telephone: 17,
  'hot-beverage': 17,
  'teacup-without-handle': 14,
  key: 12,
  ring: 9,
  coin: 9,
  scissors: 17,
  pen: 16,
  pencil: 16,
  syringe: 18,
  mango: 16,
  'red-apple': 15,
  banana: 18,
  tangerine: 14,
  camera: 20,
  microphone: 24,
}
