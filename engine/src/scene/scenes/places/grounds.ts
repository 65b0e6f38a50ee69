// Open ground that people know by what stands on it: graves, a playground, a park, a pool.
import { fromHex } from '../../../core/colour.ts'
import { drawBroadleaf } from '../../../objects/trees/broadleaf.ts'
import { drawPalm } from '../../../objects/trees/palm.ts'
import { refusesTrees } from '../../ground.ts'
import type { Scene } from '../../scene.ts'
import { floorOf, type Kit, kitOf } from './kit.ts'

/** Stones and crosses in rows, cypresses far behind. */
export function setGraves(scene: Scene): void {
  const kit = kitOf(scene)
  const line = floorOf(scene)
  const deep = 1 - line
  for (const [t, size, across] of [
    [0.1, 0.075, 8],
    [0.24, 0.12, 6],
    [0.46, 0.19, 5],
    [0.9, 0.32, 4],
  ] as const)
    for (let k = 0; k < across; k++) {
      const u = (k + 0.5) / across
      if (Math.abs(u - 0.5) < 0.14) continue
      grave(kit, [u, line + deep * t, size], (k + Math.round(t * 10)) % 3)
    }
}

function grave(kit: Kit, [u, foot, size]: readonly [number, number, number], kind: number): void {
  const stone = ['#d8d4cc', '#b8b4ac', '#e8e4da'][kind]!
  kit.round([u, foot, size * 0.56, size * 0.1], '#4a3f34')
  if (kind === 0) {
    kit.rect([u - size * 0.09, foot - size * 1.5, size * 0.18, size * 1.5], stone)
    kit.rect([u - size * 0.4, foot - size * 1.14, size * 0.8, size * 0.18], stone)
  } else {
    kit.path(
      'M0 100 L0 36 C0 10 24 0 50 0 C76 0 100 10 100 36 L100 100 Z',
      [u - size * 0.38, foot - size * 1.1, size * 0.76, size * 1.1],
      stone,
    )
    kit.rect([u - size * 0.05, foot - size * 0.95, size * 0.1, size * 0.42], '#7a766e')
    kit.rect([u - size * 0.15, foot - size * 0.84, size * 0.3, size * 0.09], '#7a766e')
  }
  kit.rect([u - size * 0.46, foot - size * 0.12, size * 0.92, size * 0.14], stone, 0.75)
  for (const [d, tint] of [
    [-0.28, '#d8352f'],
    [-0.16, '#f2b02e'],
    [0.26, '#e85a9a'],
  ] as const)
    kit.round([u + d * size, foot - size * 0.08, size * 0.08, size * 0.07], tint)
}

/** A slide and swings, as tall as they are beside children. */
export function setPlayground(scene: Scene): void {
  const kit = kitOf(scene)
  const line = floorOf(scene)
  const deep = 1 - line
  const foot = line + deep * 0.3
  kit.shape([0, line + deep * 0.12, 1, line + deep * 0.12, 1, line + deep * 0.6, 0, line + deep * 0.6], '#d8b98a')
  const [red, yellow, blue] = ['#d8352f', '#f2c02e', '#2f6fb8']
  for (const u of [0.02, 0.1]) kit.rod([u, foot, u, foot - 0.42], 0.016, blue)
  kit.path('M50 0 L100 100 L0 100 Z', [-0.02, foot - 0.52, 0.16, 0.1], red)
  kit.rect([0, foot - 0.29, 0.12, 0.022], yellow)
  kit.shape([0.11, foot - 0.3, 0.15, foot - 0.3, 0.36, foot - 0.02, 0.4, foot, 0.32, foot], yellow)
  kit.shape(
    [0.11, foot - 0.33, 0.15, foot - 0.33, 0.38, foot - 0.03, 0.36, foot - 0.02, 0.14, foot - 0.29, 0.11, foot - 0.29],
    red,
  )
  for (let k = 1; k < 6; k++) kit.rod([0.02, foot - k * 0.05, 0.1, foot - k * 0.05], 0.009, yellow)
  for (const u of [0.64, 0.98]) for (const d of [-0.045, 0.045]) kit.rod([u, foot - 0.46, u + d, foot], 0.016, red)
  kit.rod([0.63, foot - 0.46, 0.99, foot - 0.46], 0.018, red)
  for (const [u, lean] of [
    [0.74, 0.02],
    [0.88, -0.03],
  ] as const) {
    for (const d of [-0.025, 0.025]) kit.rod([u + d, foot - 0.46, u + d + lean, foot - 0.1], 0.005, '#4a4e54')
    kit.rect([u + lean - 0.04, foot - 0.1, 0.08, 0.018], blue)
  }
  kit.rod([0.4, foot - 0.03, 0.62, foot - 0.15], 0.018, blue)
  kit.path('M50 0 L100 100 L0 100 Z', [0.47, foot - 0.09, 0.08, 0.09], red)
}

