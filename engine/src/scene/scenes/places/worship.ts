// A church and a mosque from within: pews towards the altar, a carpet of prayer places before the niche.
import type { Scene } from '../../scene.ts'
import { floorOf, type Kit, kitOf } from './kit.ts'

const WOOD = '#7a4a2c'
const GOLD = '#d9b04a'
const GLASS = ['#c8352f', '#2f6fb8', '#e8b53a', '#2f8f5c', '#8a3f9c'] as const
const POINTED = 'M0 100 L0 42 C0 20 24 8 50 0 C76 8 100 20 100 42 L100 100 Z'

export function fitChurch(scene: Scene): void {
  const kit = kitOf(scene)
  const floor = floorOf(scene)
  for (const left of [0.05, 0.75]) stainGlass(kit, [left, floor * 0.08], floor)
  kit.path(POINTED, [0.31, floor * 0.02, 0.38, floor * 0.98], '#b8a888')
  kit.path(POINTED, [0.33, floor * 0.05, 0.34, floor * 0.95], '#efe2c4')
  kit.rect([0.488, floor * 0.08, 0.024, floor * 0.42], '#6a3f22')
  kit.rect([0.43, floor * 0.17, 0.14, floor * 0.04], '#6a3f22')
  kit.rect([0.3, floor * 0.8, 0.4, floor * 0.2], '#f4efe4')
  kit.rect([0.29, floor * 0.78, 0.42, floor * 0.03], GOLD)
  for (const u of [0.32, 0.68]) {
    kit.rect([u - 0.006, floor * 0.64, 0.012, floor * 0.14], '#f8f2e0')
    kit.lamp([u, floor * 0.62, 0.05], '#ffdf9a', 0.5)
  }
  const deep = 1 - floor
  kit.shape([0.46, floor, 0.54, floor, 0.72, 1, 0.28, 1], '#9a2f2f')
  for (const t of [0.1, 0.3, 0.58, 0.95])
    for (const side of [-1, 1]) pew(kit, { t, side, foot: floor + deep * t, deep })
}

function stainGlass(kit: Kit, [left, top]: readonly [number, number], floor: number): void {
  const tall = floor * 0.62
  kit.path(POINTED, [left - 0.012, top - 0.012, 0.224, tall + 0.024], '#8a7a62')
  kit.path(POINTED, [left, top, 0.2, tall], '#2a3a6a')
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 4; column++) {
      const v = top + tall * (0.26 + row * 0.12)
      kit.rect([left + 0.01 + column * 0.046, v, 0.04, tall * 0.1], GLASS[(row * 3 + column * 2) % GLASS.length]!, 1.3)
    }
  kit.round([left + 0.1, top + tall * 0.15, 0.05, 0.05], '#f2d060', 1.2)
}

interface Pew {
  readonly t: number
  readonly side: number
  readonly foot: number
  readonly deep: number
}

function pew(kit: Kit, { t, side, foot, deep }: Pew): void {
  const tall = deep * (0.22 + 0.34 * t)
  const inner = 0.5 + side * (0.1 + 0.2 * t)
  const left = side > 0 ? inner : -0.1
  const wide = side > 0 ? 1.1 - inner : inner + 0.1
  kit.rect([left, foot - tall, wide, tall], WOOD, 0.78)
  kit.rect([left, foot - tall, wide, tall * 0.14], '#9a6238', 1.1)
  kit.rect([left, foot - tall * 0.42, wide, tall * 0.1], '#8f5a34')
  kit.rect([side > 0 ? inner : inner - 0.02, foot - tall * 1.12, 0.02 + 0.01 * t, tall * 1.12], '#5f3820')
}

const ARCH = 'M0 100 L0 50 C-6 30 20 22 50 0 C80 22 106 30 100 50 L100 100 Z'

export function fitMosque(scene: Scene): void {
  const kit = kitOf(scene)
  const floor = floorOf(scene)
  for (const left of [0.02, 0.74]) {
    kit.path(ARCH, [left, floor * 0.1, 0.24, floor * 0.9], '#f2ead6')
    kit.path(ARCH, [left + 0.03, floor * 0.2, 0.18, floor * 0.8], '#7fb0a8')
    for (let k = 0; k < 4; k++) {
      kit.rect([left + 0.046 + k * 0.04, floor * 0.42, 0.022, floor * 0.58], '#4f8a86')
      kit.round([left + 0.057 + k * 0.04, floor * 0.42, 0.011, 0.02], '#4f8a86')
    }
  }
  kit.path(ARCH, [0.31, 0, 0.38, floor], GOLD)
  kit.path(ARCH, [0.33, floor * 0.05, 0.34, floor * 0.95], '#1f6a62')
  kit.path(ARCH, [0.38, floor * 0.22, 0.24, floor * 0.78], '#12463f')
  kit.rect([0, floor * 0.03, 1, floor * 0.035], '#1f6a62')
  for (let k = 0; k < 24; k++) kit.round([0.02 + k * 0.042, floor * 0.047, 0.012, 0.01], GOLD)
  for (const u of [0.14, 0.5, 0.86]) {
    kit.rod([u, 0, u, floor * 0.2], 0.004, '#5a4a2c')
    kit.path('M20 0 L80 0 L100 60 L50 100 L0 60 Z', [u - 0.035, floor * 0.18, 0.07, floor * 0.13], GOLD)
    kit.lamp([u, floor * 0.25, 0.13], '#ffe0a0', 0.42)
  }
  layPrayerPlaces(kit, floor)
}

/** Rows of arches woven into the carpet. */
function layPrayerPlaces(kit: Kit, floor: number): void {
  const deep = 1 - floor
  kit.rect([0, floor, 1, deep], '#8f2430')
  for (const [row, top] of [0.02, 0.2, 0.5].entries()) {
    const tall = deep * (0.16 + row * 0.13)
    const wide = 0.13 + row * 0.07
    for (let k = -4; k <= 4; k++) {
      const box = [0.5 + k * wide * 1.08 - wide / 2, floor + deep * top, wide, tall] as const
      kit.path(ARCH, box, GOLD)
      kit.path(
        ARCH,
        [box[0] + wide * 0.08, box[1] + tall * 0.08, wide * 0.84, tall * 0.9],
        row & 1 ? '#7a1f2c' : '#1f5a54',
      )
    }
  }
}
