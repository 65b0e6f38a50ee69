// Rooms with beds and tables: a ward, a bedroom, a restaurant; a palace, a studio, a dance floor, a garage.
import type { Random } from '../../../core/random.ts'
import { drawObject } from '../../../objects/draw-object.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import type { Scene } from '../../scene.ts'
import { floorOf, type Kit, kitOf } from './kit.ts'

export function fitWard(scene: Scene): void {
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  const deep = 1 - floor
  kit.rect([0, floor * 0.62, 1, floor * 0.03], '#5fa89a')
  for (const [left, isCut] of [
    [-0.06, false],
    [0.66, true],
  ] as const) {
    kit.rect([left, floor * 0.66, 0.025, floor * 0.34 + deep * 0.34], '#6a7880')
    for (const v of [0.68, 0.76]) kit.rect([left, floor * v, 0.2, floor * 0.018], '#6a7880')
    kit.rect([left + 0.38, floor * 0.74, 0.02, floor * 0.26 + deep * 0.34], '#6a7880')
    kit.rect([left, floor * 0.86, 0.4, floor * 0.14 + deep * 0.14], '#f8fafa')
    kit.rect([left + 0.13, floor * 0.85, 0.27, floor * 0.15 + deep * 0.18], isCut ? '#3f86a8' : '#2f7f76')
    kit.path('M4 30 C10 4 90 4 96 30 L100 100 L0 100 Z', [left + 0.02, floor * 0.77, 0.12, floor * 0.12], '#ffffff')
    kit.rect([left, floor + deep * 0.16, 0.4, deep * 0.04], '#9aa8b0')
  }
  for (const u of [0.31, 0.68]) drip(kit, u, floor)
  kit.rect([0.7, floor * 0.1, 0.2, 0.2], '#ffffff', 1.1)
  kit.rect([0.775, floor * 0.1 + 0.03, 0.05, 0.14], '#d8262f', 1.15)
  kit.rect([0.73, floor * 0.1 + 0.075, 0.14, 0.05], '#d8262f', 1.15)
  kit.rect([0.04, floor * 0.22, 0.18, floor * 0.22], '#2a3238')
  kit.rect([0.052, floor * 0.24, 0.156, floor * 0.17], '#0f2a24')
  for (const [k, v] of [0, -0.02, 0, 0.05, -0.07, 0.02, 0, 0].entries())
    if (k)
      kit.rod(
        [
          0.04 + k * 0.02,
          floor * 0.32 + [0, -0.02, 0, 0.05, -0.07, 0.02, 0, 0][k - 1]! * 0.6,
          0.06 + k * 0.02,
          floor * 0.32 + v * 0.6,
        ],
        0.005,
        '#4fe08a',
      )
}

function drip(kit: Kit, u: number, floor: number): void {
  kit.rod([u, floor * 0.26, u, floor * 1.12], 0.008, '#aab4ba')
  kit.rod([u - 0.035, floor * 0.27, u + 0.035, floor * 0.27], 0.007, '#aab4ba')
  kit.path('M10 0 L90 0 L94 74 L60 100 L40 100 L6 74 Z', [u - 0.056, floor * 0.29, 0.05, floor * 0.16], '#d8ecf4')
  kit.rod([u - 0.031, floor * 0.45, u - 0.05, floor * 0.84], 0.004, '#e8f2f6')
  kit.rod([u - 0.05, floor * 1.12, u + 0.05, floor * 1.12], 0.01, '#8a9298')
}

