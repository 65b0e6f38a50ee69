// Walls of goods: a shop, a supermarket, a pharmacy, a bakery, a library.
import type { Random } from '../../../core/random.ts'
import type { Scene } from '../../scene.ts'
import { floorOf, type Four, type Kit, kitOf } from './kit.ts'

const LABELS = ['#d8352f', '#f2b02e', '#2f7fb8', '#2f8f5c', '#e8772e', '#8a3f9c', '#f2ead6', '#c8307a'] as const
const SPINES = ['#7a2f2a', '#2f4a6a', '#3f5a3a', '#8a6a2c', '#5a2f4a', '#a8552f', '#d9c79a', '#2b2d38'] as const

/** Goods in a row that stand on its lower edge. */
type Stock = (kit: Kit, row: Four, random: Random) => void

const tins: Stock = (kit, [left, top, wide, tall], random) => {
  for (let u = left; u < left + wide - 0.02;) {
    const [w, h] = [random.range(0.022, 0.05), tall * random.range(0.6, 0.95)]
    const isBottle = random.chance(0.35)
    const box = [u, top + tall - h, w, h] as const
    if (isBottle)
      kit.path(
        'M40 0 L60 0 L60 22 C84 30 92 40 92 54 L92 100 L8 100 L8 54 C8 40 16 30 40 22 Z',
        box,
        random.pick(LABELS),
      )
    else kit.rect(box, random.pick(LABELS))
    kit.rect([u + w * 0.08, top + tall - h * 0.55, w * 0.84, h * 0.26], '#f8f2e0', 0.95)
    u += w + 0.005
  }
}

const boxes: Stock = (kit, [left, top, wide, tall], random) => {
  for (let u = left; u < left + wide - 0.02;) {
    const [w, h] = [random.range(0.03, 0.055), tall * random.range(0.45, 0.85)]
    kit.rect([u, top + tall - h, w, h], '#f6f8f6')
    kit.rect([u, top + tall - h * 0.5, w, h * 0.22], random.pick(['#2f9a6a', '#2f7fb8', '#d8352f', '#f2a02e']))
    u += w + 0.006
  }
}

const loaves: Stock = (kit, [left, top, wide, tall], random) => {
  for (let u = left; u < left + wide - 0.03; u += 0.062) {
    const crust = random.pick(['#c98a42', '#b5742f', '#d9a05a'])
    if (random.chance(0.45)) {
      for (const k of [0, 0.02, 0.04]) kit.rod([u + k, top + tall, u + k + 0.016, top + tall * 0.08], 0.018, crust)
      continue
    }
    kit.path('M0 100 C-4 40 20 18 50 18 C80 18 104 40 100 100 Z', [u, top + tall * 0.3, 0.056, tall * 0.7], crust)
    for (const k of [0.015, 0.03, 0.042])
      kit.rod([u + k - 0.008, top + tall * 0.74, u + k + 0.004, top + tall * 0.52], 0.005, '#f0d8a0')
  }
}

const books: Stock = (kit, [left, top, wide, tall], random) => {
  for (let u = left; u < left + wide - 0.008;) {
    const [w, h] = [random.range(0.009, 0.02), tall * random.range(0.68, 0.95)]
    const spine = random.pick(SPINES)
    kit.rect([u, top + tall - h, w, h], spine)
    kit.rect([u, top + tall - h * 0.82, w, h * 0.07], '#d9c079')
    u += w + 0.001
  }
}

interface Wall {
  readonly wood: string
  readonly back: string
  readonly rows: number
  readonly stock: Stock
  readonly bays: number
}

function shelve(scene: Scene, { wood, back, rows, stock, bays }: Wall, random: Random): void {
  const kit = kitOf(scene)
  const floor = floorOf(scene)
  const [top, foot] = [floor * 0.13, floor * 1.01]
  kit.rect([0, top, 1, foot - top], back)
  const step = (foot - top) / rows
  for (let row = 0; row < rows; row++) {
    const v = top + row * step
    stock(kit, [0.01, v + step * 0.1, 0.98, step * 0.8], random)
    kit.rect([0, v + step * 0.9, 1, step * 0.1], wood)
    kit.rect([0, v + step, 1, step * 0.05], wood, 0.5)
  }
  for (let k = 0; k <= bays; k++)
    kit.rect([k / bays - 0.008, top - floor * 0.02, 0.016, foot - top + floor * 0.02], wood, 0.85)
}

