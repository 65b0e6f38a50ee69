import { Label, type Frame } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { shaded } from '../../core/raster.ts'
import { faded, type Spot } from './spot.ts'

const STEPS = 20

/** A ragged spindle. */
export function drawCypress(frame: Frame, tree: Spot, light: SceneLight, random: Random): void {
  const { x, y, height, leaf, fog = 0 } = tree
  const outline: number[] = []
  for (const side of [1, -1]) {
    for (let k = 0; k <= STEPS; k++) {
      const t = (side > 0 ? k : STEPS - k) / STEPS
      const bulge = Math.max(0, Math.sin(Math.PI * t ** 0.7)) ** 0.8
      outline.push(x + side * height * 0.1 * bulge * random.range(0.86, 1.12), y - height * t)
    }
  }
  shaded(frame, [outline], {
    base: faded(leaf, light, [0.18, fog]),
    rim: faded(leaf, light, [0.8, fog]),
    toLight: [light.x - x, light.y - y],
    reach: Math.max(1.5, height * 0.045),
    label: Label.plant,
  })
}