export function fitBedroom(scene: Scene, random: Random): void {
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  const deep = 1 - floor
  const cover =
    colourValue(scene.spec.colourOf.get('bedding')) ??
    random.pick(['#a8432f', '#2f6a8a', '#7a5a9a', '#d99a3a', '#3f7a5a'])
  const [left, wide, side] = [-0.04, 0.66, 0.62]
  kit.path('M0 100 L0 24 C20 0 80 0 100 24 L100 100 Z', [left, floor * 0.5, wide, floor * 0.55], '#6a4228')
  kit.path('M4 100 L4 28 C22 8 78 8 96 28 L96 100 Z', [left + 0.02, floor * 0.54, wide - 0.04, floor * 0.5], '#85552f')
  for (const u of [0.02, 0.32])
    kit.path(
      'M6 20 C12 0 88 0 94 20 C104 50 98 84 92 96 C70 102 30 102 8 96 C2 84 -4 50 6 20 Z',
      [left + 0.02 + u, floor * 0.76, 0.28, floor * 0.2],
      '#fbf6ec',
    )
  kit.rect([left, floor * 0.92, wide, floor * 0.08 + deep * 0.1], '#f2ebdc')
  kit.shape(
    [
      left,
      floor * 0.99,
      left + wide,
      floor * 0.99,
      left + wide + 0.06,
      floor + deep * 0.66,
      left - 0.06,
      floor + deep * 0.66,
    ],
    cover,
  )
  kit.shape(
    [
      left,
      floor * 0.99,
      left + wide,
      floor * 0.99,
      left + wide + 0.014,
      floor + deep * 0.14,
      left - 0.014,
      floor + deep * 0.14,
    ],
    '#efe2c8',
  )
  for (const u of [0.12, 0.3, 0.48])
    kit.rod([left + u, floor + deep * 0.16, left + u * 1.16 - 0.05, floor + deep * 0.64], 0.006, '#efe2c8')
  kit.rect([side + 0.06, floor * 0.82, 0.22, floor * 0.18 + deep * 0.12], '#7a4c2c')
  for (const v of [0.86, 0.98]) kit.rect([side + 0.08, floor * v, 0.18, floor * 0.09], '#94623a')
  kit.rod([side + 0.17, floor * 0.82, side + 0.17, floor * 0.66], 0.012, '#c9a25a')
  kit.path('M26 0 L74 0 L100 100 L0 100 Z', [side + 0.09, floor * 0.5, 0.16, floor * 0.17], '#f6e2b0')
  kit.lamp([side + 0.17, floor * 0.6, 0.3], '#ffe0a0', scene.light.isNight ? 0.6 : 0.25)
  curtains(kit, floor)
}

function curtains(kit: Kit, floor: number): void {
  kit.rect([0.1, floor * 0.07, 0.26, floor * 0.38], '#a8d4ee', 1.25)
  kit.rect([0.225, floor * 0.07, 0.01, floor * 0.38], '#f2ece0')
  kit.rect([0.05, floor * 0.04, 0.36, floor * 0.016], '#5a3a24')
  for (const u of [0.06, 0.32])
    for (let k = 0; k < 4; k++)
      kit.rect([u + k * 0.021, floor * 0.05, 0.021, floor * 0.43], '#e8d9b8', k & 1 ? 0.82 : 1)
}

const BOTTLES = ['#3f6a2c', '#7a4a1c', '#5a1c24', '#c9a25a', '#2f5a6a'] as const

export function fitRestaurant(scene: Scene, random: Random): void {
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  const deep = 1 - floor
  kit.rect([0, floor * 0.64, 1, floor * 0.36], '#6a4028')
  for (let k = 0; k < 9; k++) kit.rect([0.006 + k * 0.112, floor * 0.69, 0.1, floor * 0.26], '#7f4f30')
  for (const row of [0.3, 0.48]) {
    for (let u = 0.64; u < 0.97; u += 0.036) {
      kit.path(
        'M38 0 L62 0 L62 30 C86 40 92 48 92 60 L92 100 L8 100 L8 60 C8 48 14 40 38 30 Z',
        [u, floor * (row - 0.13), 0.026, floor * 0.13],
        random.pick(BOTTLES),
      )
    }
    kit.rect([0.62, floor * row, 0.36, floor * 0.018], '#4a2c1a')
  }
  kit.rect([0.05, floor * 0.14, 0.24, floor * 0.42], '#8a5a34')
  kit.rect([0.065, floor * 0.165, 0.21, floor * 0.37], '#1f2623')
  for (let k = 0; k < 5; k++)
    kit.rect([0.085, floor * (0.21 + k * 0.06), 0.1 + 0.06 * ((k * 7) % 3) * 0.5, floor * 0.016], '#e8e6da')
  for (const [u, foot, size] of [
    [0.12, floor + deep * 0.34, 0.24],
    [0.89, floor + deep * 0.3, 0.22],
    [0.03, floor + deep * 0.95, 0.36],
    [0.99, floor + deep * 0.95, 0.36],
  ] as const)
    laidTable(kit, [u, foot, size])
  for (const u of [0.16, 0.84]) {
    kit.rod([u, 0, u, floor * 0.12], 0.004, '#24201c')
    kit.path('M40 0 L60 0 L100 100 L0 100 Z', [u - 0.06, floor * 0.1, 0.12, floor * 0.1], '#c8452f')
    kit.lamp([u, floor * 0.2, 0.3], '#ffdf9a', 0.36)
  }
}