export function fitShop(scene: Scene, random: Random): void {
  shelve(scene, { wood: '#8a5a34', back: '#5a4632', rows: 4, stock: tins, bays: 3 }, random)
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  for (let k = 0; k < 9; k++) {
    const u = 0.03 + k * 0.118
    kit.rod([u, 0, u, floor * 0.08], 0.003, '#3a342c')
    for (const d of [0, 0.05, 0.1]) kit.rect([u - 0.02, floor * (0.05 + d), 0.04, floor * 0.042], random.pick(LABELS))
  }
  counter(kit, floor, '#2f7f6a')
}

/** At both sides, where nobody stands before it. */
function counter(kit: Kit, floor: number, tint: string): void {
  const deep = 1 - floor
  for (const left of [-0.06, 0.7]) {
    kit.rect([left, floor + deep * 0.14, 0.36, deep * 0.7], tint)
    kit.rect([left - 0.01, floor + deep * 0.08, 0.38, deep * 0.1], '#d8b98a')
    kit.rect([left + 0.03, floor + deep * 0.26, 0.3, deep * 0.04], '#f2ead6', 0.8)
  }
  kit.rect([0.8, floor - 0.01, 0.1, deep * 0.06 + 0.03], '#c9ced6')
  kit.path('M0 0 L100 0 L80 60 L20 60 Z', [0.78, floor - 0.05, 0.14, 0.06], '#e8eaec')
  kit.path('M20 0 L80 0 L92 100 L8 100 Z', [0.06, floor - 0.06, 0.08, deep * 0.08 + 0.07], '#d8e6e8')
  for (const [u, v] of [
    [0.085, 0.0],
    [0.11, -0.012],
    [0.1, 0.018],
  ] as const)
    kit.round([u, floor + v, 0.014, 0.014], '#e8552f')
}

export function fitSupermarket(scene: Scene, random: Random): void {
  shelve(scene, { wood: '#dfe3e6', back: '#aab4ba', rows: 5, stock: tins, bays: 2 }, random)
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  const step = (floor * 0.88) / 5
  for (let row = 1; row <= 5; row++)
    for (let k = 0; k < 12; k++)
      kit.rect(
        [0.03 + k * 0.083, floor * 0.13 + row * step - step * 0.09, 0.034, step * 0.12],
        k % 3 ? '#f8f6ee' : '#f2d02e',
      )
  for (const [k, tint] of ['#d8352f', '#2f8f5c', '#f2a02e'].entries()) {
    for (const d of [0.05, 0.19]) kit.rod([0.04 + k * 0.34 + d, 0, 0.04 + k * 0.34 + d, floor * 0.04], 0.003, '#4a4a4a')
    kit.rect([0.04 + k * 0.34, floor * 0.035, 0.24, floor * 0.085], tint)
    kit.rect([0.07 + k * 0.34, floor * 0.068, 0.18, floor * 0.018], '#f8f6ee')
  }
  for (const u of [0.2, 0.5, 0.8]) kit.lamp([u, 0.004, 0.12], '#f8fbff', 0.25)
  trolley(kit, floor)
}

