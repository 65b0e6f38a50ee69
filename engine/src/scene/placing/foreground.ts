// What is nearer to the eye than the subjects, softer, at the edge of the picture.
import { boxBlur } from '../../core/blur.ts'
import { blendRgb, fromHex, fromHexes, mix, type Rgb } from '../../core/colour.ts'
import { Frame, Label } from '../../core/frame.ts'
import { lit } from '../../core/light.ts'
import type { Plane } from '../../core/plane.ts'
import type { Random } from '../../core/random.ts'
import { disc, fill } from '../../core/raster.ts'
import { resize } from '../../core/resize.ts'
import type { Environment } from '../../prompt/spec.ts'
import type { Scene } from '../scene.ts'
import type { Standing } from './related.ts'

type Kind = 'meadow' | 'tufts' | 'bough' | 'fronds' | 'produce' | 'none'

const GREEN: readonly Kind[] = ['meadow', 'tufts', 'bough', 'meadow', 'bough', 'none']
const WARM: readonly Kind[] = ['tufts', 'none', 'bough', 'none']
const TOWN: readonly Kind[] = ['none', 'none', 'bough']

const KINDS: Readonly<Partial<Record<Environment, readonly Kind[]>>> = {
  garden: GREEN,
  hills: GREEN,
  village: GREEN,
  field: GREEN,
  forest: ['tufts', 'bough', 'none'],
  lake: ['tufts', 'bough', 'meadow'],
  mountain: GREEN,
  savanna: ['tufts', 'bough', 'tufts'],
  courtyard: ['bough', 'tufts', 'none'],
  lagoon: WARM,
  beach: ['tufts', 'none'],
  market: ['produce', 'produce', 'none'],
  city: TOWN,
  street: TOWN,
  paris: ['bough', 'none'],
}

/** It would hang before somebody's face. */
const HANGING: ReadonlySet<Kind> = new Set<Kind>(['bough', 'fronds'])

interface Setting {
  readonly scene: Scene
  /** The picture at half its size: what is softer has less detail. */
  readonly layer: Frame
  readonly random: Random
  /** Whether a column of the whole picture is before somebody or something. */
  readonly isBefore: (x: number) => boolean
  /** -1 where the left is the freer side. */
  readonly side: 1 | -1
}

const COARSE = 2
/** Lower than this share of the picture's height, nothing is before what stands there. */
const CLEAR_BELOW = 0.62

/** What is before the subjects makes the space they stand in. */
export function setForeground(scene: Scene, standings: readonly Standing[]): void {
  const { frame, spec } = scene
  const random = scene.random.fork('foreground')
  const kinds = scene.isSnowy ? undefined : KINDS[spec.environment]
  const drawn = kinds ? random.pick(kinds) : 'none'
  const kind = HANGING.has(drawn) && standings.filter(({ asked }) => asked.figure).length > 1 ? 'none' : drawn
  const isRefused = spec.refused.has('broadleaf') || spec.refused.has('grass')
  if (
    kind === 'none' ||
    (isRefused && kind !== 'produce') ||
    standings.some(({ stance, support }) => stance === 'bust' || support === 'counter')
  )
    return
  const middle = standings.reduce((sum, { x }) => sum + x, 0) / Math.max(1, standings.length)
  const layer = new Frame(Math.ceil(frame.width / COARSE), Math.ceil(frame.height / COARSE))
  const isBefore = (x: number) =>
    standings.some(
      (one) => one.foot > frame.height * CLEAR_BELOW && Math.abs(x - one.x) < one.breadth * 0.5 + frame.width * 0.03,
    )
  PAINT[kind]({ scene, layer, random, isBefore, side: middle > frame.width / 2 ? -1 : 1 })
  if (HANGING.has(kind)) clearOfSubjects(frame, layer)
  layOutOfFocus(frame, layer)
}

