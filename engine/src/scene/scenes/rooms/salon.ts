// A hairdresser's along its wall: mirrors, bottles, pictures of hair-dos, chairs.
import { fromHex, fromHexes, lighten, type Rgb } from '../../../core/colour.ts'
import { lit } from '../../../core/light.ts'
import type { Random } from '../../../core/random.ts'
import { disc, fill, glow } from '../../../core/raster.ts'
import { drawPath, ellipse, rectangle } from '../../../core/shapes.ts'
import type { Scene } from '../../scene.ts'
import { BEHIND, block, times } from './surface.ts'

const STEEL = fromHex('#b8bec6')
const BOTTLES = fromHexes('#c8307a', '#2f7fb8', '#f2b02e', '#5f8f4a', '#8a3f9c', '#e8dcc6')

type Spot = readonly [x: number, y: number, size: number]

/** Mirrors over a shelf of bottles, pictures of hair-dos, a chair before each. */
export function fitSalon(scene: Scene, random: Random): void {
  const { frame, light, horizon } = scene
  const { width, height } = frame
  const shelf = horizon * 0.8
  for (const share of [0.2, 0.8]) {
    const [x, wide] = [width * share, width * 0.22]
    block(
      scene,
      { left: x - wide / 2 - 6, top: horizon * 0.2 - 6, wide: wide + 12, tall: horizon * 0.55 + 12 },
      fromHex('#c8307a'),
    )
    const glass = lit(fromHex('#cfe4ee'), light, 0.4)
    fill(
      frame,
      [rectangle(x - wide / 2, horizon * 0.2, wide, horizon * 0.55)],
      (px, py) => {
        const isStreak = Math.abs((px - x) * 0.8 + (py - horizon * 0.5)) % (wide * 0.7) < wide * 0.12
        return times(glass, isStreak ? 1.1 : 0.94)
      },
      BEHIND,
    )
    for (let k = 0; k < 5; k++) {
      const y = horizon * (0.23 + k * 0.12)
      for (const side of [-1, 1]) {
        glow(frame, [x + side * wide * 0.56, y, wide * 0.2], [1, 0.9, 0.7], 0.16)
        disc(frame, [x + side * wide * 0.56, y, wide * 0.035], [1, 0.96, 0.84], BEHIND)
      }
    }
    block(scene, { left: x - wide * 0.7, top: shelf, wide: wide * 1.4, tall: height * 0.02 }, fromHex('#e8e2d8'))
    for (let at = x - wide * 0.62; at < x + wide * 0.6; at += wide * random.range(0.1, 0.2))
      bottle(scene, [at, shelf, height * random.range(0.035, 0.06)], random.pick(BOTTLES))
    barberChair(scene, x, horizon + height * 0.1, height * 0.24)
  }
  for (const [k, hair] of (['puff', 'braids', 'bob'] as const).entries())
    hairPicture(scene, [width * (0.4 + k * 0.1), horizon * 0.24, width * 0.085], hair)
}

function bottle({ frame, light }: Scene, [x, foot, tall]: Spot, colour: Rgb): void {
  const tone = lit(colour, light, 0.42)
  fill(frame, [rectangle(x, foot - tall * 0.74, tall * 0.4, tall * 0.74)], tone, BEHIND)
  fill(frame, [rectangle(x + tall * 0.12, foot - tall, tall * 0.16, tall * 0.28)], times(tone, 0.7), BEHIND)
}

function barberChair({ frame, light }: Scene, x: number, foot: number, tall: number): void {
  const leather = lit(fromHex('#7a1f2c'), light, 0.36)
  const metal = lit(STEEL, light, 0.4)
  fill(frame, [ellipse([x, foot], [tall * 0.3, tall * 0.07], 0, 28)], metal, BEHIND)
  fill(frame, [rectangle(x - tall * 0.05, foot - tall * 0.36, tall * 0.1, tall * 0.36)], times(metal, 0.8), BEHIND)
  fill(
    frame,
    drawPath('M18 0 C18 -6 82 -6 82 0 L86 56 L14 56 Z', {
      x: x - tall * 0.32,
      y: foot - tall,
      scaleX: (tall * 0.64) / 100,
    }),
    leather,
    BEHIND,
  )
  fill(frame, [rectangle(x - tall * 0.34, foot - tall * 0.5, tall * 0.68, tall * 0.16)], lighten(leather, 0.05), BEHIND)
  for (const side of [-1, 1])
    fill(
      frame,
      [rectangle(x + side * tall * 0.36 - tall * 0.04, foot - tall * 0.64, tall * 0.08, tall * 0.2)],
      metal,
      BEHIND,
    )
}

function hairPicture(scene: Scene, [x, top, wide]: Spot, hair: 'puff' | 'braids' | 'bob'): void {
  const { frame, light } = scene
  block(
    scene,
    { left: x, top, wide, tall: wide * 1.3 },
    hair === 'braids' ? fromHex('#f2b02e') : hair === 'bob' ? fromHex('#8fc2c9') : fromHex('#e8a0b4'),
  )
  const [cx, cy, r] = [x + wide / 2, top + wide * 0.66, wide * 0.2]
  const [skin, ink] = [lit(fromHex('#7a4f37'), light, 0.42), lit(fromHex('#1c1817'), light, 0.3)]
  if (hair === 'puff') disc(frame, [cx, cy - r * 0.9, r * 1.25], ink, BEHIND)
  else fill(frame, [ellipse([cx, cy - r * 0.1], [r * 1.3, r * (hair === 'bob' ? 1.4 : 1.9)], 0, 28)], ink, BEHIND)
  fill(frame, [ellipse([cx, cy], [r * 0.82, r * 1.05], 0, 28)], skin, BEHIND)
  fill(frame, [ellipse([cx, cy - r * 0.86], [r * 0.86, r * 0.42], 0, 28)], ink, BEHIND)
  fill(
    frame,
    [rectangle(cx - r * 1.3, top + wide * 1.12, r * 2.6, wide * 0.18)],
    lit(fromHex('#f4ece0'), light, 0.4),
    BEHIND,
  )
}
