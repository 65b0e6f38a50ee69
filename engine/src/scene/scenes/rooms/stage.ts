// A stage: a curtain in folds, a boarded floor, coloured beams that meet where the subject stands.
import { fromHex, mix, type Rgb } from '../../../core/colour.ts'
import { Noise } from '../../../core/noise.ts'
import { clamp } from '../../../core/scalar.ts'
import type { Scene } from '../../scene.ts'
import { lightDanceFloor } from '../places/dance-floor.ts'
import { material } from './floors.ts'
import { paintFloor, paintWall, pool, times } from './surface.ts'

/** Curtain in the shade, curtain in the light, and the three beams. */
const CURTAINS: readonly (readonly [string, string, string, string, string])[] = [
  ['#3a1a4c', '#c85238', '#ffcc80', '#9a66ff', '#ff9980'],
  ['#14284a', '#2f7f9c', '#ffe0a0', '#66c2ff', '#ff99cc'],
  ['#4a0f18', '#b8303c', '#ffd9a0', '#ff8a66', '#ffc266'],
  ['#123a30', '#3f9a5c', '#fff0b0', '#66ffc2', '#ffd966'],
  ['#2a2030', '#8a5a9c', '#ffd0e0', '#c299ff', '#99e6ff'],
  ['#40260f', '#c98a2f', '#fff0c0', '#ffb366', '#ff8080'],
]

export function composeStage(scene: Scene): void {
  paintStage(scene)
  if (scene.spec.hints.has('club')) lightDanceFloor(scene)
}

function paintStage(scene: Scene): void {
  const { frame, horizon } = scene
  const random = scene.random.fork('stage')
  const [dark, bright, ...beams] = random.pick(CURTAINS).map(fromHex) as unknown as [Rgb, Rgb, Rgb, Rgb, Rgb]
  const noise = new Noise(random)
  scene.light = {
    x: frame.width * random.pick([0.3, 0.7]),
    y: -frame.height * 0.1,
    direct: [0.95, 0.82, 0.62],
    ambient: [0.52, 0.45, 0.54],
    haze: dark,
    isNight: true,
  }
  const tones = Array.from({ length: 64 }, (_, k) => mix(dark, bright, k / 63))
  paintWall(frame, horizon, (u, v) => {
    const fold = 0.5 + 0.5 * Math.sin(u * 46 + 2.2 * noise.at(u * 5, v * 1.2))
    const spot = pool(u, v, [0.5, 0.5, 0.36, 0.5])
    const tone = tones[(clamp(0.1 + 0.75 * spot) * 63) | 0]!
    return times(tone, (0.34 + 0.5 * fold * fold) * 0.62 + 0.48 * spot)
  })
  const boards = material('planks', [fromHex('#8a5a3c'), fromHex('#8a5a3c')], random)
  paintFloor(frame, horizon, (x, z, u, t) => times(boards(x * 1.6, z), 0.3 + 0.85 * pool(u, t, [0.5, 0.35, 0.34, 0.6])))
  for (const [k, from] of [0.18, 0.82, 0.5].entries()) paintBeam(scene, from, beams[k]!)
}

function paintBeam({ frame, horizon }: Scene, from: number, colour: Rgb): void {
  const { width } = frame
  for (let y = 0; y < Math.min(frame.height, horizon * 1.06); y++) {
    const v = y / horizon
    const middle = (from + (0.5 - from) * v) * width
    const reach = width * (0.012 + 0.16 * v)
    for (let x = Math.max(0, Math.ceil(middle - reach)); x < Math.min(width, middle + reach); x++) {
      const d = (x - middle) / reach
      frame.screen(y * width + x, colour, (1 - d * d) ** 2 * 0.17 * (1 - 0.5 * v))
    }
  }
}
