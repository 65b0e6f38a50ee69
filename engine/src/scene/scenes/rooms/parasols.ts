// A market seen from above: parasols from edge to edge, between them people, cloths and basins of goods, roofs far behind.
import { blendRgb, fromHexes, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { Noise } from '../../../core/noise.ts'
import type { Random } from '../../../core/random.ts'
import { disc, fill } from '../../../core/raster.ts'
import { ellipse, rectangle } from '../../../core/shapes.ts'
import type { Scene } from '../../scene.ts'
import { paintSky } from '../../sky/paint-sky.ts'
import { paintFloor, times } from './surface.ts'

const DYES = fromHexes(
  '#b8503c',
  '#d8a64a',
  '#4a80a0',
  '#4f8a66',
  '#e6dcc8',
  '#b05a80',
  '#d2794a',
  '#c9b48a',
  '#e6dcc8',
  '#6a9a98',
)
const CLOTHES = fromHexes('#d8452f', '#f2a71b', '#1f6f9c', '#2f8f5c', '#8a3f9c', '#f2e2c4', '#c8307a', '#2b3a6a')
const GOODS = fromHexes('#c8432f', '#e3a93f', '#6f9a3c', '#e07a2c', '#8a4f2c', '#d9c07a')
const SKINS = fromHexes('#4a2f22', '#5b3a29', '#6b4630')
const HOUSES = fromHexes('#d8b894', '#c9a07a', '#e2ceb0', '#b89a86')
const EARTH = fromHexes('#b5744a', '#a8683f', '#b08a64')

/** Of the picture's height: where the far roofs end and the market begins. */
const TOP = 0.2
/** How flat a round thing is, seen from so high. */
const FLAT = 0.56

export function composeParasols(scene: Scene): void {
  const { frame, light } = scene
  const { width, height } = frame
  const random = scene.random.fork('parasols')
  const noise = new Noise(random)
  paintSky(frame, scene.sky, scene.random)
  setRoofs(scene, random)
  const earth = lit(random.pick(EARTH), light, 0.42)
  paintFloor(frame, height * TOP, (x, z) => times(earth, 0.94 + 0.16 * noise.fbm(x * 5, z * 4, 3)))
  let row = 0
  for (let t = 0.03; t < 1.12; row++) {
    const size = width * (0.042 + 0.17 * t)
    const y = height * (TOP + 0.015 + (1 - TOP) * t)
    strew(scene, { y: y - size * 0.62, size }, random)
    for (let x = -size * random.range(0, 1.4); x < width + size; x += size * random.range(1.75, 2.5))
      openParasol(scene, { x, y: y + size * random.range(-0.16, 0.16), size: size * random.range(0.82, 1.12) }, random)
    t += 0.045 + 0.13 * t + (row % 2) * 0.012
  }
  scene.drawn.add('stall').add('person')
}

function setRoofs({ frame, light, palette }: Scene, random: Random): void {
  const { width, height } = frame
  for (let x = -width * 0.04; x < width;) {
    const wide = width * random.range(0.07, 0.15)
    const tall = height * random.range(0.04, 0.1)
    const wall = blendRgb(lit(random.pick(HOUSES), light, 0.4), palette.haze, 0.4)
    const block = { label: Label.building, depth: 24 }
    fill(frame, [rectangle(x, height * TOP - tall, wide, tall + height * 0.03)], wall, block)
    fill(
      frame,
      [rectangle(x - wide * 0.03, height * TOP - tall * 1.1, wide * 1.06, tall * 0.14)],
      times(wall, 0.72),
      block,
    )
    for (let k = 0; k < 3; k++)
      fill(
        frame,
        [rectangle(x + wide * (0.16 + k * 0.27), height * TOP - tall * 0.66, wide * 0.12, tall * 0.34)],
        times(wall, 0.6),
        block,
      )
    x += wide * random.range(0.94, 1.16)
  }
}

interface Spot {
  readonly x: number
  readonly y: number
  readonly size: number
}

/** People on their way, and what lies on the ground for sale. */
function strew(scene: Scene, { y, size }: Omit<Spot, 'x'>, random: Random): void {
  const { frame, light } = scene
  const things = { label: Label.building, depth: 6 }
  for (let x = -size; x < frame.width + size; x += size * random.range(0.42, 0.8)) {
    const at = y + size * random.range(-0.3, 0.5)
    if (random.chance(0.3)) {
      const half = size * random.range(0.16, 0.24)
      fill(
        frame,
        [ellipse([x, at + half * 0.2], [half, half * FLAT], 0, 20)],
        times(lit([0.9, 0.88, 0.82], light, 0.4), 0.7),
        things,
      )
      const tone = lit(random.pick(GOODS), light, 0.46)
      for (let k = 0; k < 7; k++)
        disc(
          frame,
          [x + half * random.range(-0.6, 0.6), at + half * random.range(-0.34, 0.22), half * 0.3],
          times(tone, random.range(0.86, 1.12)),
          things,
        )
    } else drawWalker(scene, { x, y: at, size: size * random.range(0.9, 1.05) }, random)
  }
}

/** The head, the shoulders below it, and a load on the head of every third. */
function drawWalker({ frame, light }: Scene, { x, y, size }: Spot, random: Random): void {
  const body = { label: Label.subject, depth: 5 }
  const cloth = lit(random.pick(CLOTHES), light, 0.44)
  const r = size * 0.105
  fill(frame, [ellipse([x + r * 1.1, y + r * 4.4], [r * 2.1, r * 0.8], 0, 18)], [0.08, 0.05, 0.08], { alpha: 0.4 })
  const coat = [
    x - r * 1.5,
    y + r * 1.5,
    x - r * 0.5,
    y + r * 0.8,
    x + r * 0.5,
    y + r * 0.8,
    x + r * 1.5,
    y + r * 1.5,
    x + r * 1.7,
    y + r * 4.6,
    x - r * 1.6,
    y + r * 4.6,
  ]
  fill(frame, [coat], cloth, body)
  const side = light.x > x ? -1 : 1
  fill(
    frame,
    [
      [
        x + side * r * 0.5,
        y + r,
        x + side * r * 1.5,
        y + r * 1.5,
        x + side * r * 1.7,
        y + r * 4.6,
        x + side * r * 0.5,
        y + r * 4.6,
      ],
    ],
    times(cloth, 0.74),
    body,
  )
  const isScarfed = random.chance(0.5)
  disc(frame, [x, y, r * 1.02], lit(random.pick(SKINS), light, 0.4), body)
  fill(
    frame,
    [ellipse([x, y - r * 0.3], [r * 1.06, r * 0.84], 0, 18)],
    isScarfed ? lit(random.pick(CLOTHES), light, 0.46) : [0.1, 0.08, 0.08],
    body,
  )
  if (!random.chance(0.3)) return
  fill(frame, [ellipse([x, y - r * 1.2], [r * 2, r * 0.95], 0, 20)], lit([0.78, 0.68, 0.5], light, 0.4), body)
  const goods = lit(random.pick(GOODS), light, 0.5)
  for (let k = 0; k < 5; k++)
    disc(frame, [x + r * (k - 2) * 0.6, y - r * (1.4 + 0.3 * (k % 2)), r * 0.5], times(goods, 0.9 + 0.05 * k), body)
}

const GORES = 8

/** Its shadow on whatever is beneath, eight gores round a knob, a scalloped edge. */
function openParasol({ frame, light }: Scene, { x, y, size }: Spot, random: Random): void {
  const thing = { label: Label.building, depth: 4.5 }
  const dye = random.pick(DYES)
  const pale = random.chance(0.5) ? lighten(dye, 0.05) : blendRgb(dye, random.pick(DYES), 0.82)
  const side = light.x > frame.width / 2 ? -1 : 1
  fill(frame, [ellipse([x + side * size * 0.26, y + size * 0.46], [size, size * FLAT], 0, 32)], [0.07, 0.05, 0.09], {
    alpha: 0.42,
  })
  const turn = random.range(0, Math.PI)
  const knob = [x, y - size * 0.24] as const
  for (let k = 0; k < GORES; k++) {
    const outline = [...knob]
    for (let step = 0; step <= 4; step++) {
      const angle = turn + ((k + step / 4) / GORES) * 2 * Math.PI
      const far = 1 - 0.07 * Math.sin((step / 4) * Math.PI)
      outline.push(x + Math.cos(angle) * size * far, y + Math.sin(angle) * size * FLAT * far)
    }
    const middle = turn + ((k + 0.5) / GORES) * 2 * Math.PI
    const facing = 0.44 - 0.22 * side * Math.cos(middle) - 0.08 * Math.sin(middle)
    const tone: Rgb = lit(k % 2 ? pale : dye, light, facing)
    fill(frame, [outline], tone, thing)
  }
  disc(frame, [knob[0], knob[1] - size * 0.02, size * 0.035], times(lit(dye, light, 0.4), 0.6), thing)
}
