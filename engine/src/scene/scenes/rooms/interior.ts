// A room: wall and floor, a window or a picture, a rug where things stand.
import { blendRgb, fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { Noise } from '../../../core/noise.ts'
import type { Random } from '../../../core/random.ts'
import { fill } from '../../../core/raster.ts'
import { smoothstep } from '../../../core/scalar.ts'
import { ellipse, rectangle } from '../../../core/shapes.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import type { Scene } from '../../scene.ts'
import { roomNamed } from '../places/room-named.ts'
import { type Material, material } from './floors.ts'
import { furnish, isWorkshop } from './furnish.ts'
import { lightRoom } from './room-light.ts'
import { paintFloor, paintWall, pool, seam, times } from './surface.ts'
import { furnishTrade } from './trades.ts'

interface Room {
  readonly wall: string
  readonly lower: string
  readonly floor: Material
  readonly tones: readonly [string, string]
  readonly rug: string
  readonly on: 'window' | 'picture' | 'cloth'
}

const ROOMS: readonly Room[] = [
  { wall: '#e6cfa6', lower: '#c98a5c', floor: 'tiles', tones: ['#d8c3a0', '#b98a66'], rug: '#a8432f', on: 'window' },
  { wall: '#a9c0b4', lower: '#8aa89a', floor: 'planks', tones: ['#9a6a40', '#9a6a40'], rug: '#e2c98f', on: 'picture' },
  { wall: '#d99a78', lower: '#b8694a', floor: 'stone', tones: ['#b89a7c', '#b89a7c'], rug: '#2f6a7c', on: 'cloth' },
  { wall: '#c9d2dc', lower: '#aab6c4', floor: 'planks', tones: ['#7a5638', '#7a5638'], rug: '#c2693f', on: 'window' },
  { wall: '#efe0c8', lower: '#d9b98a', floor: 'tiles', tones: ['#e8dcc6', '#4f8a86'], rug: '#8a3f52', on: 'cloth' },
  { wall: '#b7a6c4', lower: '#9484a6', floor: 'planks', tones: ['#b08050', '#b08050'], rug: '#efd9a0', on: 'window' },
  { wall: '#e3b866', lower: '#c98f3c', floor: 'stone', tones: ['#c2a688', '#c2a688'], rug: '#3f6a4a', on: 'picture' },
]

export function composeInterior(scene: Scene): void {
  const random = scene.random.fork('interior')
  const drawn = random.pick(ROOMS)
  const room: Room = scene.spec.hints.has('curtains') ? { ...drawn, on: 'window' } : drawn
  const side = random.chance(0.5) ? 1 : -1
  const { colourOf } = scene.spec
  const asked = colourValue(colourOf.get('wall') ?? colourOf.get('interior'))
  const wall = asked ?? fromHex(room.wall)
  const level = lightRoom(scene, wall, side)
  paintRoom(scene, room, { side, level, random, asked })
  const trade = tradeOf(scene)
  if (hasBoard(scene) || trade === 'class') hangBoard(scene, { side, level, random })
  if (furnishTrade(scene, trade, random.fork('trade'))) return
  if (hasBoard(scene)) return furnish(scene, { side: -side, random })
  if (room.on === 'window') hangWindow(scene, room, { side, level, random })
  else hangCloth(scene, room, { side, level, random })
  furnish(scene, { side: room.on === 'window' ? side : -side, random })
  if (!isWorkshop(scene)) layRug(scene, room, { side, level, random })
}

/** What the room is for. */
function tradeOf(scene: Scene): string | null {
  const { subjects } = scene.spec
  const named = roomNamed(scene.spec)
  if (named) return named
  const isAtWork = subjects.some(({ figure }) => figure?.doing === 'hammering' || figure?.doing === 'mending')
  return isWorkshop(scene) || isAtWork ? 'workshop' : null
}

function hasBoard({ spec }: Scene): boolean {
  return spec.subjects.some(({ subject }) => subject === 'blackboard')
}

/** Of a class: dark, in a wooden frame, with what is chalked on it. */
function hangBoard({ frame, horizon }: Scene, { level, random }: Lit): void {
  const { width } = frame
  const [left, top, wide, tall] = [width * 0.12, horizon * 0.12, width * 0.76, horizon * 0.66] as const
  const edge = width * 0.014
  fill(frame, [rectangle(left - edge, top - edge, wide + 2 * edge, tall + 2 * edge)], times(fromHex('#8a5a34'), level))
  fill(frame, [rectangle(left, top, wide, tall)], (x, y) =>
    times(fromHex('#26302c'), level * (0.94 + 0.1 * Math.sin(x * 0.013 + y * 0.02))),
  )
  const chalk = times([0.86, 0.88, 0.84], level)
  for (let row = 0; row < 4; row++) {
    const y = top + tall * (0.18 + 0.2 * row)
    let x = left + wide * 0.06
    const end = left + wide * random.range(0.5, 0.92)
    while (x < end) {
      const long = wide * random.range(0.02, 0.07)
      fill(frame, [rectangle(x, y + random.range(-2, 2), long, tall * 0.022)], chalk, { alpha: 0.8 })
      x += long + wide * 0.018
    }
  }
  fill(frame, [rectangle(left, top + tall + edge, wide, edge * 0.9)], times(fromHex('#6a4428'), level))
}

/** Round, oblong with its stripes, or none. */
function layRug({ frame, horizon, spec }: Scene, room: Room, { level, random }: Lit): void {
  const asked = spec.subjects.find(({ subject, isBackdrop }) => subject === 'mat' && isBackdrop)
  const drawn = random.pick(['round', 'oblong', 'oblong', 'none'] as const)
  const kind = asked && drawn === 'none' ? 'oblong' : drawn
  if (kind === 'none') return
  const { width, height } = frame
  const deep = height - horizon
  const middle = width * random.range(0.44, 0.56)
  const rug = times(colourValue(asked?.colour ?? null) ?? fromHex(room.rug), 0.78 * level)
  const pale = blendRgb(rug, [1, 0.95, 0.85], 0.2)
  const ground = { label: Label.ground }
  if (kind === 'round') {
    const at = [middle, horizon + deep * 0.62] as const
    fill(frame, [ellipse(at, [width * 0.4, deep * 0.32], 0, 60)], rug, ground)
    fill(frame, [ellipse(at, [width * 0.35, deep * 0.265], 0, 60)], pale, ground)
    fill(frame, [ellipse(at, [width * 0.3, deep * 0.22], 0, 60)], rug, ground)
    return
  }
  const trapeze = (top: number, bottom: number, half: number): number[] => {
    const [far, near] = [half * (0.62 + 0.38 * top), half * (0.62 + 0.38 * bottom)]
    const [upper, lower] = [horizon + deep * top, horizon + deep * bottom]
    return [middle - far, upper, middle + far, upper, middle + near, lower, middle - near, lower]
  }
  const half = width * random.range(0.44, 0.54)
  fill(frame, [trapeze(0.26, 0.95, half)], rug, ground)
  for (const [top, bottom] of [
    [0.29, 0.325],
    [0.36, 0.375],
    [0.8, 0.83],
    [0.87, 0.92],
  ] as const)
    fill(frame, [trapeze(top, bottom, half * 0.97)], pale, ground)
}

interface Lit {
  readonly side: number
  readonly level: number
  readonly random: Random
}

function paintRoom(scene: Scene, room: Room, { side, level, random, asked }: Lit & { asked: Rgb | null }): void {
  const { frame, horizon } = scene
  const noise = new Noise(random)
  const [wall, lower] = asked ? [asked, lighten(asked, -0.06)] : [fromHex(room.wall), fromHex(room.lower)]
  const from = 0.5 - side * 0.3
  paintWall(frame, horizon, (u, v) => {
    const light = 0.66 + 0.42 * pool(u, v, [from, 0.35, 0.42, 0.7])
    const base = blendRgb(wall, lower, smoothstep(0.7, 0.705, v))
    const line = Math.abs(v - 0.7) < 0.006 || v > 0.965 ? 0.78 : 1
    return times(base, (light + 0.04 * noise.fbm(u * 4, v * 4, 2)) * level * line)
  })
  const paint = material(room.floor, [fromHex(room.tones[0]), fromHex(room.tones[1])], random)
  paintFloor(frame, horizon, (x, z, u, t) => {
    const light = 0.62 + 0.5 * pool(u, t, [from + side * 0.1, 0.45, 0.5, 0.8])
    return times(paint(x, z), light * level)
  })
  seam(frame, horizon, 0.3)
}

function hangWindow({ frame, palette, horizon, spec }: Scene, room: Room, { side, level, random }: Lit): void {
  const { width } = frame
  const left = width * (0.5 - side * random.range(0.27, 0.37)) - width * 0.1
  const top = horizon * random.range(0.1, 0.2)
  const size = [width * random.range(0.18, 0.25), horizon * random.range(0.38, 0.52)] as const
  fill(
    frame,
    [rectangle(left - width * 0.012, top - width * 0.012, size[0] + width * 0.024, size[1] + width * 0.024)],
    times([0.95, 0.92, 0.86], level),
  )
  const [upper, below] = [palette.sky[Math.floor(palette.sky.length / 2)]!, palette.sky.at(-1)!]
  fill(frame, [rectangle(left, top, size[0], size[1])], (_x, y) => blendRgb(upper, below, (y - top) / size[1]))
  const bar = times([0.92, 0.88, 0.8], level)
  fill(frame, [rectangle(left + size[0] / 2 - width * 0.004, top, width * 0.008, size[1])], bar)
  fill(frame, [rectangle(left, top + size[1] * 0.45, size[0], width * 0.008)], bar)
  const cloth = colourValue(spec.colourOf.get('curtains')) ?? fromHex(room.rug)
  if (random.chance(0.6) || spec.hints.has('curtains'))
    drawCurtains(frame, [left, top, size[0], size[1]], times(cloth, level))
}

/** Drawn aside, in folds, from a rod. */
function drawCurtains(
  frame: Scene['frame'],
  [left, top, wide, tall]: readonly [number, number, number, number],
  cloth: Rgb,
): void {
  const over = wide * 0.16
  fill(frame, [rectangle(left - over * 1.4, top - tall * 0.09, wide + over * 2.8, tall * 0.025)], [0.2, 0.14, 0.1])
  for (const [from, to] of [
    [left - over, left + wide * 0.24],
    [left + wide * 0.76, left + wide + over],
  ] as const)
    fill(frame, [rectangle(from, top - tall * 0.075, to - from, tall * 1.2)], (x) =>
      times(cloth, 0.82 + 0.2 * Math.sin(((x - from) / (to - from)) * 19)),
    )
}

/** A framed picture, or a printed cloth, on the wall. */
function hangCloth({ frame, horizon }: Scene, room: Room, { side, level, random }: Lit): void {
  const { width } = frame
  const left = width * (0.5 + side * 0.3) - width * 0.09
  const top = horizon * 0.17
  const size = [width * 0.18, horizon * (room.on === 'cloth' ? 0.46 : 0.3)] as const
  const border: Rgb = room.on === 'cloth' ? fromHex('#6a3a28') : fromHex('#5a4030')
  fill(
    frame,
    [rectangle(left - width * 0.01, top - width * 0.01, size[0] + width * 0.02, size[1] + width * 0.02)],
    times(border, level),
  )
  const print = material('cloth', [fromHex(room.rug), fromHex(random.pick(['#e8b53a', '#2f7fb8', '#efe3cc']))], random)
  fill(frame, [rectangle(left, top, size[0], size[1])], (x, y) =>
    times(print(((x - left) / size[0]) * 1.3, ((y - top) / size[1]) * 2.2), 0.85 * level),
  )
}
