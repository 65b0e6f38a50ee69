// A port: a ship with its load under the crane, or pirogues of fishers and what they landed.
import type { Random } from '../../../core/random.ts'
import type { Scene } from '../../scene.ts'
import { floorOf, type Kit, kitOf } from './kit.ts'

const BOXES = ['#c8452f', '#2f6fb8', '#e8a52e', '#2f8f5c', '#8a5a3c', '#5a6a7c'] as const

/** A ship with its load, a crane, the quay underfoot. */
export function layQuay(scene: Scene): void {
  const kit = kitOf(scene)
  const line = floorOf(scene)
  const deep = 1 - line
  const random = scene.random.fork('port')
  const isOfFishers = scene.spec.hints.has('fishing')
  if (isOfFishers)
    for (let k = 0; k < 5; k++)
      pirogue(kit, [0.02 + ((k * 0.37) % 0.86), line + deep * (0.06 + k * 0.055), 0.26 + k * 0.04], k)
  else {
    freighter(kit, line, random)
    crane(kit, 0.84, line + deep * 0.2)
  }
  kit.shape([0, line + deep * 0.3, 1, line + deep * 0.3, 1, 1, 0, 1], '#a8a49a')
  kit.shape([0, line + deep * 0.3, 1, line + deep * 0.3, 1, line + deep * 0.36, 0, line + deep * 0.36], '#7a766e')
  for (let k = 0; k < 6; k++)
    kit.shape(
      [
        k * 0.2,
        line + deep * 0.3,
        k * 0.2 + 0.1,
        line + deep * 0.3,
        k * 0.2 + 0.1,
        line + deep * 0.33,
        k * 0.2,
        line + deep * 0.33,
      ],
      '#f2c02e',
    )
  for (const u of [0.05, 0.3, 0.7, 0.95]) {
    kit.round([u, line + deep * 0.42, 0.03, 0.012], '#24262a')
    kit.rect([u - 0.016, line + deep * 0.3, 0.032, deep * 0.12], '#2f3238')
    kit.round([u, line + deep * 0.3, 0.026, 0.013], '#3f434a')
  }
  if (isOfFishers) return landCatch(kit, line)
  for (const [left, foot, wide] of [
    [-0.06, line + deep * 0.62, 0.24],
    [0.86, line + deep * 0.66, 0.24],
  ] as const)
    for (const row of [0, 1])
      container(kit, [left + row * 0.02, foot - 0.11 - row * 0.11, wide, 0.11], random.pick(BOXES))
}

const HULLS = ['#2f6fb8', '#d8452f', '#f2b02e', '#2f8f5c', '#f2eee2'] as const

/** Long and narrow, painted in bands, its bow raised. */
function pirogue(kit: Kit, [left, water, wide]: readonly [number, number, number], k: number): void {
  const box = [left, water - wide * 0.26, wide, wide * 0.3] as const
  kit.path(
    'M0 20 L10 34 C34 52 66 52 90 30 L100 0 L96 46 C88 92 76 100 50 100 C24 100 12 92 4 50 Z',
    box,
    HULLS[k % 5]!,
  )
  kit.path(
    'M2 34 L10 48 C34 64 66 64 92 44 L98 20 L96 42 C90 60 70 78 50 78 C28 78 10 66 4 48 Z',
    box,
    HULLS[(k + 2) % 5]!,
  )
  kit.rod([left + wide * 0.3, water - wide * 0.14, left + wide * 0.34, water - wide * 0.62], 0.006, '#5a4632')
  kit.shape(
    [
      left + wide * 0.345,
      water - wide * 0.6,
      left + wide * 0.5,
      water - wide * 0.52,
      left + wide * 0.34,
      water - wide * 0.45,
    ],
    HULLS[(k + 3) % 5]!,
  )
  for (const d of [0.42, 0.55, 0.68])
    kit.round([left + wide * d, water - wide * 0.14, wide * 0.045, wide * 0.04], '#8a6a48')
}

/** Basins of fish and a net at both sides. */
function landCatch(kit: Kit, line: number): void {
  const deep = 1 - line
  for (const [u, t] of [
    [0.1, 0.62],
    [0.9, 0.58],
    [0.03, 0.9],
    [0.97, 0.88],
  ] as const) {
    const v = line + deep * t
    kit.path('M0 0 L100 0 L84 100 L16 100 Z', [u - 0.11, v - 0.05, 0.22, 0.09], t < 0.61 ? '#2f8f5c' : '#2f6fb8')
    kit.round([u, v - 0.05, 0.11, 0.025], '#24465f')
    for (const d of [-0.06, -0.02, 0.02, 0.055]) {
      kit.round([u + d, v - 0.06 - Math.abs(d) * 0.1, 0.036, 0.013], '#b8c8d4')
      kit.shape([u + d + 0.03, v - 0.062, u + d + 0.055, v - 0.08, u + d + 0.052, v - 0.046], '#8fa4b4')
    }
  }
}

function container(kit: Kit, [left, top, wide, tall]: readonly [number, number, number, number], tint: string): void {
  kit.rect([left, top, wide, tall], tint)
  const ribs = Math.max(4, Math.round(wide / 0.022))
  for (let k = 0; k < ribs; k++)
    kit.rect([left + (wide * (k + 0.3)) / ribs, top + tall * 0.1, (wide * 0.3) / ribs, tall * 0.8], tint, 0.78)
}

function freighter(kit: Kit, line: number, random: Random): void {
  const water = line + (1 - line) * 0.2
  const deck = line - 0.06
  for (let row = 0; row < 4; row++)
    for (let k = 0; k < 7; k++) {
      if (row === 3 && random.chance(0.4)) continue
      container(kit, [0.02 + k * 0.071, deck - 0.052 * (row + 1), 0.068, 0.05], random.pick(BOXES))
    }
  kit.rect([0.54, deck - 0.26, 0.09, 0.26], '#f2f0ea')
  for (let row = 0; row < 4; row++)
    for (let k = 0; k < 3; k++) kit.rect([0.55 + k * 0.026, deck - 0.235 + row * 0.05, 0.016, 0.018], '#2f4a66')
  kit.rect([0.57, deck - 0.33, 0.035, 0.08], '#c8352f')
  kit.shape([-0.05, deck, 0.66, deck, 0.72, deck - 0.03, 0.66, water, -0.05, water], '#24384f')
  kit.shape([-0.05, water - 0.03, 0.664, water - 0.03, 0.66, water, -0.05, water], '#a83226')
}

function crane(kit: Kit, u: number, foot: number): void {
  const steel = '#e8862e'
  for (const d of [-0.08, 0.08]) kit.rod([u + d, foot, u + d * 0.7, 0.16], 0.018, steel)
  for (const v of [0.3, 0.42]) kit.rod([u - 0.07, v, u + 0.07, v], 0.012, steel)
  kit.rod([u - 0.07, 0.42, u + 0.065, 0.3], 0.008, steel)
  kit.rod([u + 0.14, 0.17, u - 0.34, 0.17], 0.02, steel)
  kit.rod([u, 0.17, u, 0.05], 0.014, steel)
  for (const to of [0.13, -0.15, -0.32]) kit.rod([u, 0.055, u + to, 0.165], 0.005, steel)
  kit.rod([u - 0.24, 0.17, u - 0.24, 0.25], 0.004, '#2a2c30')
  container(kit, [u - 0.29, 0.25, 0.1, 0.06], '#2f6fb8')
}