const PAINT: Readonly<Record<Exclude<Kind, 'none'>, (setting: Setting) => void>> = {
  meadow: (setting) => {
    grow(setting, { from: -0.05, to: 1.05, count: 70, long: [0.05, 0.13] })
    scatterHeads(setting)
  },
  tufts: (setting) => {
    const { side, random } = setting
    const wide = random.range(0.22, 0.4)
    grow(setting, { from: side > 0 ? 1 - wide : -0.08, to: side > 0 ? 1.08 : wide, count: 30, long: [0.1, 0.27] })
    if (random.chance(0.5))
      grow(setting, { from: side > 0 ? -0.1 : 0.84, to: side > 0 ? 0.16 : 1.1, count: 14, long: [0.06, 0.15] })
  },
  bough: hangBough,
  fronds: hangFronds,
  produce: heapProduce,
}

interface Growth {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly long: readonly [number, number]
}

function grow({ scene, layer, random, isBefore }: Setting, { from, to, count, long }: Growth): void {
  const { palette, light, spec } = scene
  const isSand = spec.environment === 'beach' || spec.environment === 'savanna' || spec.environment === 'field'
  const low = isSand ? palette.grass : palette.leaf
  const high = isSand ? palette.grassLight : palette.leafLight
  for (let k = 0; k < count; k++) {
    const x = layer.width * random.range(from, to)
    const tall = layer.height * random.range(long[0], long[1])
    const lean = random.gauss() * tall * 0.3
    const wide = tall * random.range(0.03, 0.07)
    const tint = lit(times(mix(low, high, random.next()), random.range(0.45, 0.85)), light, 0.4)
    const foot = layer.height * 1.02
    if (isBefore(x * COARSE) || isBefore((x + lean) * COARSE)) continue
    const outline = [x - wide, foot, x + lean * 0.3 - wide * 0.7, foot - tall * 0.6, x + lean, foot - tall]
    outline.push(x + lean * 0.3 + wide * 0.8, foot - tall * 0.6, x + wide, foot)
    fill(layer, [outline], tint, { label: Label.plant })
  }
}

function scatterHeads({ scene, layer, random }: Setting): void {
  if (!random.chance(0.6)) return
  const colour = random.pick([...scene.palette.accents, fromHex('#f4efe2'), fromHex('#e9c04a')])
  for (let k = 0; k < 12; k++) {
    const at = [layer.width * random.next(), layer.height * random.range(0.9, 1)] as const
    disc(layer, [...at, layer.shortSide * random.range(0.008, 0.018)], lit(colour, scene.light, 0.6), {
      label: Label.plant,
    })
  }
}

/** A leafy branch from an upper corner. */
function hangBough({ scene, layer, random, side }: Setting): void {
  const { palette, light } = scene
  const start: Point = [side > 0 ? layer.width * 1.02 : -layer.width * 0.02, layer.height * random.range(-0.04, 0.05)]
  const span = layer.width * random.range(0.26, 0.4)
  const leaves = 70
  for (let k = 0; k < leaves; k++) {
    const t = random.next()
    const x = start[0] - side * span * t
    const y = start[1] + span * (0.06 + 0.3 * t * t) + layer.height * random.range(-0.07, 0.09) * (1 - 0.55 * t)
    const angle = Math.PI / 2 + side * random.range(-0.2, 1.1)
    const long = layer.shortSide * random.range(0.035, 0.075)
    const tint = lit(times(mix(palette.leaf, palette.leafLight, random.next()), random.range(0.45, 0.95)), light, 0.45)
    leaf(layer, [x, y], { angle, long, wide: long * 0.3, tint })
  }
}

function hangFronds({ scene, layer, random, side }: Setting): void {
  const { palette, light } = scene
  const root: Point = [side > 0 ? layer.width * 1.06 : -layer.width * 0.06, layer.height * random.range(-0.1, 0.06)]
  for (let frond = 0; frond < 3; frond++) {
    const reach = layer.shortSide * random.range(0.36, 0.56)
    const slope = 0.12 + frond * 0.42 + random.range(0, 0.12)
    for (let k = 3; k < 26; k++) {
      const t = k / 26
      const x = root[0] - side * reach * t * Math.cos(slope * 0.7)
      const y = root[1] + reach * (t * Math.sin(slope) + 0.28 * t * t)
      const long = reach * 0.3 * (1 - 0.55 * t)
      const tint = lit(times(mix(palette.leaf, palette.leafLight, random.next() * 0.7), 0.68), light, 0.4)
      for (const turn of [0.75, 2.1])
        leaf(layer, [x, y], { angle: side > 0 ? Math.PI - turn + 0.5 : turn - 0.5, long, wide: long * 0.09, tint })
    }
  }
}