/** A path with benches and lamps under trees. */
export function layPark(scene: Scene): void {
  const { frame, light } = scene
  const kit = kitOf(scene)
  const line = floorOf(scene)
  const deep = 1 - line
  kit.shape([0.45, line + deep * 0.06, 0.55, line + deep * 0.06, 0.86, 1, 0.14, 1], '#d8c49a')
  const random = scene.random.fork('park')
  const leaves = { leaf: fromHex('#3f6f34'), leafLight: fromHex('#8fb84f'), trunk: fromHex('#5a4030') }
  if (!refusesTrees(scene))
    for (const [u, t, tall] of [
      [0.2, 0.1, 0.4],
      [0.8, 0.1, 0.42],
      [-0.01, 0.34, 0.74],
      [1, 0.32, 0.7],
    ] as const)
      drawBroadleaf(
        frame,
        { x: frame.width * u, y: frame.height * (line + deep * t), height: frame.height * tall, ...leaves },
        light,
        random,
      )
  for (const [u, foot, size] of [
    [0.2, line + deep * 0.4, 0.2],
    [0.84, line + deep * 0.36, 0.18],
  ] as const) {
    for (const v of [0.5, 0.38, 0.26]) kit.rect([u - size / 2, foot - size * v * 1.4, size, size * 0.1], '#8f5f36')
    kit.rect([u - size * 0.54, foot - size * 0.26, size * 1.08, size * 0.07], '#a8713f')
    for (const side of [-0.42, 0.42])
      kit.rect([u + side * size - 0.006, foot - size * 0.3, 0.012, size * 0.3], '#2f3a34')
  }
  for (const u of [0.33, 0.67]) {
    kit.rod([u, line + deep * 0.22, u, line - 0.2], 0.008, '#24302a')
    kit.lamp([u, line - 0.22, scene.palette.isNight ? 0.14 : 0.08], '#fff2c8', scene.palette.isNight ? 0.7 : 0.2)
  }
}

/** Tiles, clear water, deck chairs under a parasol, palms. */
export function fillPool(scene: Scene): void {
  const { frame, light, palette } = scene
  const kit = kitOf(scene)
  const line = floorOf(scene)
  const deep = 1 - line
  const random = scene.random.fork('pool')
  if (!refusesTrees(scene))
    for (const u of [0.06, 0.3, 0.72, 0.95])
      drawPalm(
        frame,
        {
          x: frame.width * u,
          y: frame.height * (line + 0.02),
          height: frame.height * random.range(0.34, 0.46),
          fog: 0.05,
          leaf: palette.leaf,
        },
        light,
        random,
      )
  kit.rect([0, line - 0.03, 1, 0.05], '#f2ead8')
  kit.shape([0, line + deep * 0.02, 1, line + deep * 0.02, 1, 1, 0, 1], '#e3d3b4')
  kit.shape(
    [0.1, line + deep * 0.1, 0.9, line + deep * 0.1, 1.16, line + deep * 0.66, -0.16, line + deep * 0.66],
    '#f8f4ea',
  )
  kit.shape(
    [0.13, line + deep * 0.13, 0.87, line + deep * 0.13, 1.1, line + deep * 0.62, -0.1, line + deep * 0.62],
    '#2fb8cf',
    1.1,
  )
  for (let row = 0; row < 7; row++)
    for (let k = 0; k < 9; k++) {
      const t = 0.16 + row * 0.065
      const u = 0.5 + (k - 4 + (row & 1) * 0.5) * (0.075 + t * 0.1)
      kit.round([u, line + deep * t, 0.03 + 0.02 * t, 0.004 + 0.003 * t], '#aef0f4', 1.1)
    }
  deckChairs(kit, line)
}

/** The ladder, parasols and what one lies on. */
function deckChairs(kit: Kit, line: number): void {
  const deep = 1 - line
  for (const d of [0, 0.05])
    kit.path(
      'M0 100 L0 30 C0 0 60 0 100 30 L86 40 C60 20 16 22 14 40 L14 100 Z',
      [0.78 + d, line + deep * 0.02, 0.07, deep * 0.22],
      '#c9d2d8',
    )
  for (const u of [0.14, 0.88]) {
    kit.rod([u, line + 0.06, u, line - 0.24], 0.009, '#f4f0e6')
    kit.path(
      'M0 100 C8 30 36 0 50 0 C64 0 92 30 100 100 C86 84 78 84 66 100 C58 84 42 84 34 100 C22 84 14 84 0 100 Z',
      [u - 0.13, line - 0.3, 0.26, 0.12],
      '#e8552f',
    )
    kit.path(
      'M34 100 C36 40 46 4 50 0 C54 4 64 40 66 100 C58 84 42 84 34 100 Z',
      [u - 0.13, line - 0.3, 0.26, 0.12],
      '#f8f2e2',
    )
    kit.shape(
      [
        u - 0.09,
        line - 0.06,
        u - 0.06,
        line - 0.07,
        u - 0.01,
        line + 0.03,
        u + 0.1,
        line + 0.03,
        u + 0.1,
        line + 0.05,
        u - 0.02,
        line + 0.05,
      ],
      '#f2b02e',
    )
  }
}
