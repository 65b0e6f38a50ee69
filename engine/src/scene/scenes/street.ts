import { blendRgb, fromHex, type Rgb, scaleRgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import { fill, glow } from '../../core/raster.ts'
import { drawBroadleaf } from '../../objects/trees/broadleaf.ts'
import { drawPalm } from '../../objects/trees/palm.ts'
import { AIRBORNE } from '../../prompt/homes.ts'
import type { ObjectKind, PromptSpec } from '../../prompt/spec.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import { refuses, type Scene } from '../scene.ts'
import { paintFloor } from './rooms/surface.ts'

const AFLOAT: ReadonlySet<ObjectKind> = new Set(['sailboat', 'rowboat', 'whale', 'bridge'])
const ASPHALT = fromHex('#4a4a50')
const PAVING = fromHex('#b3a492')
const KERB = fromHex('#b8b2a6')
const PAINT = fromHex('#e8e2d0')
const LAMP = fromHex('#ffd890')

/** Where the street begins, as a share of the picture's height. */
const TOP = 0.865
/** Somebody or something that has weight is what the picture is of. */
export function isOnFoot({ subjects, objects }: PromptSpec): boolean {
  if (objects.some(({ id }) => id === 'car' || id === 'minibus')) return true
  return subjects.some(({ subject, isBackdrop }) => {
    const stance = SUBJECTS.get(subject)?.stance
    return !isBackdrop && stance !== 'water' && stance !== 'air'
  })
}

/** Half of the roadway, of the pavement beyond it: in widths of the picture at its lower edge. */
const ROADWAY = 0.78
const PAVEMENT = 1.15
const SAND = fromHex('#c9a77c')

/** An avenue that runs from the feet of whoever stands there to the towers. */
export function paveAvenue(scene: Scene, landmark: number | null): void {
  const { frame, palette, horizon } = scene
  const noise = new Noise(scene.random.fork('avenue'))
  const isSquare = isOfBuildings(scene.spec) || isPedestrian(scene.spec)
  const light = palette.ambient.map((v, i) => v * 0.72 + palette.direct[i]! * 0.38)
  const tone = ([r, g, b]: Rgb): Rgb => [r * light[0]!, g * light[1]!, b * light[2]!]
  const paved = isSquare ? PAVING : ASPHALT
  const [road, kerb, paint, sand] = [paved, KERB, PAINT, SAND].map(tone) as [Rgb, Rgb, Rgb, Rgb]
  paintFloor(frame, horizon + 2 * frame.unit, (x, z, _u, t) => {
    const grain = 1 + 0.12 * noise.fbm(x * 5, z * 5, 3)
    const aside = isSquare ? 0 : Math.abs(x)
    const isDash = Math.abs(aside - 0.27) < 0.014 && (z * 1.1) % 1 < 0.5
    const ground = aside > PAVEMENT ? sand : aside > ROADWAY ? kerb : isDash ? paint : road
    const isJoint = isSquare && ((x * 5 + 90) % 1 < 0.05 || (z * 2.4) % 1 < 0.06)
    const edge = isJoint || Math.abs(aside - ROADWAY) < 0.02 ? 0.84 : 1
    return blendRgb(scaleRgb(ground, grain * edge), palette.haze, 0.42 * Math.max(0, 1 - t * 3.2))
  })
  plantRows(scene, landmark)
}

function isOfBuildings({ subjects: [main] }: PromptSpec): boolean {
  return main !== undefined && main.figure === null && SUBJECTS.get(main.subject)?.family === 'building'
}

/** Nobody poses in the middle of the traffic: where nothing drives, the avenue is paved for those on foot. */
function isPedestrian({ subjects, objects }: PromptSpec): boolean {
  const isDriven = subjects.some(({ subject, figure }) => {
    const family = SUBJECTS.get(figure?.attribute ?? subject)?.family
    return family === 'vehicle' || figure?.pose === 'riding'
  })
  return !isDriven && !objects.some(({ id }) => id === 'car' || id === 'minibus')
}

const FAR = 0.09

/** Of the picture's width, on both sides of a landmark: no tree is before it. */
const CLEAR_OF_TREES = 0.2

/** Trees on both sides, the far ones first. */
function plantRows(scene: Scene, landmark: number | null): void {
  if (refuses(scene, 'palm', 'broadleaf')) return
  const { frame, light, palette, horizon, spec } = scene
  const random = scene.random.fork('rows')
  const hasPalms = spec.hints.has('tropical') && !scene.isSnowy
  for (const z of [9, 6.4, 4.6, 3.2, 2.3]) {
    const y = horizon + (frame.height - horizon) * ((1 + FAR) / z - FAR)
    for (const side of [-1, 1]) {
      const across = 0.5 + (side * (PAVEMENT - 0.14)) / z
      if (landmark !== null && Math.abs(across - landmark) < CLEAR_OF_TREES) continue
      const x = frame.width * across
      const at = { x, y, fog: Math.min(0.5, z * 0.055), height: (frame.height / z) * random.range(1.25, 1.7) }
      if (hasPalms) drawPalm(frame, { ...at, leaf: palette.leaf }, light, random)
      else drawBroadleaf(frame, { ...at, leaf: palette.leaf, leafLight: palette.leafLight }, light, random)
    }
  }
  if (!palette.isNight) return
  for (const z of [6.4, 3.2])
    for (const side of [-1, 1])
      glow(frame, [frame.width * (0.5 + side / z), horizon * 0.9, frame.shortSide * (0.6 / z)], LAMP, 0.4)
}

/** A quay for whatever the prompt puts in the city: nobody stands on the river. */
export function paveQuay(scene: Scene): void {
  const { objects } = scene.spec
  if (!objects.some(({ id }) => !scene.drawn.has(id) && !AFLOAT.has(id) && !AIRBORNE.has(id))) return
  const { frame, palette } = scene
  const { width, height } = frame
  const light = palette.ambient.map((v, i) => v * 0.75 + palette.direct[i]! * 0.35)
  const tone = (colour: readonly number[]) => colour.map((v, i) => v * light[i]!) as unknown as typeof ASPHALT
  const top = height * TOP
  const band = (from: number, to: number) => [
    [0, top + height * from, width, top + height * from, width, top + height * to, 0, top + height * to],
  ]
  const road = tone(ASPHALT)
  const far = blendRgb(road, palette.haze, 0.25)
  fill(frame, band(0, 0.25), (_x, y) => blendRgb(far, road, (y - top) / (height - top)), {
    label: Label.ground,
    depth: 3,
  })
  fill(frame, band(0, 0.014), tone(KERB), { label: Label.ground, depth: 3 })
  fill(frame, band(0.014, 0.02), scaleRgb(road, 0.6), { label: Label.ground, depth: 3 })
  const paint = tone(PAINT)
  for (let x = -0.02; x < 1; x += 0.14) {
    const dash = [width * x, top + height * 0.075, width * (x + 0.075), top + height * 0.075]
    const under = [width * (x + 0.073), top + height * 0.083, width * (x - 0.004), top + height * 0.083]
    fill(frame, [[...dash, ...under]], paint, { alpha: 0.7, label: Label.ground })
  }
  if (!palette.isNight) return
  for (const x of [0.12, 0.38, 0.64, 0.9])
    glow(frame, [width * x, top + height * 0.02, frame.shortSide * 0.15], LAMP, 0.3)
}
