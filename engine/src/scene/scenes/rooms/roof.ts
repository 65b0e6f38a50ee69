// A flat roof over the town: a parapet, tiles underfoot, other roofs as far as one sees.
import { blendRgb, fromHex, fromHexes, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import type { Random } from '../../../core/random.ts'
import { fill, glow } from '../../../core/raster.ts'
import { line, rectangle } from '../../../core/shapes.ts'
import { drawLeaf } from '../../../objects/trees/leaf.ts'
import type { Scene } from '../../scene.ts'
import { paintSky } from '../../sky/paint-sky.ts'
import { railBalcony } from '../places/balcony.ts'
import { paintFloor, times } from './surface.ts'

const WALLS = fromHexes('#e2b98a', '#c9a080', '#d8d2c6', '#b5a08a', '#a8b0b8', '#e8d2ac')
const TANK = fromHex('#2b2d33')
const WARM = fromHex('#ffd890')

export function composeRoof(scene: Scene): void {
  const { frame, horizon, light } = scene
  const { width, height } = frame
  const random = scene.random.fork('roof')
  paintSky(frame, scene.sky, scene.random)
  for (const [row, fog] of [0.62, 0.4, 0.16].entries()) buildRow(scene, { row, fog }, random)
  const edge = horizon + height * 0.1
  const floor = lit(fromHex('#b98a6a'), light, 0.4)
  paintFloor(frame, edge, (x, z, _u, t) => {
    const isJoint = (x * 4 + 90) % 1 < 0.04 || (z * 2.2) % 1 < 0.05
    return times(floor, (isJoint ? 0.78 : 0.96) + 0.1 * t)
  })
  if (scene.spec.hints.has('balcony')) return railBalcony(scene)
  const wall = lit(fromHex('#d8c8b0'), light, 0.42)
  const top = edge - height * 0.085
  fill(frame, [rectangle(0, top, width, edge - top)], (_x, y) => times(wall, 0.98 - (0.2 * (y - top)) / (edge - top)), {
    label: Label.building,
    depth: 7,
  })
  fill(frame, [rectangle(0, top - height * 0.012, width, height * 0.02)], times(wall, 1.12), {
    label: Label.building,
    depth: 7,
  })
  fill(frame, [rectangle(0, edge, width, height * 0.012)], [0.05, 0.04, 0.05], { alpha: 0.3 })
  for (const share of [0.06, 0.93]) pot(scene, width * share, edge + height * 0.06, random)
}

function buildRow(
  { frame, horizon, light, palette }: Scene,
  { row, fog }: { row: number; fog: number },
  random: Random,
): void {
  const { width, height } = frame
  const foot = horizon + height * 0.1
  for (let x = -width * 0.05; x < width;) {
    const wide = width * random.range(0.08, 0.15) * (1 + row * 0.25)
    const tall = height * random.range(0.08, 0.2) * (1.25 - row * 0.22) + height * 0.05
    const face = blendRgb(lit(random.pick(WALLS), light, 0.36), palette.haze, fog)
    const block = { label: Label.building, depth: 22 - row * 5 }
    fill(frame, [rectangle(x, foot - tall, wide, tall)], (px) => times(face, 0.9 + (0.14 * (px - x)) / wide), block)
    windows({ frame, palette }, { x, top: foot - tall, wide, tall, face }, random)
    if (random.chance(0.4)) {
      const tank = blendRgb(lit(TANK, light, 0.3), palette.haze, fog)
      fill(frame, [rectangle(x + wide * 0.3, foot - tall - height * 0.024, wide * 0.22, height * 0.024)], tank, block)
    } else
      fill(
        frame,
        [line([x + wide * 0.6, foot - tall, x + wide * 0.6, foot - tall - height * 0.035], 1.4 * frame.unit)],
        times(face, 0.5),
        block,
      )
    x += wide * random.range(0.94, 1.05)
  }
}

interface Face {
  readonly x: number
  readonly top: number
  readonly wide: number
  readonly tall: number
  readonly face: Rgb
}

function windows(
  { frame, palette }: Pick<Scene, 'frame' | 'palette'>,
  { x, top, wide, tall, face }: Face,
  random: Random,
): void {
  const size = frame.width * 0.016
  for (let y = top + size; y < top + tall - size; y += size * 2.1)
    for (let at = x + size * 0.8; at < x + wide - size; at += size * 1.9) {
      const isLit = palette.isNight ? random.chance(0.5) : false
      fill(frame, [rectangle(at, y, size, size * 1.15)], isLit ? WARM : times(face, 0.6))
      if (isLit && random.chance(0.1)) glow(frame, [at, y, size * 4], WARM, 0.2)
    }
}

function pot({ frame, light, palette }: Scene, x: number, y: number, random: Random): void {
  const tall = frame.height * 0.09
  for (let n = 0; n < 13; n++) {
    const shape = {
      angle: -Math.PI / 2 + random.range(-1.1, 1.1),
      length: tall * random.range(1, 2),
      width: tall * 0.2,
    }
    const leaf = { leaf: blendRgb(palette.leaf, palette.leafLight, random.next()), direct: random.range(0.25, 0.7) }
    drawLeaf(frame, { x, y: y - tall * 0.8, ...shape, ...leaf }, light)
  }
  const clay = lit(fromHex('#b5562f'), light, 0.4)
  const outline = [x - tall * 0.46, y - tall, x + tall * 0.46, y - tall, x + tall * 0.32, y, x - tall * 0.32, y]
  fill(frame, [outline], clay, { label: Label.building, depth: 5 })
}
