// What stands along the wall of a room, behind whoever is in it: a sideboard, shelves, a plant in its corner, a lamp that hangs.
import { blendRgb, fromHex, fromHexes, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import type { Random } from '../../../core/random.ts'
import { fill, glow } from '../../../core/raster.ts'
import { drawPath, ellipse, rectangle } from '../../../core/shapes.ts'
import { drawLeaf } from '../../../objects/trees/leaf.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import { SUBJECTS } from '../../../subjects/registry.ts'
import type { Scene } from '../../scene.ts'
import { type LargePiece, setPiece } from './large-pieces.ts'
import { times } from './surface.ts'

const BEHIND = { label: Label.building, depth: 6 }
const WOODS = fromHexes('#7a4a2c', '#8f5f36', '#5c3b28', '#a8713f')
const GOODS = fromHexes('#2f6a7c', '#c2693f', '#e3b93f', '#8a3f52', '#5f7a4a', '#e8dcc6', '#a8552f', '#3a4f7a')

interface Place {
  /** The free side of the wall: -1 left, 1 right. */
  readonly side: number
  readonly random: Random
  readonly share?: number
}

const PIECES = ['sideboard', 'shelves', 'sofa', 'bed', 'wardrobe', 'table', 'plant', 'plant'] as const
const WORKSHOPS: ReadonlySet<string> = new Set(['atelier', 'workshop', 'hangar', 'garage', 'entrepot'])
const OF_A_TRADE: ReadonlySet<string | null> = new Set(['hammer', 'wrench', 'carpentry-saw', 'baguette-bread'])

/** Somebody is at their work: no rug lies there. */
export function isWorkshop({ spec: { understood, subjects } }: Scene): boolean {
  const isAtWork = subjects.some(({ figure }) => figure !== null && OF_A_TRADE.has(figure.attribute))
  return isAtWork || understood.some(({ word }) => WORKSHOPS.has(word))
}
/** Behind a thing that is asked for, none that competes with it. */
const QUIET = ['plant', 'shelves', 'none'] as const

export function furnish(scene: Scene, { side, random }: Place): void {
  const isOfThing = scene.spec.subjects.length > 0 && scene.spec.subjects.every(({ figure }) => figure === null)
  const drawn = isWorkshop(scene) ? 'shelves' : isOfThing ? random.pick(QUIET) : random.pick(PIECES)
  const piece = isLarge(drawn) && hasFurniture(scene) ? 'plant' : drawn
  if (isNamed(scene, 'desk-lamp')) standLamp(scene, side)
  if (isNamed(scene, 'potted-plant')) return setPlant(scene, { side: -side, random, share: NAMED_PLANT })
  SET[piece](scene, { side, random })
  if (piece !== 'plant' && !isOfThing && random.chance(0.4)) setPlant(scene, { side: -side, random })
  if (random.chance(0.35)) hangLamp(scene, { side, random })
}

/** What the words name is as tall as it is beside a sofa. */
const NAMED_PLANT = 1.7

function isNamed({ spec }: Scene, id: string): boolean {
  return spec.subjects.some(({ subject, isBackdrop }) => subject === id && isBackdrop)
}

/** On its foot by the wall, lit. */
function standLamp({ frame, light, horizon, spec }: Scene, side: number): void {
  const { width, height } = frame
  const [x, foot, tall] = [width * (0.5 + side * 0.4), horizon + height * 0.06, height * 0.5]
  const asked = spec.subjects.find(({ subject, isBackdrop }) => subject === 'desk-lamp' && isBackdrop)
  const shade = colourValue(asked?.colour ?? null) ?? fromHex('#f2dca8')
  const [top, wide] = [foot - tall, width * 0.075]
  fill(frame, [ellipse([x, foot], [wide * 0.8, wide * 0.16], 0, 24)], lit(fromHex('#4a3a2c'), light, 0.3), BEHIND)
  fill(frame, [rectangle(x - width * 0.005, top, width * 0.01, tall)], lit(fromHex('#6a5238'), light, 0.3), BEHIND)
  const cone = [x - wide * 0.55, top, x + wide * 0.55, top, x + wide, top + wide * 1.5, x - wide, top + wide * 1.5]
  fill(frame, [cone], (px) => times(lighten(shade, 0.05), 1.08 - 0.3 * Math.abs((px - x) / wide)), BEHIND)
  glow(frame, [x, top + wide, wide * 5.5], [1, 0.86, 0.6], light.isNight ? 0.6 : 0.3)
}

type Piece = (typeof PIECES)[number] | 'none'

const SET: Readonly<Record<Piece, (scene: Scene, place: Place) => void>> = {
  bed: (scene, place) => setPiece(scene, 'bed', place),
  table: (scene, place) => setPiece(scene, 'table', place),
  sofa: (scene, place) => setPiece(scene, 'sofa', place),
  wardrobe: (scene, place) => setPiece(scene, 'wardrobe', place),
  sideboard: setSideboard,
  shelves: hangShelves,
  plant: setPlant,
  none: () => undefined,
}

const LARGE: ReadonlySet<string> = new Set<LargePiece>(['sofa', 'bed', 'wardrobe', 'table'])

function isLarge(piece: Piece): boolean {
  return LARGE.has(piece)
}

/** What is named is the furniture of the room. */
function hasFurniture({ spec }: Scene): boolean {
  return spec.subjects.some(({ subject }) => SUBJECTS.get(subject)?.family === 'furniture')
}

function setSideboard(scene: Scene, { side, random }: Place): void {
  const { frame, light, horizon } = scene
  const wide = frame.width * random.range(0.28, 0.36)
  const tall = frame.height * random.range(0.15, 0.19)
  const left = frame.width * (0.5 + side * 0.34) - wide / 2
  const foot = horizon + frame.height * 0.015
  const top = foot - tall
  const wood = lit(random.pick(WOODS), light, 0.36)
  fill(frame, [ellipse([left + wide / 2, foot], [wide * 0.54, tall * 0.1], 0, 24)], [0.07, 0.05, 0.07], { alpha: 0.4 })
  setGoods(scene, [left + wide * 0.08, top, wide * 0.84, tall * 0.75], random)
  fill(frame, [rectangle(left, top, wide, tall)], times(wood, 0.86), BEHIND)
  fill(frame, [rectangle(left - 4, top - 3, wide + 8, tall * 0.09)], lighten(wood, 0.05), BEHIND)
  for (let k = 0; k < 3; k++) {
    const x = left + (wide / 3) * k + wide * 0.02
    fill(frame, [rectangle(x, top + tall * 0.16, wide / 3 - wide * 0.04, tall * 0.74)], times(wood, 0.68), BEHIND)
    fill(
      frame,
      [rectangle(x + 2, top + tall * 0.16 + 2, wide / 3 - wide * 0.04 - 2, tall * 0.74 - 2)],
      times(wood, 0.95),
      BEHIND,
    )
    fill(
      frame,
      [ellipse([x + wide * 0.03, top + tall * 0.5], [2.5 * frame.unit + 1, 2.5 * frame.unit + 1], 0, 10)],
      fromHex('#d9b45a'),
      BEHIND,
    )
  }
}

function hangShelves(scene: Scene, { side, random }: Place): void {
  const { frame, light, horizon } = scene
  const wide = frame.width * random.range(0.22, 0.3)
  const left = frame.width * (0.5 + side * 0.33) - wide / 2
  const wood = lit(random.pick(WOODS), light, 0.38)
  for (const share of [0.3, 0.52, 0.74]) {
    const y = horizon * share
    setGoods(scene, [left + wide * 0.04, y, wide * 0.92, horizon * 0.15], random)
    fill(frame, [rectangle(left, y, wide, horizon * 0.024)], wood, BEHIND)
    fill(frame, [rectangle(left, y + horizon * 0.024, wide, horizon * 0.012)], times(wood, 0.5), BEHIND)
  }
}

type Row = readonly [x: number, y: number, wide: number, tall: number]

/** Books, jars and boxes in a row on `y`. */
function setGoods({ frame, light }: Scene, [from, y, wide, tall]: Row, random: Random): void {
  for (let x = from; x < from + wide * 0.94;) {
    const colour = lit(random.pick(GOODS), light, 0.36)
    const high = tall * random.range(0.5, 1)
    if (random.chance(0.6)) {
      const thick = tall * random.range(0.12, 0.2)
      fill(frame, [rectangle(x, y - high, thick, high)], colour, BEHIND)
      fill(frame, [rectangle(x, y - high * 0.8, thick, high * 0.08)], lighten(colour, 0.1), BEHIND)
      x += thick * 1.06
      continue
    }
    const round = tall * random.range(0.2, 0.3)
    const placement = { x, y: y - high * 0.8, scaleX: (round * 2) / 100, scaleY: (high * 0.8) / 100 }
    fill(
      frame,
      drawPath(
        'M34 0 L66 0 L64 16 C92 26 100 50 94 74 C90 92 78 100 50 100 C22 100 10 92 6 74 C0 50 8 26 36 16 Z',
        placement,
      ),
      (px) => times(colour, 0.8 + 0.4 * (1 - Math.abs((px - x) / round - 0.8))),
      BEHIND,
    )
    x += round * 2.3
  }
}

function setPlant({ frame, light, palette, horizon }: Scene, { side, random, share = 1 }: Place): void {
  const tall = frame.height * random.range(0.12, 0.16) * share
  const x = frame.width * (0.5 + side * random.range(0.4, 0.46))
  const y = horizon + frame.height * 0.05
  for (let n = 0; n < 15; n++) {
    const leaf = {
      x,
      y: y - tall * 0.85,
      angle: -Math.PI / 2 + random.range(-1.2, 1.2),
      length: tall * random.range(1, 2.3),
      width: tall * random.range(0.13, 0.2),
      leaf: blendRgb(palette.leaf, palette.leafLight, random.next()),
      direct: random.range(0.25, 0.7),
    }
    drawLeaf(frame, leaf, light)
  }
  const clay: Rgb = lit(random.pick(GOODS), light, 0.36)
  fill(frame, [ellipse([x, y], [tall * 0.6, tall * 0.12], 0, 24)], [0.07, 0.05, 0.07], { alpha: 0.42 })
  const placement = { x: x - tall / 2, y: y - tall, scaleX: tall / 100 }
  const isLitRight = light.x > x ? 1 : -1
  fill(
    frame,
    drawPath('M14 6 L86 6 L84 20 L80 20 L70 100 L30 100 L20 20 L16 20 Z', placement),
    (px) => times(clay, 0.88 + (0.5 * isLitRight * (px - x)) / tall),
    { label: Label.building, depth: 5 },
  )
}

function hangLamp({ frame, light, horizon }: Scene, { side, random }: Place): void {
  const x = frame.width * (0.5 + side * random.range(0.12, 0.3))
  const drop = horizon * random.range(0.12, 0.22)
  const size = frame.width * 0.055
  const straw = lit(fromHex('#d9b070'), light, 0.4)
  fill(frame, [rectangle(x - 1, 0, 2, drop)], [0.12, 0.1, 0.1])
  const placement = { x: x - size, y: drop, scaleX: (size * 2) / 100 }
  fill(frame, drawPath('M42 0 L58 0 C82 14 94 36 100 62 L0 62 C6 36 18 14 42 0 Z', placement), straw, BEHIND)
  fill(frame, [ellipse([x, drop + size * 1.24], [size, size * 0.16], 0, 24)], [1, 0.93, 0.74], BEHIND)
  glow(frame, [x, drop + size * 1.3, size * 5], [1, 0.86, 0.6], light.isNight ? 0.5 : 0.16)
}
