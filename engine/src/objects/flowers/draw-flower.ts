import { fromHex, lighten, type Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import { lit, type SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { disc, fill, shaded } from '../../core/raster.ts'
import { TAU } from '../../core/scalar.ts'
import { drawPath, ellipse } from '../../core/shapes.ts'
import { PLANT } from '../trees/spot.ts'
import { type Bloom, drawRing } from './petals.ts'

export const FLOWERS = ['simple', 'daisy', 'sunflower', 'tulip', 'rose', 'peony', 'poppy', 'lavender', 'lotus'] as const
export type FlowerKind = (typeof FLOWERS)[number]

export interface Flower {
  readonly kind: FlowerKind
  /** The heart, in pixels. */
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly colour: Rgb
  /** 1 seen from above, less from the side. */
  readonly tilt?: number
}

const BUTTER = fromHex('#f2c230')
const INK = fromHex('#1d1a22')
const TULIP = [
  'M50 100 C20 100 12 60 22 18 C32 30 40 44 50 100 Z',
  'M50 100 C80 100 88 60 78 18 C68 30 60 44 50 100 Z',
  'M50 100 C28 84 30 40 50 10 C70 40 72 84 50 100 Z',
]

const drawings: Readonly<Record<FlowerKind, (bloom: Bloom) => void>> = {
  simple: drawSimple,
  daisy: drawDaisy,
  sunflower: drawSunflower,
  tulip: drawTulip,
  rose: (bloom) => drawRosette(bloom, 5),
  peony: (bloom) => drawRosette(bloom, 6),
  poppy: drawPoppy,
  lavender: drawLavender,
  lotus: drawLotus,
}

export function drawFlower(frame: Frame, flower: Flower, light: SceneLight, random: Random): void {
  const { kind, x, y, radius, colour, tilt = 1 } = flower
  const turn = random.next() * TAU
  const bloom: Bloom = { frame, x, y, radius, colour, tilt, turn, light, random }
  if (radius < 5) drawSpeck(bloom, kind)
  else drawings[kind](bloom)
}

/** Too far away for petals. */
function drawSpeck(bloom: Bloom, kind: FlowerKind): void {
  const { frame, x, y, radius, colour, light, random } = bloom
  disc(frame, [x, y, radius], lit(colour, light, random.range(0.5, 0.9)), { label: Label.plant, alpha: 0.95 })
  if (radius <= 2.4) return
  const heart = kind === 'daisy' ? BUTTER : lighten(colour, -0.2)
  disc(frame, [x, y, radius * 0.35], lit(heart, light, 0.5), { alpha: 0.9 })
}

function drawHeart(bloom: Bloom, [size, exposure]: readonly [number, number], colour: Rgb): void {
  disc(bloom.frame, [bloom.x, bloom.y, bloom.radius * size], lit(colour, bloom.light, exposure), { alpha: 0.95 })
}

/** A raised, shaded heart. */
function drawButton(bloom: Bloom, size: number, [dark, bright]: readonly [Rgb, Rgb]): void {
  const { frame, x, y, radius, tilt, light } = bloom
  shaded(frame, [ellipse([x, y], [radius * size, radius * size * tilt])], {
    base: lit(dark, light, 0.45),
    rim: lit(bright, light, 0.95),
    toLight: [light.x - x, light.y - y],
    reach: radius * 0.12,
    label: Label.plant,
  })
}

function drawSimple(bloom: Bloom): void {
  drawRing(bloom, { petals: 5, length: 1, width: 0.42, colour: bloom.colour, shape: 0.6 })
  drawHeart(bloom, [0.2, 0.8], fromHex('#f4cf4a'))
  drawHeart(bloom, [0.1, 0.6], fromHex('#c98a20'))
}

function drawDaisy(bloom: Bloom): void {
  const { colour } = bloom
  drawRing(bloom, { petals: 16, length: 1, width: 0.13, colour, shape: 0.7 })
  drawRing(bloom, { petals: 16, length: 0.9, width: 0.12, colour: lighten(colour, -0.03), offset: 0.2, shape: 0.7 })
  drawButton(bloom, 0.3, [fromHex('#e8a81c'), fromHex('#ffe27a')])
}

function drawSunflower(bloom: Bloom): void {
  const { frame, x, y, radius, colour, light, tilt } = bloom
  drawRing(bloom, { petals: 20, length: 1, width: 0.14, colour, shape: 0.62 })
  drawRing(bloom, { petals: 20, length: 0.86, width: 0.13, colour: lighten(colour, 0.03), offset: 0.16, shape: 0.62 })
  drawButton(bloom, 0.46, [fromHex('#4a2c17'), fromHex('#8a5a2a')])
  const seeds = [lit(fromHex('#c08a3a'), light, 0.7), lit(fromHex('#2c180c'), light, 0.7)] as const
  for (let k = 0; k < 70; k++) {
    const angle = k * 2.39996
    const reach = Math.sqrt(k / 70) * radius * 0.43
    const seed = [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * tilt, radius * 0.028] as const
    disc(frame, seed, seeds[k % 3 ? 1 : 0], { alpha: 0.85 })
  }
}

function drawTulip({ frame, x, y, radius, colour, light }: Bloom): void {
  const scale = radius / 42
  for (const path of TULIP) {
    shaded(frame, drawPath(path, { x: x - 50 * scale, y: y - 70 * scale, scaleX: scale }), {
      base: lit(colour, light, 0.42),
      rim: lit(lighten(colour, 0.1), light, 1),
      toLight: [light.x - x, light.y - y],
      reach: radius * 0.12,
      label: Label.plant,
    })
  }
}

/** Petals folded one over the other, smaller towards the heart. */
function drawRosette(bloom: Bloom, rings: number): void {
  const { frame, x, y, radius, colour, tilt, turn, light, random } = bloom
  for (let ring = 0; ring < rings; ring++) {
    const t = 1 - ring / rings
    const petals = 6 - Math.min(3, ring)
    const size = radius * t * 0.55
    for (let k = 0; k < petals; k++) {
      const angle = turn + ring * 1.1 + (k / petals) * TAU
      const shade = lighten(colour, -0.12 * (1 - t) + 0.03 * random.gauss())
      const centre = [x + Math.cos(angle) * radius * t * 0.44, y + Math.sin(angle) * radius * t * 0.44 * tilt] as const
      shaded(frame, [ellipse(centre, [size, size * 0.85 * tilt], angle, 22)], {
        base: lit(shade, light, 0.42 + 0.12 * t),
        rim: lit(lighten(shade, 0.09), light, 1.02),
        toLight: [Math.cos(angle) + (light.x - x) / frame.width, Math.sin(angle) - 0.4],
        reach: Math.max(1.2, radius * 0.075),
        rimStrength: 0.75,
        label: Label.plant,
      })
    }
  }
  drawHeart(bloom, [0.07, 0.3], lighten(colour, -0.22))
}

function drawPoppy(bloom: Bloom): void {
  const { frame, x, y, radius, colour, tilt } = bloom
  drawRing(bloom, { petals: 5, length: 1, width: 0.62, colour, shape: 0.8 })
  drawRing(bloom, { petals: 4, length: 0.8, width: 0.5, colour: lighten(colour, 0.04), offset: 0.7, shape: 0.8 })
  drawHeart(bloom, [0.17, 0.3], INK)
  for (let k = 0; k < 16; k++) {
    const angle = (k / 16) * TAU
    const anther = [x + Math.cos(angle) * radius * 0.27, y + Math.sin(angle) * radius * 0.27 * tilt] as const
    disc(frame, [...anther, radius * 0.03], INK, { alpha: 0.8 })
  }
}

function drawLavender({ frame, x, y, radius, colour, light, random }: Bloom): void {
  const towards = light.x < x ? -1 : 1
  for (let k = 0; k < 16; k++) {
    const t = k / 15
    const rowY = y + radius * 1.6 - t * radius * 2.6
    for (let side = -1; side <= 1; side++) {
      const exposure = 0.5 + 0.25 * side * towards + random.gauss() * 0.1
      const floret = lit(lighten(colour, random.gauss() * 0.04), light, exposure)
      const centre = [x + side * radius * 0.17 * (1 - t * 0.7), rowY + Math.abs(side) * radius * 0.05] as const
      fill(frame, [ellipse(centre, [radius * 0.14, radius * 0.11], side * 0.5, 10)], floret, PLANT)
    }
  }
}

function drawLotus(bloom: Bloom): void {
  const { colour } = bloom
  drawRing(bloom, { petals: 9, length: 1.1, width: 0.22, colour: lighten(colour, -0.04), shape: 0.62 })
  drawRing(bloom, { petals: 8, length: 0.85, width: 0.2, colour: lighten(colour, 0.03), offset: 0.35, shape: 0.62 })
  drawRing(bloom, { petals: 6, length: 0.55, width: 0.16, colour: lighten(colour, 0.08), offset: 0.1, shape: 0.62 })
  drawHeart(bloom, [0.16, 0.7], fromHex('#f0c94a'))
}
