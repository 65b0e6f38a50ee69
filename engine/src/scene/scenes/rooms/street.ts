// A street of low painted houses: the road runs along the lower edge, a pavement before the doors.
import { blendRgb, fromHex, fromHexes, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { Noise } from '../../../core/noise.ts'
import type { Random } from '../../../core/random.ts'
import { fill, glow } from '../../../core/raster.ts'
import { rectangle } from '../../../core/shapes.ts'
import { drawObject } from '../../../objects/draw-object.ts'
import { drawPalm } from '../../../objects/trees/palm.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import { refusesTrees } from '../../ground.ts'
import type { Scene } from '../../scene.ts'
import { paintSky } from '../../sky/paint-sky.ts'
import { composeSpan, furnishRoad } from '../places/roads.ts'
import { paintFloor } from './surface.ts'

const WALLS = fromHexes('#e2b98a', '#c9805a', '#8fb0b4', '#e8d2ac', '#d99a78', '#a9b88a', '#d8c3c0', '#e3b866')
const SHUTTERS = fromHexes('#2f6a7c', '#7a3a2c', '#3f6a4a', '#4a5a8a', '#8a5a2c')
const ROADS = fromHexes('#b5744a', '#8a8078', '#6a6a70', '#c2885a')
const ROOF = fromHex('#8a6a54')
const LAMP = fromHex('#ffd890')
const SNOW = fromHex('#f0f4f8')

export function composeRoad(scene: Scene): void {
  if (scene.spec.hints.has('span')) return composeSpan(scene)
  const { frame, horizon, palette } = scene
  const random = scene.random.fork('street')
  paintSky(frame, scene.sky, scene.random)
  if (!refusesTrees(scene) && !scene.isSnowy) plantPalms(scene, random)
  const ground = horizon + frame.height * 0.1
  for (let x = -frame.width * random.range(0.05, 0.2); x < frame.width;) {
    const width = frame.width * random.range(0.2, 0.32)
    buildHouse(scene, { x, ground, width }, random)
    x += width + (random.chance(0.25) ? frame.width * 0.04 : 0)
  }
  paveRoad(scene, ground, random)
  if (scene.spec.hints.has('station')) parkBuses(scene, ground, random)
  furnishRoad(scene, ground, random.fork('place'))
  if (!palette.isNight) return
  for (const x of [0.15, 0.5, 0.85]) glow(frame, [frame.width * x, ground, frame.shortSide * 0.3], LAMP, 0.32)
}

const BUSES = fromHexes('#f2b02e', '#2f7fb8', '#e8e2d0', '#d8452f', '#2f9a6a')

/** Minibuses that wait side by side before the houses. */
function parkBuses({ frame, light }: Scene, ground: number, random: Random): void {
  for (let k = 0; k < 4; k++) {
    const x = frame.width * (0.12 + k * 0.26 + random.range(-0.02, 0.02))
    const y = ground + frame.height * (0.06 + 0.012 * (k & 1))
    const bus = { name: 'minibus', x, y, height: frame.height * 0.24, colour: random.pick(BUSES) } as const
    drawObject(frame, bus, light, random.fork(`bus:${k}`))
  }
}

function plantPalms(scene: Scene, random: Random): void {
  const { frame, light, palette, horizon } = scene
  for (let k = 0; k < 4; k++) {
    const at = { x: frame.width * random.next(), y: horizon + frame.height * 0.06, fog: 0.12 }
    drawPalm(frame, { ...at, height: frame.height * random.range(0.4, 0.56), leaf: palette.leaf }, light, random)
  }
}

interface House {
  readonly x: number
  readonly ground: number
  readonly width: number
}

function buildHouse({ frame, light, spec }: Scene, { x, ground, width }: House, random: Random): void {
  const tall = frame.height * random.range(0.24, 0.4)
  const asked = colourValue(spec.colourOf.get('wall'))
  const drawn = random.pick(WALLS)
  const wall = asked ?? drawn
  const shutter = lit(random.pick(SHUTTERS), light, 0.25)
  const noise = new Noise(random)
  const scale = 6 / frame.shortSide
  const face = lit(wall, light, 0.42)
  const block = { label: Label.building, depth: 8 }
  fill(
    frame,
    [rectangle(x, ground - tall, width, tall)],
    (px, py) => {
      const k = 1 + 0.09 * noise.fbm(px * scale, py * scale, 3) - 0.14 * Math.max(0, 1 - (ground - py) / (tall * 0.2))
      return [face[0] * k, face[1] * k, face[2] * k]
    },
    block,
  )
  const eaves = tall * 0.07
  fill(frame, [rectangle(x - eaves * 0.5, ground - tall - eaves, width + eaves, eaves)], lit(ROOF, light, 0.4), block)
  fill(frame, [rectangle(x, ground - tall, width, eaves * 0.7)], [0, 0, 0], { alpha: 0.2 })
  const doors = Math.max(2, Math.round(width / (frame.width * 0.09)))
  const dark: Rgb = [face[0] * 0.35, face[1] * 0.32, face[2] * 0.34]
  for (let k = 0; k < doors; k++) {
    const isDoor = k === doors >> 1
    const wide = (width / doors) * 0.42
    const left = x + (width / doors) * (k + 0.29)
    const top = ground - tall * (isDoor ? 0.62 : 0.6)
    const high = isDoor ? tall * 0.62 : tall * 0.3
    fill(frame, [rectangle(left, top, wide, high)], dark, block)
    for (const half of [left - wide * 0.32, left + wide * 0.84])
      fill(frame, [rectangle(half, top, wide * 0.48, high)], shutter, block)
  }
}

function paveRoad(scene: Scene, ground: number, random: Random): void {
  const { frame, light, palette } = scene
  const noise = new Noise(random)
  const drawn = random.pick(ROADS)
  const road = lit(scene.isSnowy ? SNOW : drawn, light, scene.isSnowy ? 0.5 : 0.36)
  const pavement = blendRgb(lit(fromHex('#c9bda8'), light, 0.36), palette.haze, 0.08)
  paintFloor(frame, ground, (x, z, _u, t) => {
    const tone = 0.96 + 0.16 * noise.fbm(x * 6, z * 4, 3)
    if (t < 0.2) return scaled(pavement, tone * (t < 0.03 ? 0.75 : 1))
    return scaled(road, t < 0.23 ? tone * 0.7 : tone * (0.94 + 0.1 * t))
  })
}

function scaled(colour: Rgb, k: number): Rgb {
  return [colour[0] * k, colour[1] * k, colour[2] * k]
}
