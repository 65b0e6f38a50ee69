// Open ground that people know by what stands on it: a port, graves, a playground, a park, a pool, a farm.
import { fromHex } from '../../../core/colour.ts'
import type { Random } from '../../../core/random.ts'
import { drawObject } from '../../../objects/draw-object.ts'
import { drawBroadleaf } from '../../../objects/trees/broadleaf.ts'
import { drawPalm } from '../../../objects/trees/palm.ts'
import { refusesTrees } from '../../ground.ts'
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
  if (isOfFishers) for (let k = 0; k < 5; k++) pirogue(kit, [0.02 + ((k * 0.37) % 0.86), line + deep * (0.06 + k * 0.055), 0.26 + k * 0.04], k)
  else {
    freighter(kit, line, random)
    crane(kit, 0.84, line + deep * 0.2)
  }
  kit.shape([0, line + deep * 0.3, 1, line + deep * 0.3, 1, 1, 0, 1], '#a8a49a')
  kit.shape([0, line + deep * 0.3, 1, line + deep * 0.3, 1, line + deep * 0.36, 0, line + deep * 0.36], '#7a766e')
  for (let k = 0; k < 6; k++) kit.shape([k * 0.2, line + deep * 0.3, k * 0.2 + 0.1, line + deep * 0.3, k * 0.2 + 0.1, line + deep * 0.33, k * 0.2, line + deep * 0.33], '#f2c02e')
  for (const u of [0.05, 0.3, 0.7, 0.95]) {
    kit.round([u, line + deep * 0.42, 0.03, 0.012], '#24262a')
    kit.rect([u - 0.016, line + deep * 0.3, 0.032, deep * 0.12], '#2f3238')
    kit.round([u, line + deep * 0.3, 0.026, 0.013], '#3f434a')
  }
  if (isOfFishers) return landCatch(kit, line)
  for (const [left, foot, wide] of [[-0.06, line + deep * 0.62, 0.24], [0.86, line + deep * 0.66, 0.24]] as const)
    for (const row of [0, 1]) container(kit, [left + row * 0.02, foot - 0.11 - row * 0.11, wide, 0.11], random.pick(BOXES))
}

const HULLS = ['#2f6fb8', '#d8452f', '#f2b02e', '#2f8f5c', '#f2eee2'] as const

/** Long and narrow, painted in bands, its bow raised. */
function pirogue(kit: Kit, [left, water, wide]: readonly [number, number, number], k: number): void {
  const box = [left, water - wide * 0.26, wide, wide * 0.3] as const
  kit.path('M0 20 L10 34 C34 52 66 52 90 30 L100 0 L96 46 C88 92 76 100 50 100 C24 100 12 92 4 50 Z', box, HULLS[k % 5]!)
  kit.path('M2 34 L10 48 C34 64 66 64 92 44 L98 20 L96 42 C90 60 70 78 50 78 C28 78 10 66 4 48 Z', box, HULLS[(k + 2) % 5]!)
  kit.rod([left + wide * 0.3, water - wide * 0.14, left + wide * 0.34, water - wide * 0.62], 0.006, '#5a4632')
  kit.shape([left + wide * 0.345, water - wide * 0.6, left + wide * 0.5, water - wide * 0.52, left + wide * 0.34, water - wide * 0.45], HULLS[(k + 3) % 5]!)
  for (const d of [0.42, 0.55, 0.68]) kit.round([left + wide * d, water - wide * 0.14, wide * 0.045, wide * 0.04], '#8a6a48')
}

