// What season, weather, mood, style and place do to a palette. Each takes a draft and changes it in place.
import { fromHex, fromHexes, lighten, mix, type Rgb, saturate, scaleRgb } from '../../core/colour.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import type { Environment, Mood, PromptSpec, Season } from '../../prompt/spec.ts'
import type { PaletteDraft } from './palette.ts'

/** Applies `change` to everything that hangs in the air. */
function tintAir(draft: PaletteDraft, change: (colour: Rgb) => Rgb): void {
  draft.sky = draft.sky.map(change)
  draft.haze = change(draft.haze)
  draft.cloudLit = change(draft.cloudLit)
  draft.cloudShade = change(draft.cloudShade)
}

/** Mixes the sky with four colours spread from top to horizon. */
function mixSky(draft: PaletteDraft, colours: readonly Rgb[], share: number): void {
  const last = Math.max(1, draft.sky.length - 1)
  draft.sky = draft.sky.map((colour, i) => mix(colour, colours[Math.min(3, Math.round((i / last) * 3))]!, share))
}

const SEASON_PLANTS: Readonly<Partial<Record<Season, readonly [string, string, string, string]>>> = {
  autumn: ['#8a7a3a', '#b9893f', '#b5502a', '#f0b03e'],
  spring: ['#5f8f3e', '#a5c35a', '#6fa84a', '#c3dd7a'],
}

export function applySeason(draft: PaletteDraft, spec: PromptSpec): void {
  const plants = spec.season ? SEASON_PLANTS[spec.season] : undefined
  if (plants)
    [draft.grass, draft.grassLight, draft.leaf, draft.leafLight] = fromHexes(...plants) as [Rgb, Rgb, Rgb, Rgb]
  const isWhite = (spec.season === 'winter' || spec.weather.has('snow')) && !spec.refused.has('snow')
  if (!isWhite) return
  draft.grass = fromHex('#dfe6ee')
  draft.grassLight = fromHex('#f4f7fb')
  draft.sand = fromHex('#e6ebf2')
  draft.leaf = fromHex('#4a6660')
  draft.leafLight = fromHex('#d5e0e4')
  if (spec.time !== 'day') return
  draft.sky = fromHexes('#6f8fb0', '#a9c0d4', '#d6e2ea', '#f2f4f4')
  draft.haze = fromHex('#dfe8ee')
  draft.cloudShade = fromHex('#a9b9c9')
}

const GREY_DAY = fromHexes('#232c38', '#45525f', '#77858f', '#b3b8b4')
const GREY_NIGHT = fromHexes('#070b14', '#111c2e', '#22344a', '#3a5064')
const DUST = fromHexes('#b79a78', '#cbab84', '#dcbf98', '#ead3b0')
const DUST_NIGHT = fromHexes('#14100e', '#241d18', '#3a3027', '#574837')

export function applyWeather(draft: PaletteDraft, { weather, time }: PromptSpec): void {
  const isNight = time === 'night'
  if (weather.has('harmattan')) applyDust(draft, isNight ? DUST_NIGHT : DUST)
  const isStorm = weather.has('storm')
  if (!isStorm && !weather.has('rain') && !weather.has('overcast')) return
  const share = isStorm ? 0.86 : 0.5
  const greys = isNight ? GREY_NIGHT : GREY_DAY
  mixSky(draft, greys, share)
  draft.haze = mix(draft.haze, greys[2]!, share * 0.8)
  draft.cloudLit = mix(draft.cloudLit, fromHex(isNight ? '#4a5a70' : '#a9b2b8'), share)
  draft.cloudShade = mix(draft.cloudShade, fromHex('#2a323e'), share)
  draft.direct = scaleRgb(draft.direct, 1 - 0.4 * share)
  draft.waterDeep = mix(draft.waterDeep, fromHex('#1b2a35'), 0.5)
  draft.waterShallow = mix(draft.waterShallow, fromHex('#3a5560'), 0.6)
}

// The harmattan: Saharan dust turns the air ochre and the sun pale.
function applyDust(draft: PaletteDraft, dust: readonly Rgb[]): void {
  mixSky(draft, dust, 0.72)
  draft.haze = mix(draft.haze, dust[2]!, 0.8)
  draft.cloudLit = mix(draft.cloudLit, dust[3]!, 0.7)
  draft.cloudShade = mix(draft.cloudShade, dust[0]!, 0.7)
  draft.direct = scaleRgb(draft.direct, 0.85)
  draft.light = mix(draft.light, fromHex('#ffe9c4'), 0.5)
}

const MOOD_TINTS: readonly (readonly [Mood, Rgb, number])[] = [
  ['magic', fromHex('#8a6ad8'), 0.16],
  ['romantic', fromHex('#f29ab0'), 0.16],
  ['cold', fromHex('#7fb0e0'), 0.22],
  ['warm', fromHex('#f2a050'), 0.18],
]

