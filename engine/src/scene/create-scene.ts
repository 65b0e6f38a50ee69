// From a prompt understood to an empty scene: palette, horizon, sun, light and sky.
import { fromHex, fromHexes, mix } from '../core/colour.ts'
import { Frame } from '../core/frame.ts'
import type { Random } from '../core/random.ts'
import { clamp } from '../core/scalar.ts'
import { colourValue } from '../prompt/colour-values.ts'
import type { Environment, PromptSpec, Style, Weather } from '../prompt/spec.ts'
import { SUBJECTS } from '../subjects/registry.ts'
import { type Air, chooseAir } from './palette/airs.ts'
import { buildPalette } from './palette/build-palette.ts'
import type { Palette } from './palette/palette.ts'
import type { Scene } from './scene.ts'
import type { Moon, Sky, Sun } from './sky/sky.ts'

export interface PictureSize {
  readonly width: number
  readonly height: number
}

interface Layout {
  readonly horizon: number
  readonly sunX: number
  readonly sunY: number
  readonly isSunLow: boolean
  /** By day it mostly shines from beside the picture. */
  readonly isSunSeen: boolean
}

export function createScene(spec: PromptSpec, size: PictureSize, random: Random): Scene {
  const frame = new Frame(size.width, size.height)
  const air = chooseAir(spec, random.fork('air'))
  const palette = buildPalette(spec, air, random.fork('soil'))
  const layout = arrange(spec, size, random.fork('layout'))
  const isFlat = isFlatScene(spec)
  const isSnowRefused = spec.refused.has('snow')
  return {
    frame,
    spec,
    palette,
    light: {
      ...lightFrom(layout, size),
      direct: palette.direct,
      ambient: palette.ambient,
      haze: palette.haze,
      isNight: palette.isNight,
    },
    random,
    sky: createSky({ spec, palette, air, layout, size, isFlat }, random.fork('sky')),
    horizon: layout.horizon,
    sun: { x: layout.sunX, y: layout.sunY },
    isSunRight: layout.sunX > size.width / 2,
    isSunLow: layout.isSunLow,
    isSnowy: !isSnowRefused && (spec.season === 'winter' || spec.weather.has('snow') || spec.environment === 'ice'),
    isFlat,
    fog: spec.weather.has('mist') ? 0.06 : spec.weather.has('harmattan') ? 0.045 : 0.021,
    nearness: nearnessOf(spec),
    terrain: null,
    hasWater: false,
    drawn: new Set(),
  }
}

/** A sun out of the picture lights it from the side, and from before it. */
function lightFrom({ sunX, sunY, isSunSeen }: Layout, { width, height }: PictureSize): { x: number; y: number } {
  if (isSunSeen) return { x: sunX, y: sunY }
  return { x: sunX > width / 2 ? width * 1.35 : -width * 0.35, y: -height * 0.12 }
}

const NEAR = 4.2
/** Whatever is smaller than a hen is seen beside what a hen is seen with. */
const LEAST_STATURE = 0.3
/** Beside a building, trees are no taller than it. */
const NEAR_A_BUILDING = 2.2

function nearnessOf({ subjects }: PromptSpec): number {
  const [main] = subjects
  if (!main || main.isBackdrop) return 1
  const drawing = SUBJECTS.get(main.subject)
  if (drawing?.family === 'building' && !main.figure) return NEAR_A_BUILDING
  if (main.figure || !drawing) return NEAR
  return NEAR / Math.sqrt(clamp(drawing.stature, LEAST_STATURE, 1))
}

const NEVER_FLAT: ReadonlySet<Environment> = new Set([
  'city',
  'paris',
  'orient',
  'market',
  'courtyard',
  'space',
  'underwater',
  'bouquet',
  'portrait',
  'subject',
  'abstract',
  'mandala',
  'fractal',
  'geometry',
  'wax',
  'synthwave',
  'table',
  'interior',
  'stage',
  'street',
  'stadium',
])

