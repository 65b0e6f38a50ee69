// What makes a road a place: pumps under their roof, cars nose to tail, a crossing with its lights, wires over a quarter, a bridge.
import { blendRgb } from '../../../core/colour.ts'
import type { Random } from '../../../core/random.ts'
import { drawObject } from '../../../objects/draw-object.ts'
import type { Scene } from '../../scene.ts'
import { paintSea } from '../../sea.ts'
import { paintSky } from '../../sky/paint-sky.ts'
import { type Kit, kitOf } from './kit.ts'

const CARS = [
  [0.72, 0.18, 0.16],
  [0.2, 0.4, 0.62],
  [0.9, 0.72, 0.2],
  [0.86, 0.86, 0.84],
  [0.24, 0.25, 0.28],
  [0.2, 0.5, 0.36],
  [0.86, 0.46, 0.16],
] as const

/** Upon the road of a street, whose pavement begins at `ground`. */
export function furnishRoad(scene: Scene, ground: number, random: Random): void {
  const { hints } = scene.spec
  if (hints.has('fuel')) raisePumps(scene, ground)
  if (hints.has('jam')) jam(scene, ground, random)
  if (hints.has('crossing')) cross(scene, ground)
  if (hints.has('quarter')) stringWires(scene, ground, random)
}

function raisePumps(scene: Scene, ground: number): void {
  const kit = kitOf(scene)
  const line = ground / scene.frame.height
  const deep = 1 - line
  kit.shape([0, line + deep * 0.04, 1, line + deep * 0.04, 1, 1, 0, 1], '#a8a8a4')
  kit.shape([0, line + deep * 0.26, 1, line + deep * 0.26, 1, line + deep * 0.3, 0, line + deep * 0.3], '#d8d4c8')
  for (const u of [0.08, 0.92]) kit.rect([u - 0.016, 0.16, 0.032, line + deep * 0.16 - 0.16], '#e8eaec')
  kit.shape([-0.02, 0.06, 1.02, 0.06, 1.02, 0.18, -0.02, 0.18], '#d8352f')
  kit.shape([-0.02, 0.1, 1.02, 0.1, 1.02, 0.13, -0.02, 0.13], '#f8f6ee')
  kit.shape([-0.02, 0.18, 1.02, 0.18, 0.96, 0.205, 0.04, 0.205], '#8a8a88')
  for (const u of [0.24, 0.76]) kit.lamp([u, 0.19, 0.16], '#fff6d8', 0.3)
  for (const u of [0.19, 0.81]) pump(kit, u, line + deep * 0.34)
}

function pump(kit: Kit, u: number, foot: number): void {
  const [wide, tall] = [0.15, 0.4]
  const left = u - wide / 2
  kit.rect([left - 0.02, foot - 0.012, wide + 0.04, 0.03], '#c9c5ba')
  kit.rect([left, foot - tall, wide, tall], '#d8352f')
  kit.rect([left - 0.008, foot - tall - 0.02, wide + 0.016, 0.03], '#f4f2ea')
  kit.rect([left + 0.018, foot - tall + 0.03, wide - 0.036, 0.1], '#f4f2ea')
  kit.rect([left + 0.028, foot - tall + 0.04, wide - 0.056, 0.034], '#16261c')
  for (const d of [0.036, 0.056, 0.076]) kit.rect([left + d, foot - tall + 0.048, 0.013, 0.018], '#7fe08a', 1.3)
  kit.rect([left + 0.028, foot - tall + 0.086, wide - 0.056, 0.03], '#9aa4a8')
  kit.path(
    'M50 0 C70 36 92 56 92 74 C92 92 72 100 50 100 C28 100 8 92 8 74 C8 56 30 36 50 0 Z',
    [u - 0.028, foot - tall * 0.52, 0.056, 0.08],
    '#f4f2ea',
  )
  const side = u < 0.5 ? 1 : -1
  const edge = u + side * wide * 0.5
  kit.rod([edge, foot - tall * 0.8, edge + side * 0.035, foot - tall * 0.7], 0.018, '#24262a')
  kit.rod([edge + side * 0.035, foot - tall * 0.7, edge + side * 0.04, foot - tall * 0.3], 0.01, '#24262a')
  kit.rod([edge + side * 0.04, foot - tall * 0.3, edge, foot - tall * 0.18], 0.01, '#24262a')
}