export function applyMoods(draft: PaletteDraft, { moods, styles }: PromptSpec): void {
  if (moods.has('sad')) tintAir(draft, (c) => mix(saturate(c, 0.62), fromHex('#5a6f8c'), 0.14))
  if (moods.has('dark')) {
    tintAir(draft, (c) => lighten(saturate(c, 0.7), -0.09))
    draft.ambient = scaleRgb(draft.ambient, 0.75)
  }
  for (const [mood, tint, share] of MOOD_TINTS) {
    if (moods.has(mood) || (mood === 'magic' && styles.includes('fantasy'))) tintAir(draft, (c) => mix(c, tint, share))
  }
  if (moods.has('calm') && !draft.isNight) tintAir(draft, (c) => saturate(lighten(c, 0.015), 0.9))
  if (moods.has('joy')) tintAir(draft, (c) => saturate(c, 1.12))
}

const DREAM_SKY = fromHexes('#8fb0e8', '#c7b4ea', '#f7c4d6', '#ffe3cf')

export function applyStyles(draft: PaletteDraft, { styles }: PromptSpec): void {
  if ((styles.includes('dream') || styles.includes('pastel')) && !draft.isNight) {
    mixSky(draft, DREAM_SKY, 0.62)
    draft.haze = mix(draft.haze, fromHex('#f3cddc'), 0.5)
    draft.cloudLit = mix(draft.cloudLit, fromHex('#fff0f0'), 0.5)
    draft.cloudShade = mix(draft.cloudShade, fromHex('#b7a4d8'), 0.5)
  }
  if (!styles.includes('neon')) return
  draft.sky = fromHexes('#07031c', '#1a0b45', '#4a1480', '#b0248f')
  draft.haze = fromHex('#5a2a8a')
  draft.light = fromHex('#ff5ac8')
  draft.cloudLit = fromHex('#c04ab0')
  draft.cloudShade = fromHex('#220c4a')
  draft.direct = [0.7, 0.4, 0.75]
  draft.ambient = [0.34, 0.26, 0.55]
  draft.isNight = true
}

type Ground = Partial<Pick<PaletteDraft, 'grass' | 'grassLight' | 'rock' | 'sand' | 'leaf' | 'leafLight'>>

const GROUNDS: Readonly<Partial<Record<Environment, Ground>>> = {
  ice: {
    grass: fromHex('#d5e4f0'),
    grassLight: fromHex('#f2f8fc'),
    rock: fromHex('#7f98ae'),
    sand: fromHex('#cfe2ee'),
  },
  desert: { rock: fromHex('#b0713f'), sand: fromHex('#e6b374') },
  canyon: {
    rock: fromHex('#96563c'),
    sand: fromHex('#dba878'),
    grass: fromHex('#b5663f'),
    grassLight: fromHex('#c98a58'),
  },
  savanna: {
    grass: fromHex('#a5843f'),
    grassLight: fromHex('#d1ac58'),
    leaf: fromHex('#4c5a2a'),
    leafLight: fromHex('#7f8a3c'),
  },
  volcano: { rock: fromHex('#38302f'), grass: fromHex('#3f3a34'), grassLight: fromHex('#5a5046') },
  lagoon: {
    grass: fromHex('#4f7a36'),
    grassLight: fromHex('#8aa84a'),
    leaf: fromHex('#2f6b38'),
    leafLight: fromHex('#86b04a'),
    sand: fromHex('#b98a5e'),
  },
  courtyard: {
    grass: fromHex('#a5653f'),
    grassLight: fromHex('#c08a58'),
    sand: fromHex('#c4855a'),
    rock: fromHex('#8a5238'),
  },
  market: {
    grass: fromHex('#a86c46'),
    grassLight: fromHex('#c79166'),
    sand: fromHex('#cf9468'),
    rock: fromHex('#8a5a40'),
  },
}

export function applyPlace(draft: PaletteDraft, { colourOf, environment }: PromptSpec): void {
  Object.assign(draft, GROUNDS[environment])
  const leaf = colourValue(colourOf.get('broadleaf'))
  if (leaf) [draft.leaf, draft.leafLight] = [scaleRgb(leaf, 0.78), mix(leaf, [1, 0.86, 0.62], 0.22)]
  if (environment === 'mars') applyMars(draft)
  if (environment === 'moon') applyMoon(draft)
}

function applyMars(draft: PaletteDraft): void {
  draft.sky = draft.isNight
    ? fromHexes('#0c0610', '#2a1218', '#5a2a24', '#8a4a38')
    : fromHexes('#7a4a3a', '#b5754f', '#d9a273', '#efc9a0')
  draft.haze = fromHex(draft.isNight ? '#5a3028' : '#d9a67e')
  draft.rock = fromHex('#8a4a30')
  draft.sand = fromHex('#d08a58')
  draft.grass = fromHex('#a05a38')
  draft.grassLight = fromHex('#c47a4a')
  draft.cloudLit = fromHex('#e8c0a0')
  draft.cloudShade = fromHex('#8a5a48')
}

function applyMoon(draft: PaletteDraft): void {
  draft.sky = fromHexes('#020308', '#04060e', '#070b16', '#0b1120')
  draft.haze = fromHex('#1a2030')
  draft.sand = fromHex('#c9c6c2')
  draft.rock = fromHex('#77747a')
  draft.ambient = [0.24, 0.26, 0.34]
  draft.direct = [0.95, 0.93, 0.88]
  draft.isNight = true
}
