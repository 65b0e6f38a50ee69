import type { Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { fill } from '../../core/raster.ts'
import { ellipse } from '../../core/shapes.ts'
import { drawObject } from '../draw-object.ts'

export interface Lanterns {
  readonly light: SceneLight
  /** Where the water begins, if there is any: lanterns shine in it. */
  readonly horizon?: number | undefined
}

const SHINE: Rgb = [1, 0.7, 0.35]
const COUNT = 30

/** Paper lanterns rising, small ones behind. */
export function paintLanterns(frame: Frame, { light, horizon }: Lanterns, random: Random): void {
  const lanterns = Array.from({ length: COUNT }, () => ({
    height: frame.shortSide * (0.02 + 0.09 * random.next() ** 1.6),
    x: random.next() * frame.width,
    y: frame.height * (0.08 + 0.62 * random.next()),
  })).sort((a, b) => a.height - b.height)
  for (const lantern of lanterns) drawObject(frame, { name: 'lantern', ...lantern }, light, random)
  if (horizon === undefined) return
  for (const { x, y, height } of lanterns) {
    const mirrorY = horizon + (horizon - y) * 0.55 + height
    if (mirrorY <= horizon || mirrorY >= frame.height) continue
    for (let m = 0; m < 6; m++) {
      const centre = [x + random.gauss() * height * 0.25, mirrorY + m * height * 0.24] as const
      fill(frame, [ellipse(centre, [height * 0.5, height * 0.05], 0, 10)], SHINE, { alpha: 0.28 })
    }
  }
}
