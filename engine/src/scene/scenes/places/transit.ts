// On the way: an underground platform, a railway station, a bus from within.
import { blendRgb } from '../../../core/colour.ts'
import type { Random } from '../../../core/random.ts'
import type { Scene } from '../../scene.ts'
import { floorOf, type Four, type Kit, kitOf } from './kit.ts'

const YELLOW = '#f2c02e'

export function fitMetro(scene: Scene): void {
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  kit.rect([0, 0, 1, floor * 0.3], '#f2f0e8')
  for (let row = 0; row < 5; row++)
    for (let k = 0; k < 16; k++)
      kit.rect(
        [k * 0.064 - (row & 1) * 0.032, floor * row * 0.06, 0.061, floor * 0.055],
        '#f8f7f2',
        0.9 + 0.05 * ((k * 3 + row) % 3),
      )
  train(kit, [-0.02, floor * 0.28, 1.04, floor * 0.72], '#2fa88a')
  for (const u of [0.1, 0.74]) {
    kit.rect([u, floor * 0.05, 0.18, floor * 0.15], '#1f3f8a')
    kit.rect([u + 0.02, floor * 0.105, 0.14, floor * 0.035], '#f8f7f2')
  }
  for (const u of [0.04, 0.38, 0.66, 0.96]) kit.lamp([u, floor * 0.03, 0.14], '#f8fbff', 0.4)
  platformEdge(kit, floor)
}

export function fitPlatform(scene: Scene): void {
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  const { sky } = scene.palette
  const [upper, lower] = [sky[Math.floor(sky.length / 2)]!, sky.at(-1)!]
  for (let k = 0; k < 12; k++) kit.rect([0, (floor * k) / 12, 1, floor / 11], blendRgb(upper, lower, k / 11), 1.25)
  train(kit, [-0.02, floor * 0.36, 1.04, floor * 0.64], '#c8352f')
  for (const u of [0.13, 0.87]) {
    kit.rect([u - 0.014, 0, 0.028, floor * 1.06], '#3f5a4a')
    for (const side of [-1, 1]) kit.rod([u, floor * 0.3, u + side * 0.12, floor * 0.12], 0.012, '#3f5a4a')
  }
  kit.rect([0, 0, 1, floor * 0.1], '#4a6a58')
  for (let k = 0; k < 20; k++)
    kit.shape([k * 0.05, floor * 0.1, k * 0.05 + 0.05, floor * 0.1, k * 0.05 + 0.025, floor * 0.145], '#4a6a58')
  kit.rod([0.3, floor * 0.1, 0.3, floor * 0.16], 0.006, '#24262a')
  kit.round([0.3, floor * 0.22, 0.062, 0.062], '#24262a')
  kit.round([0.3, floor * 0.22, 0.053, 0.053], '#fbf8ee')
  kit.rod([0.3, floor * 0.22, 0.3, floor * 0.22 - 0.04], 0.006, '#24262a')
  kit.rod([0.3, floor * 0.22, 0.325, floor * 0.22 + 0.012], 0.006, '#24262a')
  platformEdge(kit, floor)
}

/** Its side, with doors and lighted windows. */
function train(kit: Kit, [left, top, wide, tall]: Four, stripe: string): void {
  kit.rect([left, top, wide, tall], '#e6eaec')
  kit.rect([left, top, wide, tall * 0.07], '#8a949c')
  kit.rect([left, top + tall * 0.62, wide, tall * 0.16], stripe)
  kit.rect([left, top + tall * 0.93, wide, tall * 0.07], '#24262a')
  for (let k = 0; k < 5; k++) {
    const u = left + wide * (0.01 + k * 0.2)
    kit.rect([u + 0.004, top + tall * 0.18, wide * 0.115, tall * 0.36], '#3a4a58')
    kit.rect([u + 0.012, top + tall * 0.21, wide * 0.1, tall * 0.3], '#f6e2a8', 1.1)
    kit.round([u + wide * 0.04, top + tall * 0.4, 0.022, 0.028], '#5a3a2a')
    kit.rect(
      [u + wide * 0.022, top + tall * 0.44, wide * 0.036, tall * 0.07],
      ['#c8352f', '#2f6fb8', '#2f8f5c', '#8a3f9c', '#e8772e'][k]!,
    )
    const door = u + wide * 0.128
    kit.rect([door, top + tall * 0.13, wide * 0.064, tall * 0.82], '#b8c2c8')
    for (const d of [0.003, 0.033]) {
      kit.rect([door + wide * d, top + tall * 0.16, wide * 0.028, tall * 0.77], stripe, 0.9)
      kit.rect([door + wide * (d + 0.005), top + tall * 0.22, wide * 0.018, tall * 0.32], '#cfe4ee')
    }
  }
}

