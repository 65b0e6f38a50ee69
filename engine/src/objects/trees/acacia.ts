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
  const bark = faded(BARK, light, [0, fog])
  for (const lean of [-0.5, 0.1, 0.55]) {
    const limb = line([x, y, x + lean * height * 0.42, y - height * 0.72], height * 0.05, height * 0.018)
    fill(frame, [limb], bark, PLANT)
  }
  for (let k = 0; k < 60 + height * 0.5; k++) {
    const along = random.gauss() * 0.62
    const t = random.next()
    const centre = [x + along * height * 0.62, y - height * (0.74 + 0.11 * t * (1 - along * along))] as const
    const colour = faded(blendRgb(leaf, leafLight, t), light, [0.25 + 0.45 * t, fog])
    fill(frame, [ellipse(centre, [height * 0.085, height * 0.03], 0, 9)], colour, LEAVES)
  }
}