/** Two lines of cars that do not move. */
function jam({ frame, light }: Scene, ground: number, random: Random): void {
  const { width, height } = frame
  const deep = height - ground
  for (const [row, tall] of [
    [0.1, 0.125],
    [0.3, 0.155],
  ] as const)
    for (let k = 0; k < 5; k++) {
      const isBus = random.chance(0.25)
      const x = width * (k * 0.24 + (row > 0.2 ? 0.04 : -0.06) + random.range(-0.01, 0.01))
      const at = { x, y: ground + deep * row, height: height * tall * (isBus ? 1.9 : 2.2), colour: random.pick(CARS) }
      drawObject(
        frame,
        { name: isBus ? 'minibus' : 'car', ...at },
        { ...light, x: -width },
        random.fork(`jam:${row}:${k}`),
      )
    }
}

function cross(scene: Scene, ground: number): void {
  const kit = kitOf(scene)
  const line = ground / scene.frame.height
  const deep = 1 - line
  for (let k = -5; k <= 5; k++) {
    const [far, near] = [0.5 + k * 0.13, 0.5 + k * 0.24]
    kit.shape(
      [
        far - 0.034,
        line + deep * 0.3,
        far + 0.034,
        line + deep * 0.3,
        near + 0.066,
        line + deep * 0.92,
        near - 0.066,
        line + deep * 0.92,
      ],
      '#f2f0e8',
    )
  }
  for (const [u, lit] of [
    [0.13, 0],
    [0.87, 2],
  ] as const) {
    kit.rect([u - 0.009, 0.2, 0.018, line + deep * 0.2 - 0.2], '#3a3d42')
    kit.rect([u - 0.042, 0.1, 0.084, 0.21], '#24262a')
    for (const [k, tint] of ['#f2352f', '#f2b02e', '#3fd07a'].entries()) {
      kit.round([u, 0.14 + k * 0.065, 0.025, 0.025], tint, k === lit ? 1.5 : 0.35)
      if (k === lit) kit.lamp([u, 0.14 + k * 0.065, 0.09], tint, 0.5)
    }
  }
}

/** Poles, their wires, and washing between the houses. */
function stringWires(scene: Scene, ground: number, random: Random): void {
  const kit = kitOf(scene)
  const line = ground / scene.frame.height
  for (const u of [0.07, 0.93]) {
    kit.rod([u, line + 0.03, u, 0.06], 0.016, '#5a4632')
    for (const v of [0.1, 0.15]) kit.rod([u - 0.06, v, u + 0.06, v], 0.009, '#5a4632')
  }
  for (const [from, to] of [
    [0.1, 0.1],
    [0.1, 0.15],
    [0.15, 0.15],
  ] as const)
    for (let k = 0; k < 10; k++) {
      const sag = (t: number) => from + (to - from) * t + 0.05 * (1 - (2 * t - 1) ** 2)
      kit.rod([0.07 + k * 0.086, sag(k / 10), 0.07 + (k + 1) * 0.086, sag((k + 1) / 10)], 0.003, '#2a2622')
    }
  kit.rod([0, line - 0.16, 0.34, line - 0.13], 0.004, '#3a342c')
  kit.rod([0.66, line - 0.14, 1, line - 0.17], 0.004, '#3a342c')
  for (const left of [0.02, 0.1, 0.18, 0.26, 0.7, 0.78, 0.86, 0.94])
    kit.path(
      'M0 0 L100 0 L96 100 C70 92 30 104 4 96 Z',
      [left, line - 0.15, 0.06, random.range(0.06, 0.1)],
      random.pick(['#d8452f', '#2f6fb8', '#f2b02e', '#f2eee2', '#2f8f5c', '#8a3f9c']),
    )
}

