// Who sells stands behind a counter: goods in small heaps upon it, cloth or boards before it.
import { blendRgb, fromHexes, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { fill } from '../../../core/raster.ts'
import { rectangle } from '../../../core/shapes.ts'
import type { AskedSubject, Pose } from '../../../prompt/asked.ts'
import type { Environment } from '../../../prompt/spec.ts'
import type { Scene } from '../../scene.ts'
import { times } from '../../scenes/rooms/surface.ts'
import { type Standing, traits } from '../related.ts'
import { isLaid } from './support.ts'

/** As shares of the picture's height: its far edge, its near edge, and the line on which the nearest goods lie. */
const FAR = 0.79
const NEAR = 0.87
const FOOT = 0.85
/** So tall, somebody has the counter at the hip. */
export const HEIGHT_BEHIND_COUNTER = 1.36

const PLACES: ReadonlySet<Environment> = new Set([
  'market',
  'courtyard',
  'street',
  'city',
  'village',
  'interior',
  'beach',
  'garden',
  'hills',
])
const IDLE: ReadonlySet<Pose | null> = new Set<Pose | null>([
  null,
  'standing',
  'holding',
  'carrying',
  'talking',
  'walking',
])

/** Alone, with nothing to do, and watering nothing. */
function isSelling({ figure, count }: AskedSubject): boolean {
  return figure !== null && count === 1 && IDLE.has(figure.pose) && figure.attribute !== 'watering-can'
}

/** « avec un panier sur la tête »: said, and so it stays there. */
function hasOnHead({ figure, said }: AskedSubject): boolean {
  return figure?.pose === 'carrying' && said.some((word) => word === 'panier' || word === 'basket')
}

/** What somebody sells, when nothing else is beside them. */
export function goodsOf(scene: Scene, main: AskedSubject, others: readonly AskedSubject[]): AskedSubject | null {
  const [goods] = others
  if (others.length !== 1 || !goods || scene.isFlat || !PLACES.has(scene.spec.environment)) return null
  if (!isSelling(main) || hasOnHead(main) || scene.spec.composition.has('wide')) return null
  return isLaid(goods) && goods.count > 2 && !goods.relation ? goods : null
}

/** Nobody walks behind a counter; the goods are upon it, and in no basket on the head. */
export function atCounter(asked: AskedSubject): AskedSubject {
  const { figure } = asked
  if (!figure) return asked
  const isCarrying = figure.attribute === 'basket'
  if (figure.pose !== 'walking' && !isCarrying) return asked
  return { ...asked, figure: { ...figure, attribute: isCarrying ? null : figure.attribute, pose: 'standing' } }
}

/** What a plural without a number stands for. */
export const UNTOLD = 4

/** In three heaps: two below, one upon them; as shares of the breadth and of the height of one of them. */
const HEAPS: readonly (readonly [heap: number, across: number, up: number])[] = [
  [0, -0.46, 0.02],
  [0, 0.46, 0],
  [1, -0.46, 0],
  [1, 0.46, 0.03],
  [2, -0.46, 0],
  [2, 0.46, 0.02],
  [1, 0, 0.56],
  [0, 0.02, 0.54],
  [2, -0.02, 0.55],
]
const MIDDLES = [0.2, 0.78, 0.5] as const

export function onCounter(scene: Scene, asked: AskedSubject): readonly Standing[] {
  const { width, height } = scene.frame
  const { aspect } = traits(asked, false)
  const random = scene.random.fork(`counter:${asked.subject}`)
  const tall = Math.min(height * 0.125, (width * 0.13) / aspect)
  const count = asked.size === 'small' && asked.count === UNTOLD ? HEAPS.length : Math.min(HEAPS.length, asked.count)
  return HEAPS.slice(0, count).map(([heap, across, up], copy) => ({
    asked,
    index: scene.spec.subjects.indexOf(asked),
    copy,
    x: width * MIDDLES[heap]! + tall * aspect * across,
    foot: height * FOOT - tall * up,
    height: tall * random.range(0.94, 1.06),
    breadth: tall * aspect,
    stance: 'table',
    isTurned: random.chance(0.5),
    isBehind: false,
    support: 'counter',
  }))
}

const WOODS = fromHexes('#8f5f36', '#7a4a2c', '#a8713f')
const CLOTHS = fromHexes('#1f5f9c', '#b8432f', '#1f7a5c', '#7a2f6a', '#c98a2c', '#2b3a6a')

export function drawCounter(scene: Scene): void {
  const { frame, light } = scene
  const { width, height, unit } = frame
  const random = scene.random.fork('counter')
  const wood = lit(random.pick(WOODS), light, 0.44)
  const piece = { label: Label.building, depth: 2.6 }
  const top = [0, height * FAR, width, height * FAR, width, height * NEAR, 0, height * NEAR]
  const grain = random.range(0.02, 0.05) / unit
  fill(
    frame,
    [top],
    (x, y) => times(wood, 1.02 + 0.06 * Math.sin(y * grain * 9 + 2 * Math.sin(x * grain * 0.3))),
    piece,
  )
  for (const share of [0.35, 0.68]) {
    const y = height * (FAR + (NEAR - FAR) * share)
    fill(frame, [rectangle(0, y, width, 1.6 * unit)], times(wood, 0.66), piece)
  }
  fill(frame, [rectangle(0, height * NEAR, width, 9 * unit)], lighten(wood, 0.05), piece)
  const face = [rectangle(0, height * NEAR + 9 * unit, width, height * (1 - NEAR))]
  fill(frame, face, random.chance(0.6) ? hung(scene, random.pick(CLOTHS)) : boards(wood, width), piece)
  const shade = [rectangle(0, height * NEAR + 9 * unit, width, 16 * unit)]
  fill(frame, shade, [0.05, 0.03, 0.05], { alpha: 0.32 })
}

/** A printed cloth that hangs in folds. */
function hung({ frame, light }: Scene, dye: Rgb): (x: number, y: number) => Rgb {
  const { unit } = frame
  const ground = lit(dye, light, 0.4)
  const mark = blendRgb(ground, lit([0.96, 0.88, 0.66], light, 0.4), 0.75)
  return (x, y) => {
    const fold = 0.86 + 0.16 * Math.sin(x / (34 * unit) + 1.3 * Math.sin(x / (90 * unit)))
    const u = x / (46 * unit)
    const v = y / (46 * unit) + (Math.floor(u) & 1 ? 0.5 : 0)
    const far = Math.hypot(u - Math.floor(u) - 0.5, v - Math.floor(v) - 0.5)
    return times(far < 0.13 || (far > 0.24 && far < 0.32) ? mark : ground, fold)
  }
}

function boards(wood: Rgb, width: number): (x: number, y: number) => Rgb {
  return (x) => {
    const at = (x / width) * 7
    return times(wood, at - Math.floor(at) < 0.03 ? 0.4 : 0.66 + 0.07 * Math.sin(Math.floor(at) * 7.3))
  }
}
