import { blendRgb, fromHex, scaleRgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { fill, glow } from '../../core/raster.ts'
import { AIRBORNE } from '../../prompt/homes.ts'
import type { ObjectKind } from '../../prompt/spec.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import type { Scene } from '../scene.ts'

const AFLOAT: ReadonlySet<ObjectKind> = new Set(['sailboat', 'rowboat', 'whale', 'bridge'])
const ASPHALT = fromHex('#4a4a50')
const KERB = fromHex('#b8b2a6')
const PAINT = fromHex('#e8e2d0')
const LAMP = fromHex('#ffd890')

/** Where the street begins, as a share of the picture's height. */
const TOP = 0.865
/** Of a wide quay, for a subject that fills the picture. */
const TOP_OF_QUAY = 0.79

/** A quay for whatever the prompt puts in the city: nobody stands on the river. */
export function paveQuay(scene: Scene): void {
  const { objects, subjects } = scene.spec
  const stands = subjects.some(
    ({ subject }) => SUBJECTS.get(subject)?.stance !== 'water' && SUBJECTS.get(subject)?.stance !== 'air',
  )
  const isGroundNeeded = objects.some(({ id }) => !scene.drawn.has(id) && !AFLOAT.has(id) && !AIRBORNE.has(id))
  if (!isGroundNeeded && !stands) return
  const { frame, palette } = scene
  const { width, height } = frame
  const light = palette.ambient.map((v, i) => v * 0.75 + palette.direct[i]! * 0.35)
  const tone = (colour: readonly number[]) => colour.map((v, i) => v * light[i]!) as unknown as typeof ASPHALT
  const top = height * (stands ? TOP_OF_QUAY : TOP)
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
