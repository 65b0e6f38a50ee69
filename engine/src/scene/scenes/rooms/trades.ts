// Rooms that are known by what stands along their wall: a kitchen, a hairdresser's, a class, a workshop.
import { fromHex, fromHexes } from '../../../core/colour.ts'
import { lit } from '../../../core/light.ts'
import type { Random } from '../../../core/random.ts'
import { fill } from '../../../core/raster.ts'
import { drawPath, rectangle } from '../../../core/shapes.ts'
import type { Scene } from '../../scene.ts'
import { fitAirport, fitBank, fitCourt, fitOffice } from '../places/offices.ts'
import { fitBedroom, fitGarage, fitPalace, fitRestaurant, fitStudio, fitWard } from '../places/rest.ts'
import { fitBakery, fitLibrary, fitPharmacy, fitShop, fitSupermarket } from '../places/shelves.ts'
import { fitCoach, fitMetro, fitPlatform } from '../places/transit.ts'
import { fitChurch, fitMosque } from '../places/worship.ts'
import { fitKitchen } from './kitchen.ts'
import { fitSalon } from './salon.ts'
import { BEHIND, block, times } from './surface.ts'

const POTS = fromHexes('#b8452f', '#3a3c42', '#d9b45a', '#2f6a7c', '#c9ced6')

type Furnish = (scene: Scene, random: Random) => void

const TRADES: Readonly<Record<string, Furnish>> = {
  kitchen: fitKitchen,
  hairdresser: fitSalon,
  class: setDesks,
  workshop: hangTools,
  garage: (scene, random) => {
    hangTools(scene, random)
    fitGarage(scene, random)
  },
  church: fitChurch,
  mosque: fitMosque,
  hospital: fitWard,
  shop: fitShop,
  supermarket: fitSupermarket,
  pharmacy: fitPharmacy,
  bakery: fitBakery,
  library: fitLibrary,
  office: fitOffice,
  bank: fitBank,
  court: fitCourt,
  airport: fitAirport,
  bedroom: fitBedroom,
  restaurant: fitRestaurant,
  palace: fitPalace,
  studio: fitStudio,
  metro: fitMetro,
  platform: fitPlatform,
  coach: fitCoach,
}

/** Answers whether the room is one of these. */
export function furnishTrade(scene: Scene, trade: string | null, random: Random): boolean {
  const fit = trade === null ? undefined : TRADES[trade]
  fit?.(scene, random)
  return fit !== undefined
}

/** Two rows of desks before the board. */
function setDesks(scene: Scene): void {
  const { frame, light, horizon } = scene
  const { width, height } = frame
  for (const [row, share] of [0.1, 0.28].entries()) {
    const foot = horizon + (height - horizon) * share
    const wide = width * (0.19 + row * 0.06)
    for (let k = 0; k < 4; k++) {
      const x = width / 2 + (k - 1.5) * wide * 1.22
      const wood = lit(fromHex(k % 2 ? '#a8713f' : '#8f5f36'), light, 0.4)
      const tall = wide * 0.44
      for (const side of [-1, 1])
        fill(
          frame,
          [rectangle(x + side * wide * 0.4 - wide * 0.02, foot - tall, wide * 0.04, tall)],
          times(wood, 0.6),
          BEHIND,
        )
      fill(frame, [rectangle(x - wide / 2, foot - tall, wide, wide * 0.06)], wood, BEHIND)
      fill(frame, [rectangle(x - wide * 0.44, foot - tall * 0.82, wide * 0.88, tall * 0.3)], times(wood, 0.76), BEHIND)
      fill(
        frame,
        [rectangle(x - wide * 0.2, foot - tall - wide * 0.03, wide * 0.2, wide * 0.03)],
        lit(fromHex('#e8e2d0'), light, 0.4),
        BEHIND,
      )
    }
  }
}

/** Tools on their board over a bench. */
function hangTools(scene: Scene, random: Random): void {
  const { frame, light, horizon } = scene
  const { width, height } = frame
  block(
    scene,
    { left: width * 0.08, top: horizon * 0.14, wide: width * 0.84, tall: horizon * 0.42 },
    fromHex('#b59a72'),
  )
  const [steel, grip] = [lit(fromHex('#5a6068'), light, 0.38), lit(fromHex('#8a3f24'), light, 0.36)]
  const size = horizon * 0.3
  for (let k = 0; k < 9; k++) {
    const place = { x: width * (0.11 + k * 0.09), y: horizon * 0.2, scaleX: size / 220, scaleY: size / 100 }
    const [metal, handle] = TOOL_PATHS[(k + random.integer(0, 3)) % TOOL_PATHS.length]!
    fill(frame, drawPath(handle, place), grip, BEHIND)
    fill(frame, drawPath(metal, place), steel, BEHIND)
  }
  const top = horizon * 0.86
  block(scene, { left: width * 0.04, top, wide: width * 0.92, tall: height * 0.025 }, fromHex('#8f5f36'))
  for (const share of [0.08, 0.5, 0.9])
    block(
      scene,
      { left: width * share, top: top + height * 0.025, wide: width * 0.03, tall: horizon - top },
      fromHex('#6a4428'),
    )
  for (let k = 0; k < 7; k++) {
    const tall = height * random.range(0.03, 0.08)
    block(
      scene,
      { left: width * (0.1 + k * 0.12), top: top - tall, wide: width * random.range(0.03, 0.08), tall },
      random.pick(POTS),
    )
  }
}

/** Metal and handle of a hammer, a saw, a spanner, a screwdriver: in a box of 100 × 100. */
const TOOL_PATHS: readonly (readonly [string, string])[] = [
  ['M12 8 L80 8 L88 20 L80 30 L12 30 Z', 'M40 26 L56 26 L58 98 L38 98 Z'],
  ['M30 34 L70 34 L84 98 L72 94 L66 98 L58 94 L50 98 L42 94 L34 98 Z', 'M30 4 C30 0 70 0 70 4 L70 34 L30 34 Z'],
  [
    'M30 4 L42 18 L58 18 L70 4 C84 18 76 34 60 38 L58 80 C70 86 70 98 50 98 C30 98 30 86 42 80 L40 38 C24 34 16 18 30 4 Z',
    'M46 50 L54 50 L54 54 L46 54 Z',
  ],
  ['M45 44 L55 44 L54 90 L58 98 L42 98 L46 90 Z', 'M36 4 C36 0 64 0 64 4 L62 46 L38 46 Z'],
]
