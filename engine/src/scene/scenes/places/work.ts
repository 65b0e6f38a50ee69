// Where people work out of doors: a farm, a building site.
import { drawObject } from '../../../objects/draw-object.ts'
import type { Scene } from '../../scene.ts'
import { floorOf, type Kit, kitOf } from './kit.ts'

/** A barn, its fence, bales, hens' house. */
export function setFarm(scene: Scene): void {
  const { frame, light } = scene
  const kit = kitOf(scene)
  const line = floorOf(scene)
  const deep = 1 - line
  const foot = line + deep * 0.16
  kit.shape(
    [0, foot - 0.26, 0.05, foot - 0.4, 0.19, foot - 0.46, 0.33, foot - 0.4, 0.38, foot - 0.26, 0.38, foot, 0, foot],
    '#a8352a',
  )
  kit.shape(
    [
      -0.02,
      foot - 0.25,
      0.035,
      foot - 0.405,
      0.19,
      foot - 0.475,
      0.345,
      foot - 0.405,
      0.4,
      foot - 0.25,
      0.38,
      foot - 0.25,
      0.33,
      foot - 0.385,
      0.19,
      foot - 0.445,
      0.05,
      foot - 0.385,
      0,
      foot - 0.25,
    ],
    '#5a5048',
  )
  kit.rect([0.11, foot - 0.2, 0.16, 0.2], '#f2ece0')
  kit.rect([0.12, foot - 0.19, 0.14, 0.19], '#7f2a22')
  for (const [a, b] of [
    [0.12, 0.26],
    [0.26, 0.12],
  ] as const)
    kit.rod([a, foot - 0.19, b, foot], 0.01, '#f2ece0')
  kit.rect([0.155, foot - 0.33, 0.07, 0.07], '#f2ece0')
  kit.rect([0.163, foot - 0.322, 0.054, 0.054], '#3a2420')
  fence(kit, foot, deep)
  const random = scene.random.fork('farm')
  drawObject(
    frame,
    { name: 'windmill', x: frame.width * 0.72, y: frame.height * (line + deep * 0.08), height: frame.height * 0.3 },
    light,
    random,
  )
}

/** Bales, and boards before them. */
function fence(kit: Kit, foot: number, deep: number): void {
  for (const [u, v] of [
    [0.83, 0],
    [0.93, 0],
    [0.88, -0.07],
  ] as const) {
    kit.round([u, foot + deep * 0.06 + v - 0.03, 0.052, 0.05], '#d9b04a')
    kit.round([u, foot + deep * 0.06 + v - 0.03, 0.034, 0.032], '#b58a34')
    kit.round([u, foot + deep * 0.06 + v - 0.03, 0.016, 0.015], '#d9b04a')
  }
  for (let k = 0; k < 15; k++) {
    const u = k * 0.075
    kit.rect([u - 0.008, foot + deep * 0.06, 0.016, deep * 0.26], '#f2ece0')
  }
  for (const v of [0.1, 0.2]) kit.rect([0, foot + deep * v, 1, deep * 0.045], '#f8f4ea')
}

/** A wall that is not finished, its scaffold, the crane behind, sand and blocks at the foot. */
export function setSite(scene: Scene): void {
  const kit = kitOf(scene)
  const line = floorOf(scene)
  const deep = 1 - line
  const foot = line + deep * 0.16
  const steel = '#f2b02e'
  kit.rod([0.8, foot, 0.8, 0.05], 0.02, steel)
  for (let k = 0; k < 9; k++) kit.rod([0.785, foot - k * 0.062, 0.815, foot - (k + 1) * 0.062], 0.006, '#b57f1c')
  kit.rod([0.42, 0.11, 0.98, 0.11], 0.018, steel)
  for (const to of [0.5, 0.95]) kit.rod([0.8, 0.05, to, 0.108], 0.005, steel)
  kit.rod([0.56, 0.11, 0.56, 0.2], 0.004, '#2a2c30')
  kit.rect([0.92, 0.11, 0.06, 0.05], '#6a7078')
  layBlocks(kit, foot)
  for (const u of [0.02, 0.2, 0.38]) kit.rod([u, foot + 0.02, u, foot - 0.5], 0.012, '#8a6a48')
  for (const v of [0.17, 0.34]) {
    kit.rect([-0.02, foot - v, 0.42, 0.022], '#c9a06a')
    kit.rod([0.02, foot - v - 0.16, 0.2, foot - v], 0.006, '#8a6a48')
  }
  kit.path('M0 100 C20 50 40 4 52 0 C66 6 84 60 100 100 Z', [0.68, foot - 0.05, 0.36, 0.16], '#d9b97a')
  kit.path('M10 60 L40 60 L46 100 L4 100 Z M0 0 L60 0 L52 60 L4 60 Z', [0.58, foot - 0.08, 0.1, 0.13], '#7a8088')
  for (const [u, v] of [
    [0.02, 0.62],
    [0.13, 0.62],
    [0.07, 0.5],
    [0.9, 0.7],
    [0.99, 0.7],
  ] as const) {
    kit.rect([u - 0.05, line + deep * v, 0.1, deep * 0.11], '#a8a49c')
    for (const d of [-0.025, 0.012]) kit.rect([u + d, line + deep * (v + 0.03), 0.018, deep * 0.05], '#6a665e')
  }
}

/** Row by row, the upper ones only begun. */
function layBlocks(kit: Kit, foot: number): void {
  for (let row = 0; row < 9; row++)
    for (let k = 0; k < 8 - Math.max(0, row - 4); k++) {
      const left = -0.03 + k * 0.06 - (row & 1) * 0.03
      if (row > 2 && row < 7 && (k === 3 || k === 4)) continue
      kit.rect([left, foot - (row + 1) * 0.052, 0.056, 0.047], (row + k) % 3 ? '#b0aca2' : '#9a968c')
    }
}