const PRODUCE = fromHexes('#e08a2c', '#c8432f', '#8fae3c', '#e3b93f', '#5d7f36', '#b5622c')

function heapProduce({ scene, layer, random, side }: Setting): void {
  const tone = random.pick(PRODUCE)
  const round = layer.shortSide * 0.04
  for (let k = 0; k < 26; k++) {
    const t = random.next()
    const x = (side > 0 ? layer.width : 0) - side * layer.width * 0.62 * t
    const y = layer.height * (1.01 - 0.07 * (1 - t) * random.next())
    const colour = lit(blendRgb(tone, random.pick(PRODUCE), 0.3 * random.next()), scene.light, 0.4)
    disc(layer, [x, y, round * random.range(0.8, 1.1)], times(colour, 0.7), { label: Label.plant })
    disc(layer, [x - round * 0.2, y - round * 0.25, round * 0.6], times(colour, 0.95), { label: Label.plant })
  }
}

type Point = readonly [number, number]

interface LeafShape {
  readonly angle: number
  readonly long: number
  readonly wide: number
  readonly tint: Rgb
}

function leaf(layer: Frame, [x, y]: Point, { angle, long, wide, tint }: LeafShape): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const at = (along: number, across: number) => [x + c * along - s * across, y + s * along + c * across]
  const outline = [at(0, 0), at(long * 0.35, wide), at(long, 0), at(long * 0.35, -wide)].flat()
  fill(layer, [outline], tint, { label: Label.plant })
}

/** Leaves hang beside what the picture is of, never before it. */
function clearOfSubjects(frame: Frame, layer: Frame): void {
  const { width, height } = layer
  const seen = new Float32Array(layer.size)
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(frame.height - 1, y * COARSE) * frame.width
    for (let x = 0; x < width; x++, i++)
      seen[i] = frame.label[row + Math.min(frame.width - 1, x * COARSE)] === Label.subject ? 1 : 0
  }
  const near = boxBlur({ width, height, data: seen }, Math.max(1, (CLEARANCE * frame.unit) / COARSE)).data
  for (let i = 0; i < layer.size; i++) if (near[i]! > 0.004) layer.label[i] = Label.sky
}

/** Around a subject, in pixels of a picture of 1024. */
const CLEARANCE = 22

/** In pixels of a picture of 1024. */
const BLUR = 2.4

function layOutOfFocus(frame: Frame, layer: Frame): void {
  const cover = new Float32Array(layer.size)
  for (let i = 0; i < layer.size; i++) cover[i] = layer.label[i] === Label.plant ? 1 : 0
  const soft = (data: Float32Array): Plane => {
    const blurred = boxBlur(
      { width: layer.width, height: layer.height, data },
      Math.max(1, (BLUR * frame.unit) / COARSE),
    )
    return resize(blurred, frame.width, frame.height)
  }
  const over = soft(cover).data
  for (const channel of ['r', 'g', 'b'] as const) {
    const ink = layer[channel]
    for (let i = 0; i < layer.size; i++) ink[i] = ink[i]! * cover[i]!
    const laid = soft(ink).data
    const under = frame[channel]
    for (let i = 0; i < frame.size; i++) under[i] = under[i]! * (1 - over[i]!) + laid[i]!
  }
  for (let i = 0; i < frame.size; i++) {
    if (over[i]! < 0.6) continue
    frame.label[i] = Label.plant
    frame.depth[i] = 1
  }
}

function times(colour: Rgb, k: number): Rgb {
  return [colour[0] * k, colour[1] * k, colour[2] * k]
}
