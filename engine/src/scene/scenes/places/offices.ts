// Where people are received: an office, a bank, a court, a waiting hall of an airport.
import type { Random } from '../../../core/random.ts'
import type { Scene } from '../../scene.ts'
import { floorOf, type Four, type Kit, kitOf } from './kit.ts'

const BINDERS = ['#2f5f9a', '#c8352f', '#2f8f5c', '#e8b53a', '#3a3c42'] as const

export function fitOffice(scene: Scene, random: Random): void {
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  townWindow(kit, [0.58, floor * 0.1, 0.38, floor * 0.55], random)
  for (const row of [0.2, 0.42, 0.64]) {
    for (let u = 0.03; u < 0.28; u += 0.026) {
      kit.rect([u, floor * (row - 0.14), 0.022, floor * 0.14], random.pick(BINDERS))
      kit.rect([u + 0.005, floor * (row - 0.11), 0.012, floor * 0.04], '#f4f0e6')
    }
    kit.rect([0.01, floor * row, 0.3, floor * 0.02], '#8f6a48')
  }
  kit.round([0.44, floor * 0.13, 0.05, 0.05], '#2a2c30')
  kit.round([0.44, floor * 0.13, 0.043, 0.043], '#f8f6ee')
  kit.rod([0.44, floor * 0.13, 0.44, floor * 0.13 - 0.03], 0.005, '#2a2c30')
  kit.rod([0.44, floor * 0.13, 0.46, floor * 0.13 + 0.008], 0.005, '#2a2c30')
  const deep = 1 - floor
  for (const left of [-0.05, 0.66]) {
    kit.rect([left, floor + deep * 0.12, 0.4, deep * 0.07], '#a8794a')
    kit.rect([left + 0.03, floor + deep * 0.19, 0.34, deep * 0.5], '#8a6238', 0.8)
    screen(kit, [left + 0.12, floor - 0.1, 0.17, 0.12 + deep * 0.1])
    kit.rect([left + 0.3, floor + deep * 0.075, 0.07, deep * 0.05], '#f6f2e8')
  }
}

function screen(kit: Kit, [left, top, wide, tall]: Four): void {
  kit.rect([left + wide * 0.42, top + tall * 0.7, wide * 0.16, tall * 0.3], '#3a3c42')
  kit.rect([left, top, wide, tall * 0.78], '#24262c')
  kit.rect([left + wide * 0.05, top + tall * 0.05, wide * 0.9, tall * 0.66], '#5fa8d8', 1.2)
  for (const k of [0.16, 0.3, 0.44])
    kit.rect([left + wide * 0.12, top + tall * k, wide * (0.7 - k), tall * 0.06], '#eaf4fa')
}

function townWindow(kit: Kit, [left, top, wide, tall]: Four, random: Random): void {
  kit.rect([left - 0.012, top - 0.012, wide + 0.024, tall + 0.024], '#e8e8e4')
  kit.rect([left, top, wide, tall], '#9fcbe8', 1.3)
  for (let u = left; u < left + wide - 0.02;) {
    const [w, h] = [Math.min(random.range(0.04, 0.08), left + wide - u), tall * random.range(0.3, 0.75)]
    kit.rect([u, top + tall - h, w, h], random.pick(['#8aa0b4', '#b4a894', '#6f8498', '#c2b8a8']))
    for (let y = top + tall - h + 0.012; y < top + tall - 0.016; y += 0.024)
      kit.rect([u + w * 0.15, y, w * 0.7, 0.009], '#dfeaf2')
    u += w + 0.004
  }
  for (const k of [1 / 3, 2 / 3]) kit.rect([left + wide * k - 0.004, top, 0.008, tall], '#e8e8e4')
}

