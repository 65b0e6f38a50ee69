import { blendRgb, type Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import { lit, type SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { fill } from '../../core/raster.ts'

export interface Meadow {
  /** Where the blades begin; they run to the foot of the picture and grow on the way. */
  readonly top: number
  readonly count: number
  /** Of the nearest blades, in pixels. */
  readonly length: number
  readonly leaf: Rgb
  readonly leafLight: Rgb
}

const BLADE = { label: Label.plant, alpha: 0.95 }

export function drawGrass(frame: Frame, meadow: Meadow, light: SceneLight, random: Random): void {
  const { top, count, length, leaf, leafLight } = meadow
  for (let k = 0; k < count; k++) {
    // From back to front, so that no blade stands on another.
    const y = top + (frame.height + length * 0.5 - top) * Math.sqrt((k + random.next()) / count)
    const x = random.next() * frame.width
    const blade = length * (0.35 + (0.75 * (y - top)) / (frame.height - top)) * random.range(0.6, 1.3)
    const bend = random.gauss() * blade * 0.4
    const width = blade * 0.07
    const knee = x + bend * 0.35
    const kneeY = y - blade * 0.55
    const outline = [
      x - width,
      y,
      knee - width * 0.6,
      kneeY,
      x + bend,
      y - blade,
      knee + width * 0.8,
      kneeY,
      x + width,
      y,
    ]
    fill(frame, [outline], lit(blendRgb(leaf, leafLight, random.next()), light, random.range(0.2, 0.8)), BLADE)
  }
}