/** Basins of fish and a net at both sides. */
function landCatch(kit: Kit, line: number): void {
  const deep = 1 - line
  for (const [u, t] of [[0.1, 0.62], [0.9, 0.58], [0.03, 0.9], [0.97, 0.88]] as const) {
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
  for (let k = 0; k < ribs; k++) kit.rect([left + (wide * (k + 0.3)) / ribs, top + tall * 0.1, (wide * 0.3) / ribs, tall * 0.8], tint, 0.78)
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
  for (let row = 0; row < 4; row++) for (let k = 0; k < 3; k++) kit.rect([0.55 + k * 0.026, deck - 0.235 + row * 0.05, 0.016, 0.018], '#2f4a66')
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

/** Stones and crosses in rows, cypresses far behind. */
export function setGraves(scene: Scene): void {
  const kit = kitOf(scene)
  const line = floorOf(scene)
  const deep = 1 - line
  for (const [t, size, across] of [[0.1, 0.075, 8], [0.24, 0.12, 6], [0.46, 0.19, 5], [0.9, 0.32, 4]] as const)
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
    kit.path('M0 100 L0 36 C0 10 24 0 50 0 C76 0 100 10 100 36 L100 100 Z', [u - size * 0.38, foot - size * 1.1, size * 0.76, size * 1.1], stone)
    kit.rect([u - size * 0.05, foot - size * 0.95, size * 0.1, size * 0.42], '#7a766e')
    kit.rect([u - size * 0.15, foot - size * 0.84, size * 0.3, size * 0.09], '#7a766e')
  }
  kit.rect([u - size * 0.46, foot - size * 0.12, size * 0.92, size * 0.14], stone, 0.75)
  for (const [d, tint] of [[-0.28, '#d8352f'], [-0.16, '#f2b02e'], [0.26, '#e85a9a']] as const) kit.round([u + d * size, foot - size * 0.08, size * 0.08, size * 0.07], tint)
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
  kit.shape([0.11, foot - 0.33, 0.15, foot - 0.33, 0.38, foot - 0.03, 0.36, foot - 0.02, 0.14, foot - 0.29, 0.11, foot - 0.29], red)
  for (let k = 1; k < 6; k++) kit.rod([0.02, foot - k * 0.05, 0.1, foot - k * 0.05], 0.009, yellow)
  for (const u of [0.64, 0.98]) for (const d of [-0.045, 0.045]) kit.rod([u, foot - 0.46, u + d, foot], 0.016, red)
  kit.rod([0.63, foot - 0.46, 0.99, foot - 0.46], 0.018, red)
  for (const [u, lean] of [[0.74, 0.02], [0.88, -0.03]] as const) {
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
    for (const [u, t, tall] of [[0.2, 0.1, 0.4], [0.8, 0.1, 0.42], [-0.01, 0.34, 0.74], [1, 0.32, 0.7]] as const)
      drawBroadleaf(frame, { x: frame.width * u, y: frame.height * (line + deep * t), height: frame.height * tall, ...leaves }, light, random)
  for (const [u, foot, size] of [[0.2, line + deep * 0.4, 0.2], [0.84, line + deep * 0.36, 0.18]] as const) {
    for (const v of [0.5, 0.38, 0.26]) kit.rect([u - size / 2, foot - size * v * 1.4, size, size * 0.1], '#8f5f36')
    kit.rect([u - size * 0.54, foot - size * 0.26, size * 1.08, size * 0.07], '#a8713f')
    for (const side of [-0.42, 0.42]) kit.rect([u + side * size - 0.006, foot - size * 0.3, 0.012, size * 0.3], '#2f3a34')
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
    for (const u of [0.06, 0.3, 0.72, 0.95]) drawPalm(frame, { x: frame.width * u, y: frame.height * (line + 0.02), height: frame.height * random.range(0.34, 0.46), fog: 0.05, leaf: palette.leaf }, light, random)
  kit.rect([0, line - 0.03, 1, 0.05], '#f2ead8')
  kit.shape([0, line + deep * 0.02, 1, line + deep * 0.02, 1, 1, 0, 1], '#e3d3b4')
  kit.shape([0.1, line + deep * 0.1, 0.9, line + deep * 0.1, 1.16, line + deep * 0.66, -0.16, line + deep * 0.66], '#f8f4ea')
  kit.shape([0.13, line + deep * 0.13, 0.87, line + deep * 0.13, 1.1, line + deep * 0.62, -0.1, line + deep * 0.62], '#2fb8cf', 1.1)
  for (let row = 0; row < 7; row++)
    for (let k = 0; k < 9; k++) {
      const t = 0.16 + row * 0.065
      const u = 0.5 + (k - 4 + (row & 1) * 0.5) * (0.075 + t * 0.1)
      kit.round([u, line + deep * t, 0.03 + 0.02 * t, 0.004 + 0.003 * t], '#aef0f4', 1.1)
    }
  for (const d of [0, 0.05]) kit.path('M0 100 L0 30 C0 0 60 0 100 30 L86 40 C60 20 16 22 14 40 L14 100 Z', [0.78 + d, line + deep * 0.02, 0.07, deep * 0.22], '#c9d2d8')
  for (const u of [0.14, 0.88]) {
    kit.rod([u, line + 0.06, u, line - 0.24], 0.009, '#f4f0e6')
    kit.path('M0 100 C8 30 36 0 50 0 C64 0 92 30 100 100 C86 84 78 84 66 100 C58 84 42 84 34 100 C22 84 14 84 0 100 Z', [u - 0.13, line - 0.3, 0.26, 0.12], '#e8552f')
    kit.path('M34 100 C36 40 46 4 50 0 C54 4 64 40 66 100 C58 84 42 84 34 100 Z', [u - 0.13, line - 0.3, 0.26, 0.12], '#f8f2e2')
    kit.shape([u - 0.09, line - 0.06, u - 0.06, line - 0.07, u - 0.01, line + 0.03, u + 0.1, line + 0.03, u + 0.1, line + 0.05, u - 0.02, line + 0.05], '#f2b02e')
  }
}

/** A barn, its fence, bales, hens' house. */
export function setFarm(scene: Scene): void {
  const { frame, light } = scene
  const kit = kitOf(scene)
  const line = floorOf(scene)
  const deep = 1 - line
  const foot = line + deep * 0.16
  kit.shape([0, foot - 0.26, 0.05, foot - 0.4, 0.19, foot - 0.46, 0.33, foot - 0.4, 0.38, foot - 0.26, 0.38, foot, 0, foot], '#a8352a')
  kit.shape([-0.02, foot - 0.25, 0.035, foot - 0.405, 0.19, foot - 0.475, 0.345, foot - 0.405, 0.4, foot - 0.25, 0.38, foot - 0.25, 0.33, foot - 0.385, 0.19, foot - 0.445, 0.05, foot - 0.385, 0, foot - 0.25], '#5a5048')
  kit.rect([0.11, foot - 0.2, 0.16, 0.2], '#f2ece0')
  kit.rect([0.12, foot - 0.19, 0.14, 0.19], '#7f2a22')
  for (const [a, b] of [[0.12, 0.26], [0.26, 0.12]] as const) kit.rod([a, foot - 0.19, b, foot], 0.01, '#f2ece0')
  kit.rect([0.155, foot - 0.33, 0.07, 0.07], '#f2ece0')
  kit.rect([0.163, foot - 0.322, 0.054, 0.054], '#3a2420')
  for (const [u, v] of [[0.83, 0], [0.93, 0], [0.88, -0.07]] as const) {
    kit.round([u, foot + deep * 0.06 + v - 0.03, 0.052, 0.05], '#d9b04a')
    kit.round([u, foot + deep * 0.06 + v - 0.03, 0.034, 0.032], '#b58a34')
    kit.round([u, foot + deep * 0.06 + v - 0.03, 0.016, 0.015], '#d9b04a')
  }
  for (let k = 0; k < 15; k++) {
    const u = k * 0.075
    kit.rect([u - 0.008, foot + deep * 0.06, 0.016, deep * 0.26], '#f2ece0')
  }
  for (const v of [0.1, 0.2]) kit.rect([0, foot + deep * v, 1, deep * 0.045], '#f8f4ea')
  const random = scene.random.fork('farm')
  drawObject(frame, { name: 'windmill', x: frame.width * 0.72, y: frame.height * (line + deep * 0.08), height: frame.height * 0.3 }, light, random)
}
