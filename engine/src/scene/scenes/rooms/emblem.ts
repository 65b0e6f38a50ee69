// A logo or an icon: one flat disc on a plain ground, for the subject to stand on alone.
import { blendRgb, fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { disc } from '../../../core/raster.ts'
import { drawObject } from '../../../objects/draw-object.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import type { Scene } from '../../scene.ts'

const PAIRS: readonly (readonly [ground: string, disc: string, ring: string])[] = [
  ['#f6efe2', '#f2c14e', '#2b3a55'],
  ['#f3f1ec', '#2f8f8c', '#f2c14e'],
  ['#fbf4ea', '#e07a4f', '#3a2a3f'],
  ['#eef3f2', '#34507a', '#f0a64a'],
  ['#f7f0f0', '#8a4f7d', '#f3d27a'],
]

const DARK = 0.3
const CREAM = fromHex('#f4ead6')

export function composeEmblem(scene: Scene): void {
  const { frame, spec } = scene
  const random = scene.random.fork('emblem')
  const [ground, drawn, drawnRing] = random.pick(PAIRS).map(fromHex) as [Rgb, Rgb, Rgb]
  const free = spec.colours.filter(({ weight }) => weight >= 1)
  const [asked, second] = free.map(({ id }) => colourValue(id)).filter((colour) => colour !== null)
  // A dark colour is the ring: upon it nothing would be seen.
  const isDark = asked !== undefined && Math.max(...asked) < DARK
  const tone = asked && !isDark ? blendRgb(asked, [1, 1, 1], 0.12) : isDark ? CREAM : drawn
  const ring = isDark ? asked : (second ?? drawnRing)
  for (let i = 0; i < frame.size; i++) {
    frame.r[i] = ground[0]
    frame.g[i] = ground[1]
    frame.b[i] = ground[2]
    frame.label[i] = Label.far
    frame.depth[i] = 30
  }
  const centre = [frame.width / 2, frame.height / 2] as const
  const radius = frame.shortSide * 0.4
  disc(frame, [...centre, radius], ring, { label: Label.far })
  disc(frame, [...centre, radius * 0.95], lighten(tone, 0.04), { label: Label.far })
  disc(frame, [...centre, radius * 0.86], tone, { label: Label.far })
  const [object] = spec.objects
  if (spec.subjects.length > 0 || !object) return
  const own = colourValue(object.colour)
  const height = frame.shortSide * 0.5
  const light = { ...scene.light, direct: [0.7, 0.68, 0.64] as Rgb, ambient: [0.5, 0.5, 0.54] as Rgb }
  const at = { name: object.id, x: centre[0], y: centre[1] + height * 0.5, height, ...(own && { colour: own }) }
  drawObject(frame, at, light, random)
}
