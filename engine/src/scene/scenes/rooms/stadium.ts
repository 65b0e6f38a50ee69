// A pitch between stands full of people: mown stripes, lines, floodlights when it is dark.
import { fromHex, fromHexes, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { Noise } from '../../../core/noise.ts'
import { hashUnit, type Random } from '../../../core/random.ts'
import { fill, glow } from '../../../core/raster.ts'
import { line, rectangle } from '../../../core/shapes.ts'
import type { Scene } from '../../scene.ts'
import { paintSky } from '../../sky/paint-sky.ts'
import { material } from './floors.ts'
import { paintFloor } from './surface.ts'

const CROWDS: readonly (readonly Rgb[])[] = [
  fromHexes('#e8772e', '#f4efe2', '#2f8f5c', '#33302e', '#c9a27a'),
  fromHexes('#2f9a4a', '#f2c230', '#c83232', '#33302e', '#d8b48c'),
  fromHexes('#2f5fb8', '#f4efe2', '#d8452f', '#33302e', '#c9a27a'),
  fromHexes('#f2c230', '#2f8f5c', '#f4efe2', '#4a3a30', '#8a5a3c'),
]
const PITCHES = fromHexes('#4f8f3c', '#5f9a3a', '#3f7f46', '#a9804f')
const LAMP: Rgb = [1, 0.97, 0.88]

export function composeStadium(scene: Scene): void {
  const { frame, horizon, palette } = scene
  const random = scene.random.fork('stadium')
  paintSky(frame, scene.sky, scene.random)
  if (palette.isNight) scene.light = { ...scene.light, direct: [0.7, 0.7, 0.68], ambient: [0.5, 0.52, 0.58] }
  raiseStands(scene, random)
  if (isCourt(scene)) layCourt(scene)
  else if (isArena(scene)) rakeSand(scene, random)
  else mowPitch(scene, random)
  for (const side of [0.1, 0.9]) raiseMast(scene, side)
  if (!palette.isNight) return
  glow(frame, [frame.width / 2, horizon, frame.width * 0.7], LAMP, 0.25)
}

function raiseStands({ frame, horizon, light }: Scene, random: Random): void {
  const crowd = random.pick(CROWDS).map((colour) => lit(colour, light, 0.3))
  const top = horizon - frame.height * 0.24
  const cell = Math.max(3, 7 * frame.unit)
  const concrete = lit(fromHex('#9a948c'), light, 0.3)
  const roof = lit(fromHex('#c9ccd0'), light, 0.4)
  const block = { label: Label.building, depth: 18 }
  fill(
    frame,
    [rectangle(0, top, frame.width, horizon - top)],
    (x, y) => {
      const row = Math.floor((y - top) / cell)
      const column = Math.floor(x / cell + (row & 1) * 0.5)
      if (row % 6 === 5 || hashUnit(random.seed, column, row) < 0.12) return concrete
      const person = crowd[Math.floor(hashUnit(random.seed + 1, column, row) * crowd.length)]!
      const fy = (y - top) / cell - row
      return fy < 0.34 ? [person[0] * 0.5 + 0.1, person[1] * 0.42 + 0.07, person[2] * 0.4 + 0.06] : person
    },
    block,
  )
  fill(frame, [rectangle(0, top - frame.height * 0.03, frame.width, frame.height * 0.035)], roof, block)
  fill(frame, [rectangle(0, top, frame.width, frame.height * 0.05)], [0, 0, 0], { alpha: 0.28 })
  fill(
    frame,
    [rectangle(0, horizon - frame.height * 0.035, frame.width, frame.height * 0.035)],
    lit(fromHex('#3f5f8a'), light, 0.3),
    block,
  )
}

function isCourt({ spec }: Scene): boolean {
  return spec.subjects.some(({ subject, figure }) => subject === BASKETBALL || figure?.attribute === BASKETBALL)
}

/** Wrestlers meet on sand. */
function isArena({ spec }: Scene): boolean {
  return spec.subjects.some(({ subject }) => subject.includes('wrestl'))
}

function rakeSand({ frame, horizon, light }: Scene, random: Random): void {
  const noise = new Noise(random)
  const sand = lit(fromHex('#d9b487'), light, 0.44)
  const sack = lit(fromHex('#f0e6d2'), light, 0.44)
  paintFloor(frame, horizon, (x, z, _u, t) => {
    const tone = 0.98 + 0.22 * noise.fbm(x * 9, z * 7, 3) + 0.05 * noise.at(x * 40, z * 22)
    const isRing = Math.abs(Math.hypot(x, (t - 0.42) * 1.5) - 0.52) < 0.018
    const colour = isRing ? sack : sand
    return [colour[0] * tone, colour[1] * tone, colour[2] * tone]
  })
}

const BASKETBALL = 'basketball'

/** Boards, the lines of the court, and the basket on its post. */
function layCourt(scene: Scene): void {
  const { frame, horizon, light } = scene
  const boards = material('planks', [fromHex('#c98f52'), fromHex('#b87f46')], scene.random.fork('court'))
  const chalk = lit([0.96, 0.96, 0.92], light, 0.4)
  const paint = lit(fromHex('#3a6ea8'), light, 0.4)
  paintFloor(frame, horizon, (x, z, _u, t) => {
    if (Math.abs(t - 0.12) < 0.012 || Math.abs(Math.abs(x - 0.5) - 0.34) < 0.02) return chalk
    return Math.abs(x - 0.5) < 0.34 && t > 0.12 ? paint : lit(boards(x, z), light, 0.4)
  })
  raiseBasket(scene)
}

function raiseBasket({ frame, horizon, light, isSunRight }: Scene): void {
  const { width, height } = frame
  const x = width * (isSunRight ? 0.74 : 0.26)
  const top = horizon - height * 0.4
  const steel = lit(fromHex('#4a4e54'), light, 0.3)
  const near = { label: Label.building, depth: 8 }
  fill(frame, [line([x, horizon + height * 0.06, x, top + height * 0.1], width * 0.018, width * 0.014)], steel, near)
  fill(
    frame,
    [rectangle(x - width * 0.11, top, width * 0.22, height * 0.15)],
    lit([0.93, 0.94, 0.95], light, 0.4),
    near,
  )
  const red = lit(fromHex('#c8402f'), light, 0.4)
  for (const [left, up, wide, tall] of [
    [-0.045, 0.055, 0.09, 0.006],
    [-0.045, 0.055, 0.006, 0.06],
    [0.039, 0.055, 0.006, 0.06],
  ] as const)
    fill(frame, [rectangle(x + width * left, top + height * up, width * wide, height * tall)], red, near)
  const rim = top + height * 0.135
  const net = lit([0.94, 0.93, 0.9], light, 0.4)
  for (let k = 0; k <= 4; k++) {
    const aside = (k - 2) / 2
    fill(
      frame,
      [
        line(
          [x + width * 0.05 * aside, rim, x + width * 0.03 * aside, rim + height * 0.07],
          width * 0.004,
          width * 0.003,
        ),
      ],
      net,
      near,
    )
  }
  fill(frame, [rectangle(x - width * 0.052, rim - height * 0.006, width * 0.104, height * 0.012)], red, near)
}

function mowPitch(scene: Scene, random: Random): void {
  const { frame, horizon, light } = scene
  const noise = new Noise(random)
  const grass = lit(random.pick(PITCHES), light, 0.42)
  const chalk = lit([0.96, 0.96, 0.92], light, 0.4)
  paintFloor(frame, horizon, (x, z, _u, t) => {
    const stripe = Math.floor(x * 1.3 + 40) % 2 === 0 ? 1.06 : 0.94
    const tone = stripe * (0.97 + 0.2 * noise.fbm(x * 14, z * 9, 2))
    const isLine = Math.abs(t - 0.16) < 0.012 || Math.abs(x + 0.62) < 0.012 * z
    const colour = isLine ? chalk : grass
    return [colour[0] * tone, colour[1] * tone, colour[2] * tone]
  })
}

function raiseMast({ frame, horizon, light, palette }: Scene, side: number): void {
  const x = frame.width * side
  const top = horizon - frame.height * 0.42
  fill(
    frame,
    [line([x, horizon - frame.height * 0.2, x, top], 9 * frame.unit, 6 * frame.unit)],
    lit(fromHex('#6a6e74'), light, 0.3),
  )
  const panel = [frame.width * 0.085, frame.height * 0.05] as const
  fill(frame, [rectangle(x - panel[0] / 2, top - panel[1], panel[0], panel[1])], lit(fromHex('#4a4e54'), light, 0.3))
  for (let k = 0; k < 8; k++) {
    const at = [x + ((k % 4) - 1.5) * panel[0] * 0.22, top - panel[1] * (k < 4 ? 0.28 : 0.7)] as const
    glow(frame, [...at, panel[0] * (palette.isNight ? 0.6 : 0.14)], LAMP, palette.isNight ? 0.75 : 0.6)
  }
}