function isFlatScene({ styles, environment, isCloseUp }: PromptSpec): boolean {
  const isAsked = styles.includes('minimal') || styles.includes('paper')
  return isAsked && !NEVER_FLAT.has(environment) && !isCloseUp
}

/** Share of the height at which the horizon lies. */
const HORIZONS: Readonly<Partial<Record<Environment, readonly [number, number]>>> = {
  sky: [1.25, 1.25],
  space: [1.2, 1.2],
  abstract: [1.2, 1.2],
  sea: [0.46, 0.56],
  beach: [0.46, 0.56],
  islands: [0.46, 0.56],
  lagoon: [0.46, 0.53],
  city: [0.66, 0.72],
  paris: [0.66, 0.72],
  orient: [0.66, 0.72],
  field: [0.4, 0.47],
  garden: [0.4, 0.47],
  market: [0.52, 0.56],
  courtyard: [0.54, 0.58],
  table: [0.48, 0.53],
  interior: [0.62, 0.67],
  stage: [0.78, 0.82],
  street: [0.5, 0.54],
  stadium: [0.5, 0.54],
}

const AVENUE: readonly [number, number] = [0.5, 0.55]

/** In a town somebody stands in the street, and looks down it. */
function isAvenue({ environment, subjects, objects }: PromptSpec): boolean {
  const isTown = environment === 'city' || environment === 'paris' || environment === 'orient'
  if (isTown && objects.some(({ id }) => id === 'car' || id === 'minibus')) return true
  const [main] = subjects
  const stance = main && SUBJECTS.get(main.subject)?.stance
  return isTown && main !== undefined && !main.isBackdrop && stance !== 'water' && stance !== 'air'
}

function arrange(spec: PromptSpec, { width, height }: PictureSize, random: Random): Layout {
  const range = (isAvenue(spec) ? AVENUE : HORIZONS[spec.environment]) ?? [0.45, 0.6]
  const share = random.range(range[0], range[1])
  const horizon = height * (spec.composition.has('low-angle') ? 0.68 : share)
  const isSunLow = spec.time === 'sunset' || spec.time === 'dawn' || spec.time === 'dusk'
  const side = random.chance(0.5) ? 1 : -1
  const third = width * (0.5 + side * random.range(0.13, 0.22))
  const low = random.range(0.74, 0.86)
  const high = random.range(0.2, 0.34)
  const elevation = spec.environment === 'sky' ? 0.42 : isSunLow ? low : high
  return {
    horizon,
    sunX: spec.composition.has('symmetry') ? width / 2 : third,
    sunY: Math.min(horizon, height) * elevation,
    isSunLow,
    isSunSeen: spec.time !== 'day' || isSunOfPicture(spec) || random.chance(0.18),
  }
}

function isSunOfPicture({ elements, environment, styles, subjects, objects }: PromptSpec): boolean {
  const isAsked = elements.has('sun') || elements.has('rays') || elements.has('moon')
  return isAsked || environment === 'sky' || hasBigSun(environment, styles) || subjects.length + objects.length === 0
}

interface SkyContext {
  readonly spec: PromptSpec
  readonly palette: Palette
  readonly air: Air | null
  readonly layout: Layout
  readonly size: PictureSize
  readonly isFlat: boolean
}

function createSky(context: SkyContext, random: Random): Sky {
  const { spec, palette, air, layout, size, isFlat } = context
  const moon = createMoon(context, random)
  const isAurora = spec.elements.has('aurora')
  return {
    colours: palette.sky,
    horizon: Math.min(layout.horizon, size.height * 1.2),
    sun: createSun(context),
    moon,
    stars: amountOfStars(spec, palette),
    milkyWay: amountOfMilkyWay(spec, palette, moon !== null, random),
    clouds: isFlat ? 0 : air === 'veiled' ? 0.78 : amountOfClouds(spec, palette, random),
    cloudLit: palette.cloudLit,
    cloudShade: palette.cloudShade,
    cloudScale: spec.environment === 'sky' ? 0.8 : 1,
    aurora: isAurora ? fromHexes('#3dffb0', '#4ab8ff', '#a05bff') : null,
    nebula: null,
    isFlat,
    hasRainbow: spec.elements.has('rainbow'),
  }
}

