import { lighten, type Rgb } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { fill, glow } from '../../core/raster.ts'
import { line } from '../../core/shapes.ts'
import type { Building, CityOptions } from './building.ts'

/** Up to two signs on a building: an upright tube, or lines of writing. */
export function paintNeons(frame: Frame, building: Building, { neons }: CityOptions, random: Random): void {
  if (neons.length === 0) return
  for (let sign = 0; sign < 2; sign++) {
    if (!random.chance(0.6)) continue
    const colour = random.pick(neons)
    const y = building.top + building.height * random.range(0.08, 0.5)
    if (random.chance(0.55)) paintTube(frame, building, { colour, y }, random)
    else paintWriting(frame, building, { colour, y }, random)
  }
}

interface Sign {
  readonly colour: Rgb
  readonly y: number
}

function paintTube(frame: Frame, building: Building, { colour, y }: Sign, random: Random): void {
  const { unit } = building
  const x = random.chance(0.5) ? building.left + 3 : building.right - 3
  const length = building.height * random.range(0.14, 0.42)
  fill(frame, [line([x, y, x, y + length], 5.5 * unit)], lighten(colour, 0.16))
  if (random.chance(0.4)) {
    fill(frame, [line([x + 9 * unit, y, x + 9 * unit, y + length * 0.8], 3 * unit)], lighten(colour, 0.1))
  }
  for (let k = 0; k < 6; k++) glow(frame, [x, y + (length * (k + 0.5)) / 6, 46 * unit], colour, 0.42)
}

function paintWriting(frame: Frame, building: Building, { colour, y }: Sign, random: Random): void {
  const { unit } = building
  const width = building.width * 0.5
  const x = building.left + building.width * 0.25
  const spacing = 8 * unit
  for (let k = 0; k < 3; k++) {
    const row = y + k * spacing
    const stroke = line([x + random.range(0, width * 0.2), row, x + width * random.range(0.6, 1), row], 3.4 * unit)
    fill(frame, [stroke], lighten(colour, 0.14))
  }
  glow(frame, [x + width / 2, y + spacing, 66 * unit], colour, 0.5)
}
