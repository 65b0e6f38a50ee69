// A poster, a card or a sign: a plain ground in a frame, with room below for words.
import { fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { fill } from '../../../core/raster.ts'
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
  const [paper, ground, band] = random.pick(INKS).map(fromHex) as [Rgb, Rgb, Rgb]
  const layer = { label: Label.far }
  const edge = frame.shortSide * 0.045
  for (let i = 0; i < frame.size; i++) frame.depth[i] = 30
  fill(frame, [rectangle(0, 0, width, height)], paper, layer)
  fill(frame, [rectangle(edge, edge, width - 2 * edge, height - 2 * edge)], band, layer)
  const inner = edge * 1.35
  fill(frame, [rectangle(inner, inner, width - 2 * inner, height - 2 * inner)], ground, layer)
  const glow = lighten(ground, 0.06)
  for (let ray = 0; ray < 12; ray++) fill(frame, [rayAt(scene, ray, inner)], glow, layer)
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

/** One of twelve rays from the middle to the edge of the ground. */
function rayAt({ frame: { width, height } }: Scene, ray: number, inner: number): readonly number[] {
  const angle = (ray / 12) * 2 * Math.PI
  const reach = Math.min(width, height * 0.8) / 2 - inner
  const at = (turn: number) => [width / 2 + Math.cos(turn) * reach, height * 0.43 + Math.sin(turn) * reach * 0.82]
  return [width / 2, height * 0.43, ...at(angle), ...at(angle + Math.PI / 12)]
}