/** Along its roadway, between the rails; water below and the town on its bank. */
export function composeSpan(scene: Scene): void {
  const { frame, horizon, palette, sky } = scene
  paintSky(frame, sky, scene.random)
  const sea = {
    horizon,
    sunX: null,
    sunColour: palette.light,
    deep: palette.waterDeep,
    shallow: palette.waterShallow,
    foam: palette.haze,
    haze: palette.haze,
    roughness: 0.5,
  }
  paintSea(frame, sea, scene.random)
  const kit = kitOf(scene)
  const line = horizon / frame.height
  const random = scene.random.fork('span')
  for (let u = 0; u < 1;) {
    const [wide, tall] = [random.range(0.03, 0.07), random.range(0.03, 0.13)]
    kit.rect([u, line - tall, wide, tall], blendRgb(palette.haze, [0.5, 0.54, 0.6], 0.5))
    u += wide
  }
  kit.shape([0.46, line, 0.54, line, 1.12, 1, -0.12, 1], '#6a6c70')
  for (const t of [0.06, 0.16, 0.32, 0.58])
    kit.shape(
      [
        0.5 - 0.002 - 0.012 * t,
        line + (1 - line) * t,
        0.502 + 0.012 * t,
        line + (1 - line) * t,
        0.502 + 0.016 * t,
        line + (1 - line) * (t * 1.4),
        0.498 - 0.016 * t,
        line + (1 - line) * (t * 1.4),
      ],
      '#f2f0e8',
    )
  for (const side of [-1, 1]) {
    pylon(kit, side, line)
    rail(kit, side, line)
  }
}

function pylon(kit: Kit, side: number, line: number): void {
  const u = 0.5 + side * 0.15
  const foot = line + (1 - line) * 0.17
  kit.rect([u - 0.02, 0.04, 0.04, foot - 0.04], '#d8d4ca')
  for (let k = 1; k <= 7; k++) {
    kit.rod([u, 0.06 + k * 0.012, u + side * k * 0.055, line + (1 - line) * (0.17 + k * 0.06)], 0.004, '#e8e6de')
    kit.rod([u, 0.06 + k * 0.012, u - side * k * 0.014, line + (1 - line) * (0.16 - k * 0.02)], 0.003, '#e8e6de')
  }
  kit.rect([0.5 - 0.15, 0.1, 0.3, 0.022], '#d8d4ca')
}

function rail(kit: Kit, side: number, line: number): void {
  const across = (t: number) => 0.5 + side * (0.042 + 0.6 * t)
  const down = (t: number) => line + (1 - line) * t
  for (const rise of [0.34, 0.2, 0.06])
    kit.shape(
      [
        across(0),
        down(0) - 0.05 * rise,
        across(1),
        1 - rise * 0.62,
        across(1),
        1 - rise * 0.62 + 0.018,
        across(0),
        down(0) - 0.05 * rise + 0.003,
      ],
      '#e8e4d8',
    )
  for (let k = 1; k < 12; k++) {
    const t = (k / 12) ** 2
    kit.rod([across(t), down(t), across(t), down(t) - 0.02 - 0.21 * t], 0.004 + 0.012 * t, '#d8d4c8')
  }
  for (const t of [0.08, 0.3]) {
    kit.rod([across(t), down(t), across(t), down(t) - 0.16 - 0.9 * t], 0.004 + 0.014 * t, '#4a4e54')
    kit.rod(
      [across(t), down(t) - 0.16 - 0.9 * t, across(t) - side * (0.03 + 0.12 * t), down(t) - 0.17 - 0.92 * t],
      0.004 + 0.01 * t,
      '#4a4e54',
    )
    kit.lamp([across(t) - side * (0.03 + 0.12 * t), down(t) - 0.165 - 0.92 * t, 0.05 + 0.1 * t], '#fff0c0', 0.3)
  }
}