const BIG_SUN_STYLES = ['minimal', 'poster', 'woodblock'] as const

function hasBigSun(environment: Environment, styles: readonly Style[]): boolean {
  return environment === 'savanna' || BIG_SUN_STYLES.some((style) => styles.includes(style))
}

function createSun({ spec, palette, layout, size }: SkyContext): Sun | null {
  const { weather, elements, refused, styles } = spec
  const isHidden = weather.has('storm') || (weather.has('overcast') && !elements.has('sun'))
  if (palette.isNight || refused.has('sun') || isHidden || !layout.isSunSeen) return null
  const isBig = hasBigSun(spec.environment, styles)
  return {
    x: layout.sunX,
    y: layout.sunY,
    radius: ((34 * Math.min(size.width, size.height)) / 1024) * (isBig ? 2.1 : 1),
    colour: palette.light,
    core: palette.core,
    glow: layout.isSunLow ? 0.95 : 0.55,
  }
}

const MOONLESS: ReadonlySet<Environment> = new Set(['space', 'underwater', 'moon'])

function createMoon({ spec, palette, layout, size }: SkyContext, random: Random): Moon | null {
  const isAsked = spec.elements.has('moon')
  if (!isAsked && !isMoonExpected(spec, palette)) return null
  if (MOONLESS.has(spec.environment) || spec.refused.has('moon')) return null
  const named = colourValue(spec.colourOf.get('moon')) ?? fromHex('#f2f4ff')
  return {
    x: palette.isNight ? layout.sunX : size.width - layout.sunX,
    y: palette.isNight ? layout.sunY : size.height * 0.18,
    radius: ((isAsked ? 62 : 42) * Math.min(size.width, size.height)) / 1024,
    colour: mix(named, palette.light, 0.25),
    crescent: random.chance(0.25) ? 0.45 : 0,
  }
}

function isMoonExpected({ elements, styles }: PromptSpec, { isNight }: Palette): boolean {
  return isNight && !elements.has('aurora') && !styles.includes('neon')
}

function amountOfStars({ elements, environment, refused, styles, time }: PromptSpec, { isNight }: Palette): number {
  if (refused.has('stars')) return 0
  if (!isNight) return time === 'dusk' || elements.has('stars') ? 0.35 : 0
  if (elements.has('stars') || environment === 'space') return 1.5
  return styles.includes('neon') ? 0.2 : 0.9
}

function amountOfMilkyWay(spec: PromptSpec, { isNight }: Palette, hasMoon: boolean, random: Random): number {
  if (!isNight || spec.refused.has('stars')) return 0
  const isStarry = spec.elements.has('stars')
  const isLikely = isStarry || spec.environments.has('space') || random.chance(0.4)
  if (isLikely && !hasMoon && !spec.styles.includes('neon')) return 0.95
  return isStarry ? 0.6 : 0
}

const CLOUD_COVERS: readonly (readonly [Weather, number])[] = [
  ['storm', 0.95],
  ['overcast', 0.85],
  ['rain', 0.85],
  ['harmattan', 0.12],
]

function amountOfClouds(spec: PromptSpec, { isNight }: Palette, random: Random): number {
  const { weather, elements, refused, environment, moods } = spec
  if (refused.has('clouds') || refused.has('overcast') || environment === 'moon') return 0
  if (environment === 'sky') return 0.72
  const heavy = CLOUD_COVERS.find(([kind]) => weather.has(kind))
  if (heavy) return heavy[1]
  if (elements.has('clouds')) return 0.7
  if (isNight) return elements.has('stars') || elements.has('aurora') ? 0.06 : 0.28
  return moods.has('calm') ? 0.34 : random.range(0.16, 0.58)
}
