import { lighten } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import { parsePath } from '../../core/path.ts'
import type { Random } from '../../core/random.ts'
import { shaded } from '../../core/raster.ts'
import { place } from '../../core/shapes.ts'
import { faded, type Spot } from './spot.ts'

/** A column and two arms, ribbed; the arms sit a little differently each time. */
export function drawCactus(frame: Frame, tree: Spot, light: SceneLight, random: Random): void {
  const { x, y, height, leaf, fog = 0 } = tree
  const side = random.chance(0.5) ? 1 : -1
  const ribs = [
    faded(lighten(leaf, -0.02), light, [0.25, fog]),
    faded(lighten(leaf, 0.02), light, [0.25, fog]),
  ] as const
  const shading = {
    base: (px: number) => ribs[Math.floor((px - x) / (height * 0.022)) & 1]!,
    rim: faded(leaf, light, [0.95, fog]),
    toLight: [light.x - x, light.y - y] as const,
    reach: Math.max(1.5, height * 0.05),
    label: Label.plant,
  }
  const scale = height / 100
  const placement = { x: x - 50 * scale, y: y - height, scaleX: scale }
  const paths = [
    'M43 100 L42 12 C42 -2 58 -2 58 12 L57 100 Z',
    arm(side, 62 + random.range(-4, 4), 32 + random.range(-8, 6)),
    arm(-side, 72 + random.range(-4, 4), 46 + random.range(-8, 6)),
  ]
  for (const path of paths) shaded(frame, place(parsePath(path), placement), shading)
}

function arm(side: number, y: number, top: number): string {
  const at = (dx: number) => 50 + side * dx
  return (
    `M${at(6)} ${y} C${at(26)} ${y} ${at(26)} ${y - 8} ${at(26)} ${y - 14} L${at(26)} ${top}` +
    ` C${at(26)} ${top - 9} ${at(15)} ${top - 9} ${at(15)} ${top} L${at(15)} ${y - 16}` +
    ` C${at(15)} ${y - 11} ${at(10)} ${y - 10} ${at(6)} ${y - 10} Z`
  )
}
