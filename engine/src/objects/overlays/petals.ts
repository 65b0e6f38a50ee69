import { lighten, type Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { fill } from '../../core/raster.ts'
import { ellipse } from '../../core/shapes.ts'

export interface Petals {
  readonly colours: readonly Rgb[]
  readonly count: number
}

/** Petals or leaves in the air. */
export function paintPetals(frame: Frame, { colours, count }: Petals, random: Random): void {
  for (let k = 0; k < count; k++) {
    const size = frame.shortSide * (0.004 + 0.012 * random.next() ** 2)
    const centre = [random.next() * frame.width, random.next() * frame.height] as const
    const petal = ellipse(centre, [size, size * random.range(0.3, 0.7)], random.next() * Math.PI, 12)
    fill(frame, [petal], lighten(random.pick(colours), random.gauss() * 0.04), { alpha: 0.85 })
  }
}