/** A cloth to the ground, plates, glasses, chairs at its sides. */
function laidTable(kit: Kit, [u, foot, size]: readonly [number, number, number]): void {
  const [tall, half] = [size * 0.62, size * 0.5]
  for (const side of [-1, 1]) {
    kit.rect([u + side * half * 1.06 - size * 0.07, foot - tall * 1.35, size * 0.14, tall * 0.8], '#5a341e')
    kit.rect([u + side * half * 1.06 - size * 0.08, foot - tall * 0.62, size * 0.16, tall * 0.62], '#45281a', 0.9)
  }
  kit.shape(
    [u - half, foot - tall, u + half, foot - tall, u + half * 1.04, foot, u - half * 1.04, foot],
    '#f6f1e6',
    0.86,
  )
  kit.shape(
    [
      u - half * 0.86,
      foot - tall * 1.12,
      u + half * 0.86,
      foot - tall * 1.12,
      u + half,
      foot - tall * 0.92,
      u - half,
      foot - tall * 0.92,
    ],
    '#fdfaf2',
  )
  kit.shape([u - half * 0.4, foot - tall * 0.92, u + half * 0.4, foot - tall * 0.92, u, foot - tall * 0.4], '#b8303c')
  for (const side of [-0.5, 0.5]) {
    kit.round([u + side * half, foot - tall * 1.02, size * 0.15, size * 0.045], '#d8dde0')
    kit.round([u + side * half, foot - tall * 1.03, size * 0.1, size * 0.028], '#c8742f')
    kit.path(
      'M10 0 L90 0 C90 50 70 60 56 62 L56 92 L80 100 L20 100 L44 92 L44 62 C30 60 10 50 10 0 Z',
      [u + side * half * 0.36 - size * 0.035, foot - tall * 1.4, size * 0.07, tall * 0.4],
      '#8a2436',
    )
  }
}

export function fitPalace(scene: Scene): void {
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  const deep = 1 - floor
  for (let k = 0; k < 6; k++) kit.rect([0.22 + k * 0.094, 0, 0.094, floor], '#8f1f2f', k & 1 ? 0.84 : 1.04)
  kit.rect([0, floor * 0.02, 1, floor * 0.07], '#d9b04a')
  kit.path(
    'M0 0 L100 0 L100 50 C80 110 60 40 50 90 C40 40 20 110 0 50 Z',
    [0.2, floor * 0.08, 0.6, floor * 0.16],
    '#d9b04a',
  )
  for (const u of [0.1, 0.24, 0.76, 0.9]) {
    kit.rect([u - 0.035, floor * 0.12, 0.07, floor * 0.92], '#f2ead8')
    for (const d of [-0.02, 0, 0.02]) kit.rect([u + d - 0.003, floor * 0.14, 0.006, floor * 0.86], '#c9bc9c')
    kit.rect([u - 0.05, floor * 0.08, 0.1, floor * 0.06], '#d9b04a')
    kit.rect([u - 0.05, floor * 1, 0.1, deep * 0.1], '#d9b04a')
  }
  for (let row = 0; row < 5; row++)
    for (let k = -8; k < 8; k++) {
      const [a, b] = [row / 5, (row + 1) / 5].map((t) => t * t) as [number, number]
      const [near, far] = [0.1 + 0.2 * b, 0.1 + 0.2 * a]
      if ((row + k) & 1)
        kit.shape(
          [
            0.5 + k * far,
            floor + deep * a,
            0.5 + (k + 1) * far,
            floor + deep * a,
            0.5 + (k + 1) * near,
            floor + deep * b,
            0.5 + k * near,
            floor + deep * b,
          ],
          '#efe6d4',
          1.05,
        )
    }
  kit.shape([0.4, floor, 0.6, floor, 0.8, 1, 0.2, 1], '#a81f2f')
  for (const side of [-1, 1])
    kit.shape(
      [0.5 + side * 0.1, floor, 0.5 + side * 0.088, floor, 0.5 + side * 0.27, 1, 0.5 + side * 0.3, 1],
      '#e3bb52',
    )
  for (const u of [0.17, 0.83]) {
    kit.rod([u, 0, u, floor * 0.2], 0.005, '#b58f34')
    kit.path('M0 0 L100 0 L76 60 L50 100 L24 60 Z', [u - 0.06, floor * 0.2, 0.12, floor * 0.14], '#f2d98a')
    for (const d of [-0.05, -0.017, 0.017, 0.05]) kit.lamp([u + d, floor * 0.19, 0.05], '#fff0c0', 0.4)
  }
}

