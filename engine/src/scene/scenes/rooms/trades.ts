// Rooms that are known by what stands along their wall: a kitchen, a hairdresser's, a class, a workshop.
import { fromHex, fromHexes, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import type { Random } from '../../../core/random.ts'
import { disc, fill, glow } from '../../../core/raster.ts'
import { drawPath, ellipse, line, rectangle } from '../../../core/shapes.ts'
import type { Scene } from '../../scene.ts'
import { times } from './surface.ts'

const BEHIND = { label: Label.building, depth: 6 }
const STEEL = fromHex('#b8bec6')
const POTS = fromHexes('#b8452f', '#3a3c42', '#d9b45a', '#2f6a7c', '#c9ced6')
const BOTTLES = fromHexes('#c8307a', '#2f7fb8', '#f2b02e', '#5f8f4a', '#8a3f9c', '#e8dcc6')

type Furnish = (scene: Scene, random: Random) => void

const TRADES: Readonly<Record<string, Furnish>> = {
  kitchen: fitKitchen,
  hairdresser: fitSalon,
  class: setDesks,
  workshop: hangTools,
}

/** Answers whether the room is one of these. */
export function furnishTrade(scene: Scene, trade: string | null, random: Random): boolean {
  const fit = trade === null ? undefined : TRADES[trade]
  fit?.(scene, random)
  return fit !== undefined
}

interface Box {
  readonly left: number
  readonly top: number
  readonly wide: number
  readonly tall: number
}

function block({ frame, light }: Scene, { left, top, wide, tall }: Box, colour: Rgb): Rgb {
  const face = lit(colour, light, 0.38)
  fill(frame, [rectangle(left, top, wide, tall)], (x) => times(face, 0.9 + (0.16 * (x - left)) / wide), BEHIND)
  return face
}

/** Tiles, cupboards over a worktop, a stove with its pots. */
function fitKitchen(scene: Scene, random: Random): void {
  const { frame, light, horizon } = scene
  const { width, height } = frame
  const [top, foot] = [horizon - height * 0.13, horizon + height * 0.035]
  const tile = lit(fromHex(random.pick(['#dfe8e4', '#e8dcc0', '#cfe0ea'])), light, 0.42)
  const size = width * 0.045
  fill(frame, [rectangle(0, horizon * 0.42, width, top - horizon * 0.42)], (x, y) => {
    const isJoint = x % size < 2 || (y - horizon * 0.42) % size < 2
    return times(tile, isJoint ? 0.8 : 0.98)
  })
  const wood = fromHex(random.pick(['#8a5a34', '#5f7f6a', '#a8552f', '#4f6f8a']))
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

/** Mirrors over a shelf of bottles, pictures of hair-dos, a chair before each. */
function fitSalon(scene: Scene, random: Random): void {
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

/** Two rows of desks before the board. */
function setDesks(scene: Scene): void {
  const { frame, light, horizon } = scene
  const { width, height } = frame
  for (const [row, share] of [0.1, 0.28].entries()) {
    const foot = horizon + (height - horizon) * share
    const wide = width * (0.19 + row * 0.06)
    for (let k = 0; k < 4; k++) {
      const x = width / 2 + (k - 1.5) * wide * 1.22
      const wood = lit(fromHex(k % 2 ? '#a8713f' : '#8f5f36'), light, 0.4)
      const tall = wide * 0.44
      for (const side of [-1, 1])
        fill(
          frame,
          [rectangle(x + side * wide * 0.4 - wide * 0.02, foot - tall, wide * 0.04, tall)],
          times(wood, 0.6),
          BEHIND,
        )
      fill(frame, [rectangle(x - wide / 2, foot - tall, wide, wide * 0.06)], wood, BEHIND)
      fill(frame, [rectangle(x - wide * 0.44, foot - tall * 0.82, wide * 0.88, tall * 0.3)], times(wood, 0.76), BEHIND)
      fill(
        frame,
        [rectangle(x - wide * 0.2, foot - tall - wide * 0.03, wide * 0.2, wide * 0.03)],
        lit(fromHex('#e8e2d0'), light, 0.4),
        BEHIND,
      )
    }
  }
}

/** Tools on their board over a bench. */
function hangTools(scene: Scene, random: Random): void {
  const { frame, light, horizon } = scene
  const { width, height } = frame
  block(
    scene,
    { left: width * 0.08, top: horizon * 0.14, wide: width * 0.84, tall: horizon * 0.42 },
    fromHex('#b59a72'),
  )
  const [steel, grip] = [lit(fromHex('#5a6068'), light, 0.38), lit(fromHex('#8a3f24'), light, 0.36)]
  const size = horizon * 0.3
  for (let k = 0; k < 9; k++) {
    const place = { x: width * (0.11 + k * 0.09), y: horizon * 0.2, scaleX: size / 220, scaleY: size / 100 }
    const [metal, handle] = TOOL_PATHS[(k + random.integer(0, 3)) % TOOL_PATHS.length]!
    fill(frame, drawPath(handle, place), grip, BEHIND)
    fill(frame, drawPath(metal, place), steel, BEHIND)
  }
  const top = horizon * 0.86
  block(scene, { left: width * 0.04, top, wide: width * 0.92, tall: height * 0.025 }, fromHex('#8f5f36'))
  for (const share of [0.08, 0.5, 0.9])
    block(
      scene,
      { left: width * share, top: top + height * 0.025, wide: width * 0.03, tall: horizon - top },
      fromHex('#6a4428'),
    )
  for (let k = 0; k < 7; k++) {
    const tall = height * random.range(0.03, 0.08)
    block(
      scene,
      { left: width * (0.1 + k * 0.12), top: top - tall, wide: width * random.range(0.03, 0.08), tall },
      random.pick(POTS),
    )
  }
}

/** Metal and handle of a hammer, a saw, a spanner, a screwdriver: in a box of 100 × 100. */
const TOOL_PATHS: readonly (readonly [string, string])[] = [
  ['M12 8 L80 8 L88 20 L80 30 L12 30 Z', 'M40 26 L56 26 L58 98 L38 98 Z'],
  ['M30 34 L70 34 L84 98 L72 94 L66 98 L58 94 L50 98 L42 94 L34 98 Z', 'M30 4 C30 0 70 0 70 4 L70 34 L30 34 Z'],
  [
    'M30 4 L42 18 L58 18 L70 4 C84 18 76 34 60 38 L58 80 C70 86 70 98 50 98 C30 98 30 86 42 80 L40 38 C24 34 16 18 30 4 Z',
    'M46 50 L54 50 L54 54 L46 54 Z',
  ],
  ['M45 44 L55 44 L54 90 L58 98 L42 98 L46 90 Z', 'M36 4 C36 0 64 0 64 4 L62 46 L38 46 Z'],
]
