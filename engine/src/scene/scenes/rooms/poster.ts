// A poster, a card or a sign: a plain ground in a frame, with room below for words.
import { blendRgb, fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { disc, fill } from '../../../core/raster.ts'
import { rectangle } from '../../../core/shapes.ts'
import { drawObject } from '../../../objects/draw-object.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import type { Scene } from '../../scene.ts'

const INKS: readonly (readonly [paper: string, ground: string, band: string])[] = [
  ['#f6efe2', '#f2c14e', '#2b3a55'],
  ['#f3f1ec', '#5fae9f', '#8a3b2f'],
  ['#fbf4ea', '#e58f5f', '#2f4858'],
  ['#eef3f2', '#7fa6c9', '#c2553a'],
  ['#f7f0f0', '#d9a0b4', '#4a2f52'],
]

export function composePoster(scene: Scene): void {
  const { frame, spec } = scene
  const { width, height } = frame
  const random = scene.random.fork('poster')
  const [paper, drawn, band] = random.pick(INKS).map(fromHex) as [Rgb, Rgb, Rgb]
  const [asked, second] = spec.colours
    .filter(({ weight }, place) => place === 0 || weight >= 1)
    .map(({ id }) => colourValue(id))
    .filter((tone) => tone !== null && Math.min(...tone) < PALEST)
  const ground = asked ? blendRgb(asked, [1, 1, 1], 0.08) : drawn
  const layer = { label: Label.far }
  const edge = frame.shortSide * 0.03
  for (let i = 0; i < frame.size; i++) frame.depth[i] = 30
  fill(frame, [rectangle(0, 0, width, height)], paper, layer)
  fill(frame, [rectangle(edge, edge, width - 2 * edge, height - 2 * edge)], ground, layer)
  const glow = lighten(ground, 0.07)
  for (let ray = 0; ray < RAYS; ray++) fill(frame, [rayAt(scene, ray, edge)], glow, layer)
  const sun = [width / 2, height * 0.43] as const
  disc(frame, [...sun, frame.shortSide * 0.345], second ?? lighten(ground, 0.13), layer)
  disc(frame, [...sun, frame.shortSide * 0.315], blendRgb(ground, paper, 0.62), layer)
  setFloor(scene, edge, { ground: second ?? ground, band: second ?? band })
  if (spec.subjects.length > 0) return
  const light = { ...scene.light, direct: [0.7, 0.68, 0.64] as Rgb, ambient: [0.5, 0.5, 0.54] as Rgb }
  const shown = spec.objects.slice(0, 3)
  for (const [place, { id, colour }] of shown.entries()) {
    const own = colourValue(colour)
    const tall = (height * 0.55) / (shown.length > 1 ? 1.5 : 1)
    const x = (width * (place + 1)) / (shown.length + 1)
    drawObject(frame, { name: id, x, y: height * 0.74, height: tall, ...(own && { colour: own }) }, light, random)
  }
}

/** On white paper a white ground is none. */
const PALEST = 0.8
const RAYS = 16

/** What things stand on: a low hill in a darker tone, from edge to edge. */
function setFloor({ frame, spec }: Scene, edge: number, { ground, band }: { ground: Rgb; band: Rgb }): void {
  const { width, height } = frame
  const top = height * (spec.lettering.length > 0 ? 0.665 : 0.79)
  const tone = blendRgb(ground, band, 0.55)
  const hill = (rise: number) => {
    const outline = [edge, height - edge]
    for (let step = 0; step <= 24; step++) {
      const t = step / 24
      outline.push(edge + (width - 2 * edge) * t, top - rise + height * 0.035 * (2 * t - 1) ** 2)
    }
    return [...outline, width - edge, height - edge]
  }
  fill(frame, [hill(height * 0.012)], lighten(tone, 0.1), { label: Label.far })
  fill(frame, [hill(0)], tone, { label: Label.far })
}

/** From the middle over the edge of the sheet; kept within it. */
function rayAt({ frame: { width, height } }: Scene, ray: number, edge: number): readonly number[] {
  const angle = (ray / RAYS) * 2 * Math.PI
  const [x, y] = [width / 2, height * 0.43]
  const at = (turn: number) => {
    const [dx, dy] = [Math.cos(turn), Math.sin(turn)]
    const far = Math.min(
      Math.abs(dx) < 1e-6 ? Infinity : (dx > 0 ? width - edge - x : x - edge) / Math.abs(dx),
      Math.abs(dy) < 1e-6 ? Infinity : (dy > 0 ? height - edge - y : y - edge) / Math.abs(dy),
    )
    return [x + dx * far, y + dy * far]
  }
  return [x, y, ...at(angle), ...at(angle + Math.PI / RAYS)]
}