export function fitStudio(scene: Scene): void {
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  const deep = 1 - floor
  kit.rect([0, 0, 1, floor], '#3a3640')
  for (let row = 0; row < 8; row++)
    for (let k = 0; k < 14; k++) {
      const box = [k * 0.0725, floor * row * 0.125, 0.068, floor * 0.118] as const
      kit.rect(box, '#4f4a58', (row + k) & 1 ? 1 : 0.7)
      kit.shape([box[0], box[1] + box[3], box[0] + box[2], box[1], box[0] + box[2], box[1] + box[3]], '#2c2932')
    }
  kit.rect([0.6, floor * 0.12, 0.38, floor * 0.46], '#8a8478')
  kit.rect([0.615, floor * 0.145, 0.35, floor * 0.41], '#d9a860', 0.8)
  for (const u of [0.65, 0.86]) kit.rect([u, floor * 0.22, 0.08, floor * 0.24], '#24262c')
  for (const u of [0.69, 0.9]) for (const v of [0.29, 0.39]) kit.round([u, floor * v, 0.024, 0.024], '#8a8f98')
  kit.rod([0.06, 1, 0.13, floor * 0.42], 0.012, '#16171a')
  kit.rod([0.13, floor * 0.42, 0.3, floor * 0.36], 0.01, '#16171a')
  kit.round([0.31, floor * 0.37, 0.035, 0.05], '#b8bec6')
  kit.round([0.31, floor * 0.36, 0.027, 0.03], '#5a6068')
  kit.shape(
    [0.62, floor + deep * 0.16, 1.02, floor + deep * 0.1, 1.02, floor + deep * 0.66, 0.68, floor + deep * 0.7],
    '#24262c',
  )
  for (let k = 0; k < 9; k++) {
    const u = 0.67 + k * 0.038
    kit.rod([u, floor + deep * 0.24, u + 0.02, floor + deep * 0.58], 0.004, '#8a8f98')
    kit.rect([u + 0.002, floor + deep * (0.3 + 0.09 * ((k * 5) % 3)), 0.018, deep * 0.05], '#f4f0e6')
    kit.round([u, floor + deep * 0.2, 0.008, 0.008], k % 3 ? '#4fe08a' : '#f2452f', 1.4)
  }
  kit.lamp([0.79, floor * 0.06, 0.09], '#ff4a3a', 0.5)
}

export function fitGarage(scene: Scene, random: Random): void {
  const { frame, light, horizon } = scene
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  const deep = 1 - floor
  for (const u of [0.18, 0.82]) {
    const colour = random.pick([
      [0.75, 0.2, 0.16],
      [0.2, 0.42, 0.62],
      [0.88, 0.7, 0.2],
    ] as const)
    drawObject(
      frame,
      { name: 'car', x: frame.width * u, y: horizon + frame.height * deep * 0.4, height: frame.height * 0.48, colour },
      light,
      random,
    )
  }
  for (const [u, count] of [
    [0.05, 4],
    [0.95, 3],
  ] as const)
    for (let k = 0; k < count; k++) {
      const v = floor + deep * 0.74 - k * 0.045
      kit.round([u, v, 0.085, 0.036], '#24262a')
      kit.round([u, v - 0.012, 0.085, 0.03], '#3a3d42')
      kit.round([u, v - 0.012, 0.042, 0.014], '#16171a')
    }
}
