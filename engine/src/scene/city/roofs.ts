import { blendRgb, fromHex, fromHexes, lighten } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { fill, shaded } from '../../core/raster.ts'
import { drawPath, line, rectangle } from '../../core/shapes.ts'
import type { Building, CityOptions } from './building.ts'

const BUILDING = { label: Label.building }
const ZINC = fromHex('#5b6673')
const CHIMNEY = fromHex('#a06b52')
const DOMES = fromHexes('#d7b26a', '#5fa3a0', '#e8e0cc')
const DOME = 'M0 50 C-6 18 20 10 50 -22 C80 10 106 18 100 50 Z'

export function paintRoof(frame: Frame, building: Building, options: CityOptions, random: Random): void {
  if (options.kind === 'paris') paintMansard(frame, building, options, random)
  else if (options.kind === 'orient') paintDome(frame, building, options, random)
  else paintSkyscraperTop(frame, building, options, random)
}

function paintMansard(frame: Frame, building: Building, { haze }: CityOptions, random: Random): void {
  const { left, right, top, width, height, far, unit } = building
  const rise = height * 0.24
  const fade = 0.75 * far * far
  const roof = [left - 2, top, left + width * 0.08, top - rise, right - width * 0.08, top - rise, right + 2, top]
  fill(frame, [roof], blendRgb(ZINC, haze, fade), BUILDING)
  for (let k = 0; k < 3; k++) {
    if (!random.chance(0.7)) continue
    const x = left + width * random.range(0.15, 0.85)
    fill(frame, [rectangle(x, top - rise - 14 * unit, 9 * unit, 14 * unit)], blendRgb(CHIMNEY, haze, fade), BUILDING)
  }
}

function paintDome(frame: Frame, building: Building, { haze, sunlight }: CityOptions, random: Random): void {
  if (!random.chance(0.3)) return
  const { left, right, top, width, far, unit, isLitFromRight } = building
  const radius = width * 0.4
  const x = (left + right) / 2
  const colour = blendRgb(random.pick(DOMES), haze, 0.7 * far * far)
  shaded(frame, drawPath(DOME, { x: x - radius, y: top - radius, scaleX: radius / 50 }), {
    base: colour,
    rim: blendRgb(lighten(colour, 0.12), sunlight, 0.3),
    toLight: [isLitFromRight ? 1 : -1, -1],
    reach: radius * 0.15,
    label: Label.building,
  })
  fill(frame, [line([x, top - radius * 1.4, x, top - radius * 1.9], 2.4 * unit)], colour)
}

function paintSkyscraperTop(frame: Frame, building: Building, { kind }: CityOptions, random: Random): void {
  const { left, right, top, width, height, near, unit, wall } = building
  const centre = (left + right) / 2
  if (random.chance(0.34)) {
    const mast = line([centre, top, centre, top - height * random.range(0.08, 0.24)], 3 * unit * (0.5 + near), 1)
    fill(frame, [mast], wall, BUILDING)
  }
  if (random.chance(0.3)) {
    const step = width * 0.22
    fill(frame, [rectangle(left + step, top - height * 0.09, width - 2 * step, height * 0.09)], wall, BUILDING)
  }
  if (kind === 'futuristic' && random.chance(0.13)) {
    fill(frame, [[left, top, centre, top - width * random.range(0.5, 1.6), right, top]], wall, BUILDING)
  }
}
