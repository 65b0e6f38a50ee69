// A market stall seen from before it: an awning above, cloths that hang from a bar, basins full of goods along the back.
import { blendRgb, fromHexes, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { Noise } from '../../../core/noise.ts'
import type { Random } from '../../../core/random.ts'
import { disc, fill } from '../../../core/raster.ts'
import { smoothstep } from '../../../core/scalar.ts'
import { drawPath, ellipse, rectangle } from '../../../core/shapes.ts'
import type { Scene } from '../../scene.ts'
import { material } from './floors.ts'
import { paintFloor, paintWall, seam, times } from './surface.ts'

const AWNINGS = fromHexes('#c8432f', '#2f7fb8', '#2f8a5a', '#e0a02c', '#8a3f7a', '#e8772e')
const TARPAULINS = fromHexes('#7a5a40', '#4a6272', '#6a6a4a', '#8a6a52', '#55504f')
const DYES = fromHexes('#1f5f9c', '#b8432f', '#1f7a5c', '#7a2f6a', '#d99a2c', '#2b3a6a', '#c8307a')
const GOODS = fromHexes('#c8432f', '#e3a93f', '#6f9a3c', '#e07a2c', '#8a4f2c', '#d9c07a', '#9c2f3f')
const EARTHS = fromHexes('#b5744a', '#a8683f', '#9a7a5c', '#c29a6c')
const BASINS = fromHexes('#e8e4da', '#3f7fb0', '#c9b48a', '#5f9a7a')

const BACK = { label: Label.building, depth: 7 }

interface Stall {
  readonly scene: Scene
  readonly random: Random
  /** Where the back meets the ground. */
  readonly bottom: number
}

export function composeStall(scene: Scene): void {
  const { frame, light, horizon } = scene
  const random = scene.random.fork('stall')
  const stall = { scene, random, bottom: horizon + frame.height * 0.14 }
  paintBack(stall)
  if (random.chance(0.65)) hangCloths(stall)
  else setRacks(stall)
  const earth = lit(random.pick(EARTHS), light, 0.42)
  const noise = new Noise(random)
  paintFloor(frame, stall.bottom, (x, z) => times(earth, 0.94 + 0.16 * noise.fbm(x * 3.4, z * 2.4, 3)))
  seam(frame, stall.bottom, 0.35)
  layBench(stall)
  stretchAwning(stall)
  scene.drawn.add('stall').add('person')
}

function paintBack({ scene: { frame, light }, random, bottom }: Stall): void {
  const noise = new Noise(random)
  const cloth = lit(random.pick(TARPAULINS), light, 0.26)
  const from = light.x > frame.width / 2 ? 1 : 0
  paintWall(
    frame,
    bottom,
    (u, v) => {
      const fold = 0.06 * Math.sin(u * 40 + 3 * noise.at(u * 6, v * 2))
      const near = 1 - 0.32 * Math.abs(u - from)
      return times(cloth, (0.8 + 0.12 * noise.fbm(u * 5, v * 5, 3) + fold) * near * (0.72 + 0.4 * v))
    },
    BACK,
  )
}

/** Printed cloths by the piece, over a bar. */
function hangCloths({ scene: { frame, light }, random, bottom }: Stall): void {
  const { width, height } = frame
  const bar = height * 0.17
  let x = -width * random.range(0.02, 0.1)
  while (x < width) {
    const wide = width * random.range(0.13, 0.2)
    const hem = bottom - height * random.range(0.16, 0.3)
    const dyes: [Rgb, Rgb] = [lit(random.pick(DYES), light, 0.3), lit(random.pick(DYES), light, 0.34)]
    const print = material('cloth', dyes, random)
    const left = x
    const paint = (px: number, py: number): Rgb => {
      const u = (px - left) / wide
      const fold = 0.76 + 0.22 * Math.sin(u * 15 + Math.sin(py / (height * 0.13)))
      return times(print(u * 0.8, (py - bar) / (height * 0.26)), fold * (0.78 + 0.3 * smoothstep(bar, hem, py)))
    }
    fill(frame, [rectangle(left, bar, wide, hem - bar)], paint, BACK)
    fill(frame, [rectangle(left, hem, wide, height * 0.008)], times(dyes[0], 0.4), BACK)
    fill(frame, [rectangle(left + wide - width * 0.006, bar, width * 0.012, hem - bar)], [0.05, 0.03, 0.05], {
      alpha: 0.3,
    })
    x += wide + (random.chance(0.3) ? width * random.range(0.03, 0.1) : width * 0.004)
  }
  fill(frame, [rectangle(0, bar - height * 0.008, width, height * 0.014)], lit([0.45, 0.32, 0.2], light, 0.3), BACK)
}

/** Boards with tins, jars and bottles. */
function setRacks({ scene: { frame, light }, random, bottom }: Stall): void {
  const { width, height } = frame
  const wood = lit([0.5, 0.35, 0.22], light, 0.34)
  for (const share of [0.4, 0.62, 0.84]) {
    const y = bottom * share
    for (let x = width * 0.02; x < width;) {
      const wide = width * random.range(0.025, 0.05)
      const tall = height * random.range(0.05, 0.1)
      const tone = lit(random.pick([...GOODS, ...DYES]), light, 0.3)
      const paint = (px: number): Rgb => times(tone, 0.74 + 0.4 * Math.sin(((px - x) / wide) * Math.PI))
      fill(frame, [rectangle(x, y - tall, wide, tall)], paint, BACK)
      fill(frame, [rectangle(x, y - tall * 0.62, wide, tall * 0.24)], lighten(tone, 0.12), BACK)
      x += wide * (random.chance(0.2) ? 1.9 : 1.08)
    }
    fill(frame, [rectangle(0, y, width, height * 0.018)], wood, BACK)
    fill(frame, [rectangle(0, y + height * 0.018, width, height * 0.012)], [0.05, 0.03, 0.05], { alpha: 0.4 })
  }
}

/** Along the back: basins on a bench, each heaped with its own goods. */
function layBench({ scene: { frame, light }, random, bottom }: Stall): void {
  const { width, height } = frame
  const top = bottom - height * 0.07
  const wood = lit([0.47, 0.32, 0.2], light, 0.36)
  for (let x = -width * 0.03; x < width * 1.05;) {
    const half = width * random.range(0.062, 0.085)
    heap(frame, [x + half, top, half], { tone: lit(random.pick(GOODS), light, 0.42), random })
    const basin = lit(random.pick(BASINS), light, 0.38)
    const placement = { x, y: top - half * 0.24, scaleX: (half * 2) / 100 }
    const paint = (px: number): Rgb => times(basin, 1.08 - 0.5 * Math.abs((px - x) / (half * 2) - 0.35))
    fill(frame, drawPath('M0 0 C8 14 92 14 100 0 C98 20 88 34 76 38 L24 38 C12 34 2 20 0 0 Z', placement), paint, BACK)
    x += half * random.range(2, 2.5)
  }
  const lip = top + height * 0.025
  fill(frame, [rectangle(0, lip, width, height * 0.022)], wood, BACK)
  fill(frame, [rectangle(0, lip + height * 0.022, width, bottom - lip)], times(wood, 0.42), BACK)
}

interface Heap {
  readonly tone: Rgb
  readonly random: Random
}

function heap(frame: Scene['frame'], [x, y, half]: readonly [number, number, number], { tone, random }: Heap): void {
  const round = half * random.range(0.16, 0.24)
  for (let row = 0; row < 4; row++) {
    const span = half * (0.86 - row * 0.24)
    for (let at = -span; at <= span; at += round * 1.5) {
      const own = times(tone, random.range(0.8, 1.12))
      const place = [x + at + random.gauss() * round * 0.2, y - half * (0.2 + row * 0.2)] as const
      disc(frame, [...place, round], times(own, 0.8), BACK)
      disc(frame, [place[0] - round * 0.18, place[1] - round * 0.22, round * 0.66], own, BACK)
    }
  }
}

/** Striped cloth over the front edge, scalloped, with its shade below. */
function stretchAwning({ scene: { frame, light }, random }: Stall): void {
  const { width, height } = frame
  const dye = lit(random.pick(AWNINGS), light, 0.5)
  const pale = blendRgb(dye, lit([0.95, 0.92, 0.85], light, 0.5), 0.88)
  const bands = random.integer(7, 11)
  const edge = height * random.range(0.085, 0.12)
  const depth = height * 0.035
  fill(frame, [rectangle(0, edge, width, height * 0.14)], [0.05, 0.03, 0.06], { alpha: 0.34 })
  for (const x of [0.05, 0.95])
    fill(
      frame,
      [rectangle(width * x - width * 0.011, edge, width * 0.022, height * 0.62)],
      lit([0.42, 0.29, 0.18], light, 0.4),
      BACK,
    )
  for (let k = 0; k < bands; k++) {
    const wide = width / bands
    const tone = k & 1 ? pale : dye
    const paint = (_x: number, y: number): Rgb => times(tone, 0.82 + 0.24 * (y / (edge + depth)))
    fill(frame, [rectangle(wide * k, 0, wide + 1, edge)], paint, BACK)
    fill(frame, [ellipse([wide * (k + 0.5), edge], [wide / 2, depth], 0, 20)], times(tone, 0.96), BACK)
  }
}