function trolley(kit: Kit, floor: number): void {
  const [left, top, deep] = [0.03, floor + 0.02, 1 - floor]
  kit.shape(
    [left, top, left + 0.25, top + deep * 0.08, left + 0.22, top + deep * 0.5, left + 0.05, top + deep * 0.5],
    '#c2cad0',
    0.75,
  )
  for (const [k, tint] of ['#e8772e', '#2f8f5c', '#d8352f', '#f2b02e'].entries())
    kit.round([left + 0.07 + k * 0.042, top + deep * 0.05, 0.034, 0.04], tint)
  for (let k = 0; k <= 6; k++)
    kit.rod([left + k * 0.041, top + deep * 0.013 * k, left + 0.05 + k * 0.028, top + deep * 0.5], 0.005, '#eef2f4')
  for (let k = 0; k <= 4; k++)
    kit.rod(
      [left + k * 0.012, top + deep * 0.125 * k, left + 0.25 - k * 0.008, top + deep * (0.08 + 0.105 * k)],
      0.005,
      '#eef2f4',
    )
  kit.rod([left, top, left - 0.03, top - deep * 0.06], 0.012, '#d8352f')
  kit.rod([left + 0.05, top + deep * 0.5, left + 0.22, top + deep * 0.66], 0.008, '#8a9298')
  kit.rod([left + 0.05, top + deep * 0.66, left + 0.22, top + deep * 0.66], 0.008, '#8a9298')
  for (const u of [left + 0.06, left + 0.21]) kit.round([u, top + deep * 0.7, 0.02, 0.02], '#2a2c30')
}

export function fitPharmacy(scene: Scene, random: Random): void {
  shelve(scene, { wood: '#f0f4f2', back: '#cfe2da', rows: 4, stock: boxes, bays: 4 }, random)
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  for (const u of [0.14, 0.86]) {
    kit.round([u, floor * 0.24, 0.105, 0.105], '#f8fbfa')
    kit.rect([u - 0.025, floor * 0.24 - 0.075, 0.05, 0.15], '#1f9a4a', 1.15)
    kit.rect([u - 0.075, floor * 0.24 - 0.025, 0.15, 0.05], '#1f9a4a', 1.15)
  }
  counter(kit, floor, '#e8f2ec')
}

export function fitBakery(scene: Scene, random: Random): void {
  shelve(scene, { wood: '#a8713f', back: '#f0e0c0', rows: 3, stock: loaves, bays: 3 }, random)
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  for (let k = 0; k < 10; k++)
    kit.path(
      'M0 0 L100 0 L100 70 C84 100 66 100 50 70 C34 100 16 100 0 70 Z',
      [k * 0.1, 0, 0.1, floor * 0.12],
      k & 1 ? '#f8f0e0' : '#c8452f',
    )
  counter(kit, floor, '#c98a5c')
}

export function fitLibrary(scene: Scene, random: Random): void {
  shelve(scene, { wood: '#5f3c24', back: '#2f1f14', rows: 5, stock: books, bays: 4 }, random)
  const [kit, floor] = [kitOf(scene), floorOf(scene)]
  kit.rect([0, 0, 1, floor * 0.13], '#5f3c24')
  for (const d of [0, 0.1]) kit.rod([0.76 + d, floor * 1.12, 0.84 + d * 0.7, floor * 0.12], 0.014, '#b5844a')
  for (let k = 1; k < 8; k++)
    kit.rod(
      [0.76 + k * 0.01, floor * (1.12 - k * 0.125), 0.86 + k * 0.006, floor * (1.12 - k * 0.125)],
      0.011,
      '#c8955a',
    )
  const deep = 1 - floor
  kit.rect([-0.04, floor + deep * 0.2, 0.36, deep * 0.07], '#8f5f36')
  kit.rect([0.24, floor + deep * 0.27, 0.03, deep * 0.6], '#6a4428')
  for (const [k, spine] of SPINES.slice(0, 4).entries())
    kit.rect([0.04 + (k & 1) * 0.012, floor + deep * (0.14 - k * 0.055), 0.13, deep * 0.055], spine)
  kit.rod([0.25, floor + deep * 0.2, 0.25, floor - 0.02], 0.008, '#2f5a3f')
  kit.path('M20 0 L80 0 L100 100 L0 100 Z', [0.2, floor - 0.06, 0.1, 0.06], '#2f7a4f')
  kit.lamp([0.25, floor + 0.004, 0.14], '#ffe2a0', 0.4)
}
