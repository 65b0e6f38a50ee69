// The chair of whoever sits for something, when the words name none.
import { fromHexes, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { fill } from '../../../core/raster.ts'
import { ellipse, rectangle } from '../../../core/shapes.ts'
import { SEAT_OF_FIGURE } from '../../../objects/subjects/figures/figure-seat.ts'
import type { Scene } from '../../scene.ts'
import { times } from '../../scenes/rooms/surface.ts'
import type { Standing } from '../related.ts'

const WOODS = fromHexes('#8f5f36', '#6f4a2c', '#a8764a', '#5a6f7c')

export function drawChair({ frame, light, random }: Scene, { x, foot, height, breadth }: Standing): void {
  const wood = lit(random.fork('chair').pick(WOODS), light, 0.42)
  const dark: Rgb = times(wood, 0.62)
  const piece = { label: Label.subject, depth: 3 }
  const seat = foot - height * SEAT_OF_FIGURE
  const back = seat - height * 0.36
  const wide = breadth * 0.82
  const leg = wide * 0.085
  fill(frame, [ellipse([x, foot], [wide * 0.62, height * 0.035], 0, 30)], [0.07, 0.05, 0.08], { alpha: 0.34 })
  for (const side of [-1, 1])
    fill(frame, [rectangle(x + (side * wide) / 2 - leg / 2, back, leg, foot - height * 0.03 - back)], dark, piece)
  for (const at of [0, 0.3, 0.6])
    fill(frame, [rectangle(x - wide / 2, back + (seat - back) * at, wide, height * 0.045)], times(wood, 0.9), piece)
  fill(frame, [rectangle(x - wide * 0.56, seat - height * 0.03, wide * 1.12, height * 0.05)], wood, piece)
  fill(
    frame,
    [rectangle(x - wide * 0.56, seat - height * 0.03, wide * 1.12, height * 0.012)],
    lighten(wood, 0.08),
    piece,
  )
  for (const side of [-1, 1])
    fill(frame, [rectangle(x + side * wide * 0.52 - leg * 0.6, seat, leg * 1.2, foot - seat)], times(wood, 0.84), piece)
}