export function fitBank(scene: Scene): void {
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  const deep = 1 - floor
  kit.rect([0, 0, 1, floor * 0.12], '#1f4a6a')
  kit.rect([0, floor * 0.12, 1, floor * 0.02], '#d9b04a')
  kit.round([0.82, floor * 0.5, 0.17, 0.17], '#6a7078')
  kit.round([0.82, floor * 0.5, 0.148, 0.148], '#b4bcc4')
  kit.round([0.82, floor * 0.5, 0.1, 0.1], '#8e979f')
  for (let k = 0; k < 3; k++) {
    const [dx, dy] = [Math.cos((k * Math.PI) / 3), Math.sin((k * Math.PI) / 3)]
    kit.rod(
      [0.82 - dx * 0.075, floor * 0.5 - dy * 0.075, 0.82 + dx * 0.075, floor * 0.5 + dy * 0.075],
      0.016,
      '#4a5058',
    )
  }
  kit.round([0.82, floor * 0.5, 0.026, 0.026], '#d9b04a')
  for (const left of [0, 0.17]) {
    kit.rect([left + 0.01, floor * 0.3, 0.15, floor * 0.55], '#bfe0ea', 1.05)
    kit.rect([left + 0.025, floor * 0.36, 0.03, floor * 0.4], '#e8f6fa', 1.15)
    kit.rect([left, floor * 0.26, 0.17, floor * 0.05], '#1f4a6a')
    kit.rect([left + 0.05, floor * 0.79, 0.07, floor * 0.06], '#24262c')
    kit.rect([left, floor * 0.26, 0.012, floor * 0.6], '#c9ced6')
  }
  kit.rect([-0.02, floor * 0.85, 0.38, floor * 0.15 + deep * 0.3], '#a8794a')
  kit.rect([-0.03, floor * 0.83, 0.4, floor * 0.045], '#efe6d4')
  for (const u of [0.66, 0.97]) {
    kit.rod([u, floor + deep * 0.5, u, floor + deep * 0.06], 0.016, '#d9b04a')
    kit.round([u, floor + deep * 0.05, 0.018, 0.018], '#d9b04a')
    kit.round([u, floor + deep * 0.5, 0.05, 0.014], '#b58f34')
  }
  kit.path(
    'M0 0 C20 60 80 60 100 0 L100 24 C80 90 20 90 0 24 Z',
    [0.66, floor + deep * 0.08, 0.31, deep * 0.2],
    '#a82a3a',
  )
}

export function fitCourt(scene: Scene): void {
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  kit.rect([0, 0, 1, floor], '#7a4c2c')
  for (let k = 0; k < 7; k++) {
    kit.rect([0.01 + k * 0.143, floor * 0.05, 0.122, floor * 0.5], '#8f5c36')
    kit.rect([0.022 + k * 0.143, floor * 0.09, 0.098, floor * 0.42], '#6e4426')
  }
  for (const u of [0.16, 0.84]) scales(kit, u, floor)
  kit.rect([-0.02, floor * 0.66, 1.04, floor * 0.4], '#9a6238')
  kit.rect([-0.02, floor * 0.63, 1.04, floor * 0.05], '#c08a52')
  for (let k = 0; k < 5; k++) kit.rect([0.02 + k * 0.2, floor * 0.74, 0.16, floor * 0.24], '#7f4f2c')
  for (const left of [0.26, 0.66]) {
    kit.path('M20 0 L80 0 L92 100 L8 100 Z', [left, floor * 0.42, 0.1, floor * 0.22], '#7a1f2c')
    kit.rect([left + 0.01, floor * 0.44, 0.08, floor * 0.02], '#d9b04a')
  }
  const deep = 1 - floor
  for (const side of [0, 1]) {
    const left = side ? 0.7 : -0.06
    for (let k = 0; k < 7; k++) kit.rect([left + 0.015 + k * 0.05, floor + deep * 0.3, 0.018, deep * 0.5], '#8f5c36')
    kit.rect([left, floor + deep * 0.24, 0.36, deep * 0.08], '#b57c46')
    kit.rect([left, floor + deep * 0.78, 0.36, deep * 0.06], '#6e4426')
  }
}