function platformEdge(kit: Kit, floor: number): void {
  const deep = 1 - floor
  kit.rect([0, floor, 1, deep * 0.06], '#1c1d20')
  kit.rect([0, floor + deep * 0.06, 1, deep * 0.07], '#d8d4c8')
  kit.rect([0, floor + deep * 0.16, 1, deep * 0.06], YELLOW)
  for (let k = 0; k < 30; k++) kit.round([0.017 + k * 0.034, floor + deep * 0.19, 0.006, 0.004], '#b58a1c')
}

const SEATS = ['#2f5f9a', '#a8303c', '#2f7a5c'] as const

export function fitCoach(scene: Scene, random: Random): void {
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  const deep = 1 - floor
  kit.rect([0, 0, 1, floor * 1.02], '#d8dcd8')
  for (let k = 0; k < 4; k++) window(kit, [0.015 + k * 0.246, floor * 0.2, 0.23, floor * 0.44], random)
  kit.rect([0, floor * 0.08, 1, floor * 0.045], '#8a949c')
  for (let k = 0; k < 11; k++) {
    const u = 0.05 + k * 0.09
    kit.rod([u, floor * 0.11, u, floor * 0.19], 0.006, '#3a3c42')
    kit.path('M50 0 L100 100 L0 100 Z M50 36 L24 84 L76 84 Z', [u - 0.02, floor * 0.18, 0.04, floor * 0.07], YELLOW)
  }
  const cloth = random.pick(SEATS)
  for (const [foot, size, us] of [
    [floor + deep * 0.2, 0.17, [0.05, 0.25, 0.75, 0.95]],
    [floor + deep * 0.98, 0.27, [0.02, 0.98]],
  ] as const)
    for (const u of us) {
      kit.path('M6 12 C20 0 80 0 94 12 L100 100 L0 100 Z', [u - size / 2, foot - size * 1.5, size, size * 1.5], cloth)
      kit.path('M16 8 C30 2 70 2 84 8 L84 24 L16 24 Z', [u - size / 2, foot - size * 1.5, size, size * 1.5], '#f2ead6')
      kit.rod([u - size * 0.3, foot - size * 1.5, u + size * 0.3, foot - size * 1.5], 0.014, '#9aa4aa')
    }
  for (const u of [0.17, 0.83]) kit.rod([u, floor * 0.1, u, 1], 0.016, YELLOW)
}

/** The street goes by. */
function window(kit: Kit, [left, top, wide, tall]: Four, random: Random): void {
  kit.rect([left, top, wide, tall], '#2a2e34')
  const [u, v, w, h] = [left + 0.012, top + 0.014, wide - 0.024, tall - 0.028]
  kit.rect([u, v, w, h], '#a8d0ea', 1.3)
  for (let x = u; x < u + w - 0.01;) {
    const wall = Math.min(random.range(0.06, 0.1), u + w - x)
    const high = h * random.range(0.34, 0.6)
    kit.rect([x, v + h - high, wall, high], random.pick(['#e2b98a', '#c9805a', '#8fb0b4', '#d99a78']))
    kit.rect([x + wall * 0.3, v + h - high * 0.6, wall * 0.3, high * 0.6], '#5a4636')
    x += wall
  }
  kit.rect([u, v + h * 0.9, w, h * 0.1], '#8a7a68')
  kit.rect([left, top + tall * 0.3, wide, 0.008], '#2a2e34')
}
