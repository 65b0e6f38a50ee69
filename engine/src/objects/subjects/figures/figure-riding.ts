// Figures seated on two wheels, on a back or in a boat.
import { fromHex } from '../../../core/colour.ts'
import type { AskedFigure } from '../../../prompt/asked.ts'
import { aspectOf } from '../draw-subject.ts'
import { accessory, disc, type Easel, limb, shape, skinOf, stamp } from './figure-easel.ts'
import { LONG_SLEEVES } from './figure-poses.ts'
import { head } from './head/head.ts'

/** Seated on two wheels or on a back, seen from its left side. */
export function drawRider(easel: Easel, figure: AskedFigure): void {
  const { outfit } = easel
  const mount = figure.attribute ?? 'motor-scooter'
  const skin = skinOf(easel)
  const trousers = fromHex('#3a4256')
  stamp(easel, mount, { x: 52, y: 103, height: 58 }, accessory(easel, mount))
  limb(
    easel,
    [
      [62, 68],
      [46, 72],
    ],
    [13, 11],
    trousers,
  )
  limb(
    easel,
    [
      [46, 72],
      [43, 88],
    ],
    [10, 8],
    trousers,
  )
  shape(easel, 'M36 88 L48 87 L48 93 L34 93 Z', fromHex('#2a2320'))
  shape(easel, 'M48 37 C59 34 68 45 69 69 C62 73 54 73 49 70 C45 58 42 44 48 37 Z', outfit.main)
  limb(
    easel,
    [
      [53, 43],
      [42, 57],
    ],
    [10, 8],
    outfit.main,
  )
  limb(
    easel,
    [
      [42, 57],
      [32, 54],
    ],
    [7, 6],
    LONG_SLEEVES.has(outfit.garment) ? outfit.main : skin,
  )
  disc(easel, [31, 54], 4, skin)
  head(easel, figure, { x: 54, chin: 36, size: 27, looksLeft: true })
}

/** Seated in a boat, whose side hides the legs. */
export function drawBoatman(easel: Easel, figure: AskedFigure): void {
  const { outfit } = easel
  shape(easel, 'M40 54 C36 62 35 76 36 92 L68 92 C69 76 68 62 64 54 C58 60 46 60 40 54 Z', outfit.main)
  limb(
    easel,
    [
      [41, 59],
      [33, 74],
    ],
    [10, 8],
    outfit.main,
  )
  limb(
    easel,
    [
      [63, 59],
      [71, 74],
    ],
    [10, 8],
    outfit.main,
  )
  head(easel, figure, { x: 52, chin: 50, size: 29 })
  stamp(easel, 'canoe', { x: 52, y: 103, height: 102 / aspectOf('canoe') }, accessory(easel, 'canoe'))
}
