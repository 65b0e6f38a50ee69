// Figures seated on two wheels, on a back or in a boat.
import { fromHex } from '../../../core/colour.ts'
import type { AskedFigure } from '../../../prompt/asked.ts'
import { aspectOf } from '../draw-subject.ts'
import { dimmed } from './cloth.ts'
import { accessory, disc, type Easel, limb, type Point, shape, skinOf, stamp } from './figure-easel.ts'
import { LONG_SLEEVES } from './figure-poses.ts'
import { head } from './head/head.ts'

/** Seated on two wheels or on a back, seen from its left side. */
export function drawRider(easel: Easel, figure: AskedFigure): void {
  const { outfit } = easel
  const mount = figure.attribute ?? 'motor-scooter'
  const skin = skinOf(easel)
  const trousers = easel.outfit.legs
  stamp(easel, mount, { x: 52, y: 103, height: 70 }, accessory(easel, mount))
  const sleeve = LONG_SLEEVES.has(outfit.garment) ? outfit.main : skin
  limb(easel, pair([63, 62], [46, 67]), [15, 12.5], trousers)
  limb(easel, pair([62, 59], [48, 63.5]), [4, 3], dimmed(trousers, 1.14))
  limb(easel, pair([46, 67], [42, 85]), [11.5, 8.5], trousers)
  shape(easel, 'M35 85 L48 84 L48 91 L32 91 C32 88 33 86 35 85 Z', fromHex('#2a2320'))
  shape(easel, 'M46 32 C56 26 68 36 71 64 C64 69 54 69 49 65 C44 54 40 40 46 32 Z', outfit.main)
  shape(easel, 'M62 32 C68 40 70 52 71 64 C67 67 62 68 58 68 C62 56 62 44 58 30 Z', dimmed(outfit.main, 0.8))
  limb(easel, pair([52, 38], [41, 51]), [11.5, 9.5], dimmed(outfit.main, 0.94))
  limb(easel, pair([41, 51], [29, 46]), [8, 6.4], sleeve)
  disc(easel, [28, 45.6], 4.2, skin)
  head(easel, figure, { x: 54, chin: 30, size: 25, looksLeft: true })
}

function pair(from: Point, to: Point): readonly [Point, Point] {
  return [from, to]
}

/** Seated in a boat, whose side hides the legs. */
export function drawBoatman(easel: Easel, figure: AskedFigure): void {
  const { outfit } = easel
  const skin = skinOf(easel)
  shape(easel, 'M24 46 C20 52 20 66 22 82 L54 82 C56 66 56 52 52 46 C46 51 31 51 24 46 Z', outfit.main)
  shape(easel, 'M24 46 C20 52 20 66 22 82 L29 82 C28 70 28 56 30 49 Z', dimmed(outfit.main, 0.8))
  limb(easel, pair([25, 52], [18, 72]), [11.5, 9.5], dimmed(outfit.main, 0.92))
  head(easel, figure, { x: 39, chin: 42, size: 28 })
  limb(easel, pair([52, 52], [60, 68]), [11.5, 9.5], outfit.main)
  limb(easel, pair([60, 68], [67, 62]), [8, 6.4], skin)
  stamp(easel, 'canoe', { x: 52, y: 103, height: 102 / aspectOf('canoe') }, accessory(easel, 'canoe'))
  disc(easel, [68, 61], 4.4, skin)
}
