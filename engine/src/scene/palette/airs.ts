// The air of an ordinary day, drawn by lot: the same words are not always seen under the same blue sky.
import { fromHex, fromHexes, mix, type Rgb, saturate } from '../../core/colour.ts'
import type { Random } from '../../core/random.ts'
import type { PromptSpec } from '../../prompt/spec.ts'
import type { PaletteDraft } from './palette.ts'

export const AIRS = ['clear', 'warm', 'milky', 'veiled', 'fresh'] as const
export type Air = (typeof AIRS)[number]

/** Null where the words say the light, and at any other hour than full day. */
export function chooseAir(
  { time, isTimeAsked, weather, season, styles, moods }: PromptSpec,
  random: Random,
): Air | null {
  const isSaid = isTimeAsked || weather.size > 0 || season !== null || moods.size > 0
  if (time !== 'day' || isSaid || styles.includes('dream') || styles.includes('pastel')) return null
  const draw = random.next()
  return draw < 0.2 ? 'clear' : draw < 0.5 ? 'warm' : draw < 0.68 ? 'milky' : draw < 0.84 ? 'veiled' : 'fresh'
}

type Colours = Pick<PaletteDraft, 'haze' | 'light' | 'direct' | 'ambient' | 'cloudLit' | 'cloudShade'> & {
  readonly sky: readonly Rgb[]
}

const COLOURS: Readonly<Record<Exclude<Air, 'clear'>, Colours>> = {
  warm: {
    sky: fromHexes('#4f86b4', '#8db4cb', '#cfd6d0', '#f3e4c6'),
    haze: fromHex('#ead9bb'),
    light: fromHex('#ffe0ac'),
    direct: [1, 0.85, 0.62],
    ambient: [0.46, 0.5, 0.62],
    cloudLit: fromHex('#fff2dc'),
    cloudShade: fromHex('#b3ada9'),
  },
  milky: {
    sky: fromHexes('#86a9c4', '#adc6d4', '#d0dde0', '#efeee4'),
    haze: fromHex('#dfe3df'),
    light: fromHex('#fff4dc'),
    direct: [0.78, 0.74, 0.66],
    ambient: [0.55, 0.59, 0.67],
    cloudLit: fromHex('#fbfaf4'),
    cloudShade: fromHex('#b8c3c9'),
  },
  veiled: {
    sky: fromHexes('#7f8f9c', '#a0adb6', '#c2c9ca', '#dedcd2'),
    haze: fromHex('#cfd2cf'),
    light: fromHex('#f3efe2'),
    direct: [0.56, 0.54, 0.5],
    ambient: [0.62, 0.65, 0.7],
    cloudLit: fromHex('#e4e4df'),
    cloudShade: fromHex('#8f999f'),
  },
  fresh: {
    sky: fromHexes('#2f83b0', '#6bb2cc', '#aed9da', '#e8f3e4'),
    haze: fromHex('#cfe5de'),
    light: fromHex('#fff6d8'),
    direct: [0.9, 0.84, 0.66],
    ambient: [0.48, 0.58, 0.68],
    cloudLit: fromHex('#ffffff'),
    cloudShade: fromHex('#a4bcc4'),
  },
}

/** What grows is greener, drier or yellower from one picture to the next. */
const SOILS: readonly (readonly [string, string, number])[] = [
  ['#4c6a34', '#86934a', 0],
  ['#7d7a3a', '#b5a557', 0.6],
  ['#5f8440', '#9fb65a', 0.7],
  ['#8a7440', '#c0a462', 0.55],
  ['#3f6440', '#79945a', 0.6],
]

export function applyAir(draft: PaletteDraft, air: Air, random: Random): void {
  const [low, high, share] = random.pick(SOILS)
  draft.grass = mix(draft.grass, fromHex(low), share)
  draft.grassLight = mix(draft.grassLight, fromHex(high), share)
  draft.leaf = mix(draft.leaf, fromHex(low), share * 0.4)
  draft.leafLight = mix(draft.leafLight, fromHex(high), share * 0.4)
  if (air === 'clear') draft.sky = draft.sky.map((colour) => saturate(colour, 0.86))
  else Object.assign(draft, COLOURS[air])
}
