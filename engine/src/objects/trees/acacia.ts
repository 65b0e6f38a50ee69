import { blendRgb, fromHex, type Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { fill } from '../../core/raster.ts'
import { ellipse, line } from '../../core/shapes.ts'
import { faded, PLANT, type Spot } from './spot.ts'

export interface Acacia extends Spot {
  readonly leafLight: Rgb
}

const LEAVES = { label: Label.plant, alpha: 0.95 }
const BARK = fromHex('#33261f')

/** The flat crown of the savanna. */
export function drawAcacia(frame: Frame, tree: Acacia, light: SceneLight, random: Random): void {
  const { x, y, height, leaf, leafLight, fog = 0 } = tree
  const bark = faded(BARK, light, [0.12, fog * 0.7])
  shadeBelow(frame, tree)
  // One trunk out of the ground, and boughs that part low.
  const fork = [x + height * 0.03, y - height * 0.26] as const
  fill(frame, [line([x, y + height * 0.012, ...fork], height * 0.1, height * 0.058)], bark, PLANT)
  for (const lean of [-0.55, -0.16, 0.24, 0.58]) {
    const knee = [fork[0] + lean * height * 0.2, y - height * (0.5 - 0.05 * Math.abs(lean))] as const
    fill(frame, [line([...fork, ...knee], height * 0.05, height * 0.034)], bark, PLANT)
    const tip = [x + lean * height * 0.56, y - height * 0.77] as const
    fill(frame, [line([...knee, ...tip], height * 0.034, height * 0.014)], bark, PLANT)
  }
  for (let k = 0; k < 60 + height * 0.5; k++) {
    const along = random.gauss() * 0.62
    const t = random.next()
    const centre = [x + along * height * 0.62, y - height * (0.74 + 0.11 * t * (1 - along * along))] as const
    const colour = faded(blendRgb(leaf, leafLight, t), light, [0.25 + 0.45 * t, fog])
    fill(frame, [ellipse(centre, [height * 0.085, height * 0.03], 0, 9)], colour, LEAVES)
  }
}

/** Its crown shades the ground it stands on. */
function shadeBelow(frame: Frame, { x, y, height, fog = 0 }: Acacia): void {
  const reach = [height * 0.62, height * 0.045] as const
  fill(frame, [ellipse([x, y], [reach[0], reach[1]], 0, 24)], SHADE, { alpha: 0.3 * (1 - fog) })
  fill(frame, [ellipse([x, y], [reach[0] * 0.5, reach[1] * 0.6], 0, 24)], SHADE, { alpha: 0.34 * (1 - fog) })
}

const SHADE: Rgb = [0.12, 0.1, 0.16]
