// A kitchen along its wall: tiles, cupboards, a stove, pans on their hooks.
import { fromHex, fromHexes, lighten, type Rgb } from '../../../core/colour.ts'
import { lit } from '../../../core/light.ts'
import type { Random } from '../../../core/random.ts'
import { disc, fill, glow } from '../../../core/raster.ts'
import { ellipse, line, rectangle } from '../../../core/shapes.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import type { Scene } from '../../scene.ts'
import { BEHIND, block, times, type Box } from './surface.ts'

const POTS = fromHexes('#b8452f', '#3a3c42', '#d9b45a', '#2f6a7c', '#c9ced6')

/** Tiles, cupboards over a worktop, a stove with its pots. */
export function fitKitchen(scene: Scene, random: Random): void {
  const { frame, light, horizon } = scene
  const { width, height } = frame
  const [top, foot] = [horizon - height * 0.13, horizon + height * 0.035]
  const tile = lit(fromHex(random.pick(['#dfe8e4', '#e8dcc0', '#cfe0ea'])), light, 0.42)
  const size = width * 0.045
  fill(frame, [rectangle(0, horizon * 0.42, width, top - horizon * 0.42)], (x, y) => {
    const isJoint = x % size < 2 || (y - horizon * 0.42) % size < 2
    return times(tile, isJoint ? 0.8 : 0.98)
  })
  const drawn = fromHex(random.pick(['#8a5a34', '#5f7f6a', '#a8552f', '#4f6f8a']))
  const wood = colourValue(scene.spec.colourOf.get('interior')) ?? drawn
  for (let x = width * 0.02; x < width * 0.96; x += width * 0.24)
    cupboard(scene, { left: x, top: horizon * 0.07, wide: width * 0.225, tall: horizon * 0.32 }, wood)
  for (let x = 0; x < width; x += width * 0.2)
    cupboard(scene, { left: x, top, wide: width * 0.2, tall: foot - top }, lighten(wood, 0.04))
  block(scene, { left: 0, top: top - height * 0.012, wide: width, tall: height * 0.026 }, fromHex('#d8cfc0'))
  fill(frame, [rectangle(0, foot, width, height * 0.012)], [0.05, 0.04, 0.05], { alpha: 0.35 })
  stove(scene, { left: width * 0.62, top: top - height * 0.012, wide: width * 0.24, tall: foot - top }, random)
  for (let k = 0; k < 5; k++)
    hangPan(scene, [width * (0.06 + k * 0.085), horizon * 0.45, height * random.range(0.05, 0.075)], random.pick(POTS))
}

function cupboard(scene: Scene, box: Box, wood: Rgb): void {
  const { frame } = scene
  const face = block(scene, box, wood)
  const inset = box.wide * 0.07
  for (const half of [0, 1]) {
    const left = box.left + inset + half * (box.wide / 2 - inset * 0.3)
    const inner = [left, box.top + inset, box.wide / 2 - inset * 1.4, box.tall - inset * 2] as const
    fill(frame, [rectangle(...inner)], times(face, 0.8), BEHIND)
    fill(frame, [rectangle(inner[0] + 2, inner[1] + 2, inner[2] - 3, inner[3] - 3)], times(face, 1.04), BEHIND)
    disc(
      frame,
      [half === 0 ? left + inner[2] - inset * 0.5 : left + inset * 0.5, box.top + box.tall / 2, 2.4 * frame.unit + 1],
      fromHex('#d9b45a'),
    )
  }
}

function stove(scene: Scene, box: Box, random: Random): void {
  const { frame, light } = scene
  const { left, top, wide, tall } = box
  block(scene, { ...box, tall: tall + frame.height * 0.012 }, fromHex('#e8eaec'))
  fill(
    frame,
    [rectangle(left + wide * 0.1, top + tall * 0.36, wide * 0.8, tall * 0.46)],
    lit(fromHex('#2a2c32'), light, 0.3),
    BEHIND,
  )
  for (let k = 0; k < 4; k++)
    disc(frame, [left + wide * (0.2 + k * 0.2), top + tall * 0.19, wide * 0.03], lit(fromHex('#3a3c42'), light, 0.3))
  for (const share of [0.28, 0.72]) {
    const [x, pot] = [left + wide * share, lit(random.pick(POTS), light, 0.42)]
    const [half, high] = [wide * 0.17, tall * 0.46]
    for (let k = -2; k <= 2; k++)
      fill(
        frame,
        [ellipse([x + k * half * 0.3, top - 2], [half * 0.1, high * 0.12], 0, 12)],
        fromHex('#5fa8f2'),
        BEHIND,
      )
    fill(
      frame,
      [rectangle(x - half, top - high - 2, half * 2, high)],
      (px) => times(pot, 0.84 + 0.3 * (1 - Math.abs((px - x) / half - 0.3))),
      BEHIND,
    )
    fill(frame, [ellipse([x, top - high - 2], [half * 1.08, high * 0.12], 0, 24)], lighten(pot, 0.08), BEHIND)
    fill(
      frame,
      [line([x - half * 1.4, top - high * 0.8, x + half * 1.4, top - high * 0.8], high * 0.09)],
      times(pot, 0.7),
      BEHIND,
    )
    for (let k = 0; k < 3; k++)
      glow(
        frame,
        [x + half * (k - 1) * 0.3, top - high * (1.5 + k * 0.5), half * (0.7 + k * 0.3)],
        [0.9, 0.9, 0.9],
        0.1,
      )
  }
}

type Spot = readonly [x: number, y: number, size: number]

function hangPan({ frame, light }: Scene, [x, y, size]: Spot, colour: Rgb): void {
  const metal = lit(colour, light, 0.4)
  fill(frame, [line([x, y, x, y + size], size * 0.14)], times(metal, 0.7), BEHIND)
  fill(frame, [ellipse([x, y + size * 1.5], [size * 0.56, size * 0.56], 0, 28)], metal, BEHIND)
  fill(frame, [ellipse([x, y + size * 1.5], [size * 0.42, size * 0.42], 0, 28)], times(metal, 0.84), BEHIND)
}
