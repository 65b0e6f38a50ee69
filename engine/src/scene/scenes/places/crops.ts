// What is grown around whoever stands in it: maize, cotton, yams on their mounds, cocoa under its leaves, rice in its water.
import { blendRgb, fromHex, fromHexes, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import type { Random } from '../../../core/random.ts'
import { fill } from '../../../core/raster.ts'
import { drawPath, ellipse, line } from '../../../core/shapes.ts'
import { drawBroadleaf } from '../../../objects/trees/broadleaf.ts'
import { stretchOf } from '../../gathering.ts'
import { drawAnyTree, layTerrain, plant } from '../../ground.ts'
import { fogAt, type Scene } from '../../scene.ts'
import { bringForward } from './kit.ts'

interface Plant {
  readonly x: number
  readonly y: number
  /** In pixels. */
  readonly tall: number
  readonly fog: number
}

type Grow = (scene: Scene, at: Plant, random: Random) => void

interface Culture {
  /** Beside somebody, who is 1 tall. */
  readonly tall: number
  readonly between: number
  readonly grow: Grow
}

const CULTURES: Readonly<Record<string, Culture>> = {
  maize: { tall: 1.25, between: 0.62, grow: maize },
  cotton: { tall: 0.62, between: 0.6, grow: cotton },
  yams: { tall: 0.36, between: 1, grow: mound },
  cocoa: { tall: 1.9, between: 1.9, grow: cocoa },
}

/** Answers whether the field is one of these. */
export function growCulture(scene: Scene): boolean {
  const { hints } = scene.spec
  if (hints.has('rice')) {
    floodPaddies(scene)
    return true
  }
  const kind = Object.keys(CULTURES).find((name) => hints.has(name))
  if (kind === undefined) return false
  layTerrain(scene, 'plain', { relief: 0.12, fog: Math.max(0.026, scene.fog) })
  paintEarth(scene, kind === 'cocoa' ? '#6a5a34' : '#8f5f3a')
  plant(scene, { count: 40, depths: [20, 40], height: 3 }, (plot, random) => drawAnyTree(scene, plot, random))
  setRows(scene, CULTURES[kind]!)
  bringForward(scene.frame, 9)
  return true
}

function paintEarth({ frame, light, horizon, palette }: Scene, earth: string): void {
  const soil = lit(fromHex(earth), light, 0.4)
  const { width, height } = frame
  for (let y = Math.ceil(horizon); y < height; y++) {
    const t = (y - horizon) / (height - horizon)
    const tone = blendRgb(blendRgb(soil, palette.haze, 0.5), soil, Math.min(1, t * 3))
    for (let i = y * width; i < (y + 1) * width; i++) {
      const grain = 0.9 + 0.1 * Math.sin(i * 12.9898 + y * 3.1) * Math.sin(y * 0.7)
      frame.r[i] = tone[0] * grain
      frame.g[i] = tone[1] * grain
      frame.b[i] = tone[2] * grain
    }
  }
}

const NEAREST = 1.7
const FARTHEST = 15
const MOST_ACROSS = 15

function setRows(scene: Scene, { tall, between, grow }: Culture): void {
  const { frame, terrain } = scene
  if (!terrain) return
  const random = scene.random.fork('culture')
  const stretch = stretchOf(scene)
  for (let z = FARTHEST; z > NEAREST; z /= 1 + 0.11 * Math.max(1, between)) {
    const middle = terrain.project(0, z * stretch)
    const step = between * stretch * middle.scale
    const half = Math.min(MOST_ACROSS, Math.ceil((frame.width * 0.55) / step))
    for (let k = -half; k <= half; k++) {
      const x = frame.width / 2 + (k + 0.5) * step + random.gauss() * step * 0.08
      const at = { x, y: middle.y + random.range(0, 2), fog: fogAt(scene, z) }
      grow(scene, { ...at, tall: tall * stretch * middle.scale * random.range(0.88, 1.12) }, random)
    }
  }
}

const PLANT = { label: Label.plant, depth: 7 }
const GREENS = fromHexes('#4f7a2c', '#6a943a', '#3f6a2c', '#7fa544')

function green({ light, palette }: Scene, fog: number, random: Random): Rgb {
  return blendRgb(lit(random.pick(GREENS), light, 0.42), palette.haze, fog * 0.7)
}

function maize(scene: Scene, { x, y, tall, fog }: Plant, random: Random): void {
  const { frame, light, palette } = scene
  const leaf = green(scene, fog, random)
  fill(frame, [line([x, y, x, y - tall], tall * 0.032, tall * 0.016)], blendRgb(leaf, [0.2, 0.2, 0.06], 0.2), PLANT)
  for (let k = 0; k < 5; k++) {
    const side = k & 1 ? 1 : -1
    const foot = y - tall * (0.16 + k * 0.15)
    const reach = side * tall * random.range(0.2, 0.3)
    const lift = tall * random.range(0.14, 0.22)
    fill(
      frame,
      [[x, foot, x + reach * 0.6, foot - lift, x + reach, foot - lift * 0.5, x + reach * 0.6, foot - lift * 0.72]],
      green(scene, fog, random),
      PLANT,
    )
  }
  const cob = blendRgb(lit(fromHex('#f2c43a'), light, 0.46), palette.haze, fog * 0.6)
  const at = [x + tall * 0.035, y - tall * 0.5] as const
  fill(
    frame,
    [ellipse([at[0] + tall * 0.006, at[1] + tall * 0.045], [tall * 0.036, tall * 0.075], 0.2, 14)],
    leaf,
    PLANT,
  )
  fill(frame, [ellipse(at, [tall * 0.03, tall * 0.085], 0.2, 14)], cob, PLANT)
  for (const d of [-0.05, 0, 0.05])
    fill(
      frame,
      [line([x, y - tall * 0.96, x + d * tall, y - tall * 1.08], tall * 0.012)],
      lit(fromHex('#d9b96a'), light, 0.4),
      PLANT,
    )
}

function cotton(scene: Scene, { x, y, tall, fog }: Plant, random: Random): void {
  const { frame, light, palette } = scene
  for (let k = 0; k < 5; k++)
    fill(
      frame,
      [
        ellipse(
          [x + random.gauss() * tall * 0.2, y - tall * random.range(0.25, 0.7)],
          [tall * 0.26, tall * 0.24],
          0,
          14,
        ),
      ],
      green(scene, fog, random),
      PLANT,
    )
  const white = blendRgb(lit(fromHex('#fbf8f0'), light, 0.5), palette.haze, fog * 0.4)
  for (let k = 0; k < 9; k++) {
    const at = [x + random.range(-0.42, 0.42) * tall, y - tall * random.range(0.2, 0.98)] as const
    for (const [dx, dy] of [
      [-0.05, 0],
      [0.05, 0],
      [0, -0.055],
    ] as const)
      fill(frame, [ellipse([at[0] + dx * tall, at[1] + dy * tall], [tall * 0.07, tall * 0.066], 0, 10)], white, PLANT)
  }
}

/** Of earth, with a stake and its vine. */
function mound(scene: Scene, { x, y, tall, fog }: Plant, random: Random): void {
  const { frame, light, palette } = scene
  const earth = blendRgb(
    lit(fromHex(random.pick(['#7a4a2c', '#8a5634', '#6f4226'])), light, 0.42),
    palette.haze,
    fog * 0.6,
  )
  fill(
    frame,
    drawPath('M0 100 C14 30 36 6 50 6 C64 6 86 30 100 100 Z', {
      x: x - tall,
      y: y - tall,
      scaleX: tall / 50,
      scaleY: tall / 100,
    }),
    earth,
    PLANT,
  )
  fill(
    frame,
    drawPath('M50 6 C64 6 86 30 100 100 L66 100 C62 50 58 20 50 6 Z', {
      x: x - tall,
      y: y - tall,
      scaleX: tall / 50,
      scaleY: tall / 100,
    }),
    blendRgb(earth, [0.12, 0.07, 0.06], 0.3),
    PLANT,
  )
  const top = y - tall * 2.9
  fill(
    frame,
    [line([x, y - tall * 0.8, x + tall * 0.1, top], tall * 0.06)],
    lit(fromHex('#a8845a'), light, 0.36),
    PLANT,
  )
  for (let k = 0; k < 11; k++) {
    const at = [x + random.range(-0.36, 0.46) * tall, y - tall * (0.85 + 0.18 * k)] as const
    fill(
      frame,
      drawPath('M50 0 C90 10 100 50 50 100 C0 50 10 10 50 0 Z', {
        x: at[0] - tall * 0.17,
        y: at[1] - tall * 0.17,
        scaleX: (tall * 0.34) / 100,
      }),
      green(scene, fog, random),
      PLANT,
    )
  }
}

function cocoa(scene: Scene, { x, y, tall, fog }: Plant, random: Random): void {
  const { frame, light, palette } = scene
  const leaves = { leaf: fromHex('#2f5f2c'), leafLight: fromHex('#6f9a3c'), trunk: fromHex('#5a4030') }
  drawBroadleaf(frame, { x, y, height: tall, ...leaves }, light, random)
  for (let k = 0; k < 5; k++) {
    const pod = lit(fromHex(random.pick(['#e8962e', '#d9622a', '#e3b93a', '#b5452a'])), light, 0.46)
    const side = k & 1 ? 1 : -1
    const at = [x + side * tall * random.range(0.028, 0.045), y - tall * (0.1 + 0.05 * k)] as const
    fill(
      frame,
      [ellipse(at, [tall * 0.019, tall * 0.036], side * 0.2, 16)],
      blendRgb(pod, palette.haze, fog * 0.4),
      PLANT,
    )
    fill(
      frame,
      [line([at[0], at[1] - tall * 0.026, at[0], at[1] + tall * 0.026], tall * 0.005)],
      blendRgb(pod, [0.3, 0.12, 0.04], 0.5),
      PLANT,
    )
  }
}

/** Basins that mirror the sky between their dikes, rows of shoots in them. */
function floodPaddies(scene: Scene): void {
  const { frame, light, palette, horizon } = scene
  layTerrain(scene, 'hills', { relief: 0.3, fog: Math.max(0.026, scene.fog) })
  plant(scene, { count: 40, depths: [16, 40], height: 1.4 }, (plot, random) => drawAnyTree(scene, plot, random))
  const random = scene.random.fork('paddies')
  const { width, height } = frame
  const deep = height - horizon
  const [sky, low] = [palette.sky[Math.floor(palette.sky.length / 2)]!, palette.sky.at(-1)!]
  const layer = { label: Label.ground, depth: 8 }
  fill(
    frame,
    [[0, horizon + deep * 0.05, width, horizon + deep * 0.05, width, height, 0, height]],
    lit(fromHex('#6f9a3c'), light, 0.42),
    layer,
  )
  for (const [from, to] of [
    [0.07, 0.14],
    [0.16, 0.27],
    [0.3, 0.5],
    [0.55, 0.96],
  ] as const) {
    const bend = random.range(-0.1, 0.1)
    for (let k = -4; k < 4; k++) {
      const across = (line: number, t: number) => width * (0.5 + (line + bend) * (0.16 + 0.42 * t))
      const [top, bottom] = [horizon + deep * from, horizon + deep * to]
      const basin = [
        across(k + 0.04, from),
        top,
        across(k + 0.96, from),
        top,
        across(k + 0.96, to),
        bottom,
        across(k + 0.04, to),
        bottom,
      ]
      fill(frame, [basin], (_x, y) => blendRgb(low, sky, (y - top) / (bottom - top)), layer)
      shoots(scene, { from, to, across: (t, share) => across(k + 0.1 + 0.8 * share, t) }, random)
    }
  }
}

interface Basin {
  readonly from: number
  readonly to: number
  readonly across: (t: number, share: number) => number
}

function shoots(scene: Scene, { from, to, across }: Basin, random: Random): void {
  const { frame, horizon } = scene
  const deep = frame.height - horizon
  for (let row = 0; row < 4; row++) {
    const t = from + (to - from) * (0.2 + row * 0.25)
    const tall = deep * (0.03 + 0.13 * t)
    for (let k = 0; k < 7; k++) {
      const [x, y] = [across(t, (k + 0.5) / 7), horizon + deep * t]
      if (x < -tall || x > frame.width + tall) continue
      for (const bend of [-0.3, 0, 0.3])
        fill(
          frame,
          [line([x, y, x + bend * tall, y - tall * (1 - Math.abs(bend) * 0.4)], tall * 0.1, tall * 0.03)],
          green(scene, 0, random),
          PLANT,
        )
    }
  }
}
