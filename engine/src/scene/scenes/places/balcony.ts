// A balcony over the town: a rail of bars, the open door beside it, pots.
import type { Scene } from '../../scene.ts'
import { floorOf, kitOf } from './kit.ts'

export function railBalcony(scene: Scene): void {
  const kit = kitOf(scene)
  const foot = floorOf(scene) + 0.13
  const top = foot - 0.27
  const iron = '#2c3238'
  for (let k = 0; k < 26; k++) {
    const u = 0.1 + k * 0.04
    kit.rod([u, top, u, foot], 0.009, iron)
    if (k % 2 === 0) kit.round([u + 0.02, (top + foot) / 2, 0.017, 0.022], '#3a4148')
  }
  for (const v of [top, foot - 0.02, top + 0.05]) kit.rect([0.09, v - 0.008, 0.93, v === top ? 0.026 : 0.014], iron)
  kit.rect([-0.02, 0, 0.13, 1], '#d9a878')
  kit.rect([0.1, 0, 0.024, 1], '#b9845a')
  kit.rect([-0.02, 0.14, 0.075, 0.86], '#4a3a34')
  for (let k = 0; k < 9; k++) kit.rect([0.05, 0.15 + k * 0.095, 0.046, 0.085], '#2f7a6a', k & 1 ? 0.88 : 1)
  kit.shape([-0.02, 0, 1.02, 0, 1.02, 0.045, -0.02, 0.045], '#b9845a')
  for (const u of [0.72, 0.93]) {
    for (const [d, v] of [
      [-0.045, 0],
      [0, -0.03],
      [0.045, 0],
      [-0.02, -0.015],
      [0.025, -0.02],
    ] as const) {
      kit.round([u + d, top - 0.03 + v, 0.035, 0.03], '#4f8a3f')
      kit.round([u + d * 1.2, top - 0.045 + v, 0.014, 0.014], '#e8457a')
    }
    kit.rect([u - 0.09, top - 0.01, 0.18, 0.07], '#b5562f')
  }
}