/** Of justice, in gold. */
function scales(kit: Kit, u: number, floor: number): void {
  const gold = '#e3bb52'
  kit.round([u, floor * 0.3, 0.12, 0.12], '#5a3520')
  kit.rod([u, floor * 0.17, u, floor * 0.42], 0.012, gold)
  kit.rod([u - 0.08, floor * 0.21, u + 0.08, floor * 0.21], 0.01, gold)
  kit.rod([u - 0.04, floor * 0.42, u + 0.04, floor * 0.42], 0.016, gold)
  for (const side of [-1, 1]) {
    const at = u + side * 0.078
    for (const d of [-0.03, 0.03]) kit.rod([at, floor * 0.21, at + d, floor * 0.32], 0.004, gold)
    kit.path('M0 0 L100 0 C90 80 10 80 0 0 Z', [at - 0.036, floor * 0.32, 0.072, floor * 0.06], gold)
  }
}

export function fitAirport(scene: Scene): void {
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  const deep = 1 - floor
  kit.rect([0, floor * 0.2, 1, floor * 0.72], '#a8d4ee', 1.25)
  kit.rect([0, floor * 0.7, 1, floor * 0.22], '#9aa0a4')
  airliner(kit, [0.02, floor * 0.4, 0.46, floor * 0.36])
  airliner(kit, [0.66, floor * 0.5, 0.32, floor * 0.24])
  for (let k = 0; k <= 5; k++) kit.rect([k * 0.2 - 0.006, floor * 0.18, 0.012, floor * 0.76], '#5a646c')
  kit.rect([0, floor * 0.92, 1, floor * 0.09], '#5a646c')
  kit.rect([0, 0, 1, floor * 0.2], '#d8dde0')
  for (const left of [0.04, 0.62]) {
    kit.rect([left, floor * 0.02, 0.34, floor * 0.21], '#16202c')
    for (let row = 0; row < 4; row++) {
      kit.rect([left + 0.02, floor * (0.05 + row * 0.043), 0.14, floor * 0.022], '#f2b02e', 1.2)
      kit.rect([left + 0.19, floor * (0.05 + row * 0.043), 0.06, floor * 0.022], '#f4f0e6')
      kit.rect([left + 0.27, floor * (0.05 + row * 0.043), 0.05, floor * 0.022], row === 1 ? '#d8452f' : '#4fc07a')
    }
  }
  for (let k = 0; k < 8; k++) {
    if (k === 3 || k === 4) continue
    const left = 0.01 + k * 0.124
    kit.rect([left, floor + deep * 0.06, 0.108, deep * 0.3], '#2f5f9a')
    kit.rect([left - 0.004, floor + deep * 0.34, 0.116, deep * 0.1], '#244c7c')
    kit.rect([left + 0.05, floor + deep * 0.44, 0.012, deep * 0.24], '#8a9298')
  }
  kit.rect([0, floor + deep * 0.66, 0.4, deep * 0.03], '#8a9298')
  kit.rect([0.62, floor + deep * 0.66, 0.4, deep * 0.03], '#8a9298')
}

/** From the side, on its wheels. */
function airliner(kit: Kit, [left, top, wide, tall]: Four): void {
  kit.path('M4 6 L16 6 L30 44 L12 46 Z', [left, top, wide, tall], '#e8772e')
  kit.path(
    'M2 48 C20 40 70 40 84 44 C96 48 100 56 98 62 C90 72 30 72 12 64 C6 60 2 54 2 48 Z',
    [left, top, wide, tall],
    '#f6f8fa',
  )
  kit.path('M12 62 C30 72 90 72 98 62 L97 66 C86 74 30 74 14 66 Z', [left, top, wide, tall], '#c2ccd4')
  kit.path('M44 60 L64 60 L38 92 L28 92 Z', [left, top, wide, tall], '#9aa8b4')
  for (let k = 0; k < 12; k++)
    kit.rect([left + wide * (0.24 + k * 0.048), top + tall * 0.5, wide * 0.018, tall * 0.05], '#3a5a7c')
  kit.path('M86 48 L94 52 L90 56 L85 54 Z', [left, top, wide, tall], '#24384c')
  for (const u of [0.46, 0.5, 0.86]) kit.round([left + wide * u, top + tall * 0.92, 0.011, 0.011], '#24262c')
  for (const u of [0.48, 0.86])
    kit.rod([left + wide * u, top + tall * 0.7, left + wide * u, top + tall * 0.9], 0.005, '#6a7078')
}
