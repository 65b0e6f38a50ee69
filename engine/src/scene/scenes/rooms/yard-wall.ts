// The foot of a house wall in the sun: limewash and stains, a door or shutters, what grows over it and what stands before it.
import { blendRgb, fromHex, fromHexes, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { Noise } from '../../../core/noise.ts'
import type { Random } from '../../../core/random.ts'
import { disc, fill } from '../../../core/raster.ts'
import { smoothstep } from '../../../core/scalar.ts'
import { drawPath, ellipse, rectangle } from '../../../core/shapes.ts'
import { drawLeaf } from '../../../objects/trees/leaf.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import { refusesTrees } from '../../ground.ts'
import type { Scene } from '../../scene.ts'
import { material } from './floors.ts'
import { paintFloor, paintWall, seam, times } from './surface.ts'

interface Wall {
  readonly lime: string
  readonly dado: string
  readonly wood: string
  readonly ground: string
}

const WALLS: readonly Wall[] = [
  { lime: '#d9a070', dado: '#a8603f', wood: '#2f6a7c', ground: '#b5744a' },
  { lime: '#e8d6b4', dado: '#5f8f94', wood: '#7a4630', ground: '#c29a6c' },
  { lime: '#8fb4b0', dado: '#d9c29a', wood: '#8a4a2c', ground: '#b98a62' },
  { lime: '#c9805a', dado: '#8a4a34', wood: '#3f6a4a', ground: '#a8683f' },
  { lime: '#e3b866', dado: '#b5763c', wood: '#3a5a8a', ground: '#b9875a' },
  { lime: '#d6b3a4', dado: '#94605a', wood: '#4a5f3f', ground: '#bd8f6a' },
  { lime: '#c4c9b4', dado: '#7f8f74', wood: '#8a3f2c', ground: '#b08a66' },
]

const WALL = { label: Label.building, depth: 6 }
const POTS = fromHexes('#a8552f', '#8a4028', '#5f3a2a', '#b5744a')
const BLOSSOMS = fromHexes('#d8357a', '#e86a2f', '#f2c230', '#c23f9c')

export function composeYardWall(scene: Scene): void {
  const { frame, horizon } = scene
  const random = scene.random.fork('yard-wall')
  const wall = random.pick(WALLS)
  const side = random.chance(0.5) ? 1 : -1
  const bottom = horizon + frame.height * random.range(0.08, 0.14)
  if (scene.spec.hints.has('bricks')) layBricks(scene, { bottom, random })
  else paintPlaster(scene, wall, { bottom, random })
  const light = scene.light
  const tone = (colour: Rgb): Rgb => lit(colour, light, 0.4)
  const wood = tone(fromHex(wall.wood))
  const isBare = scene.spec.subjects[0]?.perch === 'wall' || scene.spec.hints.has('bricks')
  if (isBare) random.next()
  else if (random.chance(0.6)) hangDoor(scene, { at: 0.5 + side * random.range(0.27, 0.36), bottom, wood, random })
  else openShutters(scene, { at: 0.5 + side * random.range(0.24, 0.33), bottom, wood, random })
  const isTwoSided = !isBare && random.chance(0.45)
  if (isTwoSided) openShutters(scene, { at: 0.5 - side * random.range(0.3, 0.36), bottom, wood, random })
  layEarth(scene, fromHex(wall.ground), { bottom, random })
  seam(frame, bottom, 0.3)
  setPots(scene, { bottom, side: isTwoSided ? side : -side, random })
  if (!refusesTrees(scene)) overhang(scene, { side: -side, random })
}

interface Built {
  readonly bottom: number
  readonly random: Random
}

function paintPlaster({ frame, light, spec }: Scene, { lime, dado }: Wall, { bottom, random }: Built): void {
  const noise = new Noise(random)
  const asked = colourValue(spec.colourOf.get('wall'))
  const face = lit(asked ?? fromHex(lime), light, asked ? 0.6 : 0.42)
  const foot = lit(fromHex(dado), light, 0.38)
  const line = random.range(0.7, 0.8)
  paintWall(
    frame,
    bottom,
    (u, v) => {
      const rough = noise.fbm(u * 7, v * 7, 3)
      const wavering = line + 0.006 * noise.at(u * 9, 2)
      const stain = smoothstep(0.1, 0.6, noise.fbm(u * 13, v * 1.7 + 4, 2)) * (1 - v) * 0.16
      const damp = 0.24 * smoothstep(0.86, 1, v + 0.05 * rough)
      const base = blendRgb(face, foot, smoothstep(wavering - 0.003, wavering + 0.003, v))
      return times(base, 0.98 + 0.13 * rough - stain - damp)
    },
    WALL,
  )
}

/** In courses, each half a brick beside the one below, none fired alike. */
function layBricks({ frame, light, spec }: Scene, { bottom, random }: Built): void {
  const noise = new Noise(random)
  const brick = lit(colourValue(spec.colourOf.get('wall')) ?? fromHex('#a8553c'), light, 0.42)
  const lime = lit(fromHex('#cbb9a4'), light, 0.4)
  const [long, high] = [frame.width / 11, frame.width / 32]
  paintWall(
    frame,
    bottom,
    (u, v) => {
      const y = (v * bottom) / high
      const course = Math.floor(y)
      const x = (u * frame.width) / long + (course & 1) * 0.5
      const isJoint = y - course < 0.12 || x - Math.floor(x) < 0.04
      const rough = noise.fbm(u * 30, v * 30, 2)
      if (isJoint) return times(lime, 0.86 + 0.1 * rough)
      return times(brick, 0.94 + 0.26 * noise.at(Math.floor(x) * 7.3, course * 5.1) + 0.1 * rough)
    },
    WALL,
  )
}

interface Opening extends Built {
  /** Share of the width. */
  readonly at: number
  readonly wood: Rgb
}

function hangDoor({ frame, light }: Scene, { at, bottom, wood, random }: Opening): void {
  const wide = frame.width * random.range(0.19, 0.24)
  const tall = frame.height * random.range(0.52, 0.6)
  const left = frame.width * at - wide / 2
  const top = bottom - tall
  const edge = wide * 0.07
  fill(frame, [rectangle(left - edge, top - edge, wide + 2 * edge, tall + edge)], times(wood, 0.72), WALL)
  fill(frame, [rectangle(left, top, wide, tall)], [0.1, 0.08, 0.09], WALL)
  if (random.chance(0.5)) {
    const cloth = material(
      'cloth',
      [lit(random.pick(BLOSSOMS), light, 0.3), lit([0.93, 0.86, 0.7], light, 0.3)],
      random,
    )
    const hem = tall * random.range(0.84, 0.93)
    fill(
      frame,
      [rectangle(left, top, wide, hem)],
      (x, y) => {
        const u = (x - left) / wide
        const fold = 0.78 + 0.22 * Math.sin(u * 26 + Math.sin((y - top) / (tall * 0.2)) * 0.6)
        return times(cloth(u * 1.1 + 0.02 * Math.sin(u * 26), ((y - top) / tall) * 2.6), fold)
      },
      WALL,
    )
    return
  }
  const leaf = wide * (random.chance(0.5) ? 0.5 : 1)
  for (let x = left; x < left + wide - 1; x += leaf) {
    fill(frame, [rectangle(x + 1, top, leaf - 2, tall)], wood, WALL)
    for (const [y, high] of [
      [0.06, 0.36],
      [0.5, 0.42],
    ] as const) {
      const panel = [x + leaf * 0.16, top + tall * y, leaf * 0.68, tall * high] as const
      fill(frame, [rectangle(...panel)], times(wood, 0.74), WALL)
      fill(frame, [rectangle(panel[0] + 3, panel[1] + 3, panel[2] - 3, panel[3] - 3)], times(wood, 1.08), WALL)
    }
  }
}

function openShutters({ frame }: Scene, { at, bottom, wood, random }: Opening): void {
  const wide = frame.width * random.range(0.13, 0.17)
  const tall = frame.height * random.range(0.24, 0.3)
  const left = frame.width * at - wide / 2
  const top = bottom - frame.height * random.range(0.5, 0.56)
  fill(frame, [rectangle(left, top, wide, tall)], [0.12, 0.1, 0.11], WALL)
  fill(frame, [rectangle(left, top, wide, tall * 0.12)], [0, 0, 0], { alpha: 0.4 })
  fill(frame, [rectangle(left - wide * 0.08, top + tall, wide * 1.16, tall * 0.06)], times(wood, 0.66), WALL)
  for (const x of [left - wide * 0.5, left + wide]) {
    fill(frame, [rectangle(x, top, wide * 0.5, tall)], times(wood, 0.9), WALL)
    for (let k = 0; k < 9; k++)
      fill(
        frame,
        [rectangle(x + wide * 0.07, top + tall * (0.06 + k * 0.1), wide * 0.36, tall * 0.035)],
        times(wood, 0.6),
        WALL,
      )
  }
}

function layEarth({ frame, light, palette }: Scene, ground: Rgb, { bottom, random }: Built): void {
  const noise = new Noise(random)
  const earth = lit(ground, light, 0.44)
  const pale = lit(lighten(ground, 0.1), light, 0.5)
  paintFloor(frame, bottom, (x, z, _u, t) => {
    const grain = noise.fbm(x * 3.2, z * 2.2, 3)
    const pebble = smoothstep(0.55, 0.75, noise.at(x * 26, z * 15)) * 0.16
    const base = blendRgb(earth, pale, smoothstep(-0.3, 0.4, grain))
    return blendRgb(times(base, 0.94 + 0.1 * grain - pebble), palette.haze, 0.08 * (1 - t))
  })
}

/** Pots and jars against the wall, with what grows in them. */
function setPots(scene: Scene, { bottom, side, random }: Built & { side: number }): void {
  const { frame, light, palette } = scene
  const count = random.integer(2, 3)
  for (let k = 0; k < count; k++) {
    const tall = frame.height * random.range(0.1, 0.16)
    const x = frame.width * (0.5 + side * (0.46 - 0.13 * k + random.range(-0.02, 0.02)))
    const y = bottom + frame.height * (0.03 + 0.02 * (k & 1))
    const clay = random.pick(POTS)
    const leaves = random.chance(0.65) && !refusesTrees(scene) ? 11 : 0
    for (let n = 0; n < leaves; n++) {
      const leaf = {
        x,
        y: y - tall * 0.8,
        angle: -Math.PI / 2 + random.range(-1.25, 1.25),
        length: tall * random.range(0.7, 1.5),
        width: tall * 0.13,
        leaf: blendRgb(palette.leaf, palette.leafLight, random.next()),
        direct: random.range(0.3, 0.75),
      }
      drawLeaf(frame, leaf, light)
    }
    fill(frame, [ellipse([x + tall * 0.14, y], [tall * 0.62, tall * 0.12], 0, 24)], [0.1, 0.07, 0.09], { alpha: 0.45 })
    const placement = { x: x - tall / 2, y: y - tall, scaleX: tall / 100 }
    const isJar = leaves === 0
    const outline = isJar
      ? 'M36 4 C36 14 10 30 10 60 C10 84 28 100 50 100 C72 100 90 84 90 60 C90 30 64 14 64 4 Z'
      : 'M18 12 L82 12 L70 100 L30 100 Z'
    const sun = light.x > x ? 1 : -1
    fill(
      frame,
      drawPath(outline, placement),
      (px) => times(lit(clay, light, 0.42), 0.86 + 0.5 * sun * ((px - x) / tall)),
      { label: Label.building, depth: 5 },
    )
    if (isJar) fill(frame, [ellipse([x, y - tall * 0.96], [tall * 0.16, tall * 0.03], 0, 18)], [0.1, 0.06, 0.05])
    else
      fill(
        frame,
        [rectangle(x - tall * 0.36, y - tall, tall * 0.72, tall * 0.13)],
        lit(lighten(clay, 0.05), light, 0.45),
      )
  }
}

/** What blooms over the top of the wall. */
function overhang({ frame, light, palette }: Scene, { side, random }: { side: number; random: Random }): void {
  if (random.chance(0.3)) return
  const blossom = random.pick(BLOSSOMS)
  const isBlooming = random.chance(0.7)
  const span = frame.width * random.range(0.3, 0.55)
  const edge = side > 0 ? frame.width * 1.03 : -frame.width * 0.03
  for (let k = 0; k < 240; k++) {
    const t = random.next()
    const x = edge - side * span * t
    const y = frame.height * (0.26 * (1 - t) ** 1.4 * random.next() ** 0.7 + random.range(-0.02, 0.03))
    const isPetal = isBlooming && random.chance(0.34)
    const colour = isPetal
      ? lighten(blossom, random.range(-0.1, 0.06))
      : blendRgb(palette.leaf, palette.leafLight, random.next() ** 1.4)
    const size = frame.shortSide * random.range(0.008, 0.017)
    const at = lit(colour, light, random.range(0.15, 0.75))
    if (isPetal) disc(frame, [x, y, size * 0.8], at, { label: Label.plant, depth: 5 })
    else
      fill(frame, [ellipse([x, y], [size * 1.4, size * 0.6], random.range(0, 3), 9)], at, {
        label: Label.plant,
        depth: 5,
      })
  }
}
