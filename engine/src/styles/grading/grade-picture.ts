import { fromHex, lighten, saturate } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import type { ColourName } from '../../prompt/asked.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import type { Environment, PromptSpec, Style } from '../../prompt/spec.ts'
import { percentile } from '../filters/tones.ts'
import { namesLight, type Picture } from '../picture.ts'
import { type Grade, grade, type Tint } from './grade.ts'

/** On paper: no vignette, hardly any contrast to add. */
const ON_PAPER: readonly Style[] = ['watercolour', 'woodblock', 'sketch', 'engraving', 'pastel']
/** Prints set their own black and white. */
const OWN_LEVELS: readonly Style[] = ['woodblock', 'sketch', 'engraving', 'pop', 'watercolour']
const NEUTRAL: ReadonlySet<ColourName> = new Set(['black', 'white', 'grey', 'beige', 'multicolour'])
/** Scenes that already take their palette from the words. */
const OWN_COLOURS: ReadonlySet<Environment> = new Set([
  'bouquet',
  'geometry',
  'abstract',
  'mandala',
  'fractal',
  'wax',
  'subject',
])

/** Levels, contrast, colour and grain, as the words, the style and the mood call for. In place. */
export function gradePicture(frame: Frame, picture: Picture, random: Random): void {
  const { spec } = picture
  if (!hasStyle(spec, OWN_LEVELS)) autoLevels(frame, levelsFor(picture))
  const look: Grade = {
    contrast: contrastFor(spec),
    saturation: saturationFor(spec),
    warmth: (spec.moods.has('warm') ? 0.5 : 0) - (spec.moods.has('cold') ? 0.5 : 0),
    vignette: vignetteFor(spec),
    grain: grainFor(spec),
    fade: hasStyle(spec, ['poster']) ? 0.5 : 0,
    isMonochrome: hasStyle(spec, ['black-and-white']),
    tint: tintFor(picture) ?? inksFor(picture, random.fork('inks')),
  }
  grade(frame, look, random)
}

function hasStyle({ styles }: PromptSpec, wanted: readonly Style[]): boolean {
  return wanted.some((style) => styles.includes(style))
}

function levelsFor({ spec, isRemix }: Picture): number {
  if (hasStyle(spec, ['black-and-white'])) return 0.95
  // A photograph keeps its exposure unless the words change its light.
  if (isRemix && !namesLight(spec)) return 0.15
  if (spec.weather.has('mist') || spec.moods.has('calm') || hasStyle(spec, ['dream'])) return 0.45
  return spec.time === 'night' || spec.moods.has('dark') ? 0.4 : 0.75
}

function contrastFor(spec: PromptSpec): number {
  if (hasStyle(spec, ['black-and-white'])) return 0.45
  if (hasStyle(spec, ON_PAPER) || hasStyle(spec, ['pixel'])) return 0.06
  if (hasStyle(spec, ['photo'])) return 0.42
  if (spec.moods.has('calm') || hasStyle(spec, ['dream'])) return 0.12
  return spec.moods.has('epic') || spec.moods.has('dark') ? 0.42 : 0.26
}

function saturationFor(spec: PromptSpec): number {
  if (spec.moods.has('sad')) return 0.82
  if (spec.moods.has('joy') || spec.colours.some(({ id }) => id === 'multicolour')) return 1.2
  return hasStyle(spec, ['photo']) ? 1.04 : 1.08
}

function vignetteFor(spec: PromptSpec): number {
  if (hasStyle(spec, ON_PAPER) || hasStyle(spec, ['pixel', 'minimal', 'poster'])) return 0.05
  return spec.moods.has('dark') ? 0.42 : 0.12
}

function grainFor(spec: PromptSpec): number {
  if (hasStyle(spec, ['pixel', 'low-poly'])) return 0
  if (hasStyle(spec, ['black-and-white', 'poster'])) return 0.05
  return hasStyle(spec, ['photo']) ? 0.026 : 0.016
}

/** The free colour words, first to last from dark to light. */
function tintFor({ spec, isRemix }: Picture): Tint | null {
  const named = spec.colours.filter(({ id, weight }) => weight >= 1 && !NEUTRAL.has(id))
  const first = colourValue(named[0]?.id)
  const last = colourValue(named.at(-1)?.id)
  if (!first || !last || (!isRemix && OWN_COLOURS.has(spec.environment))) return null
  const isMixed = new Set(named.map(({ id }) => id)).size > 1
  return {
    dark: lighten(saturate(first, 0.9), -0.34),
    middle: first,
    light: lighten(last, 0.28),
    strength: (isMixed ? 0.2 : 0.26) + (isRemix ? 0.16 : 0),
    keepsLikeness: isRemix,
  }
}

/** Of an illustration without colours of its own: shadows, middle tones and lights lean towards three inks. */
const INKS: readonly (readonly [dark: string, middle: string, light: string])[] = [
  ['#1d2a4d', '#c8935a', '#fff0d2'],
  ['#2b1d3f', '#b98a6a', '#fdeccf'],
  ['#12343b', '#c79f5c', '#fff3da'],
  ['#3a1f2b', '#a8926a', '#f8efd8'],
]
const INKED = 0.13

function inksFor({ spec, isRemix }: Picture, random: Random): Tint | null {
  if (isRemix || spec.styles.length > 0 || spec.subjects.length === 0 || spec.environment === 'subject') return null
  const [dark, middle, light] = random.pick(INKS)
  return { dark: fromHex(dark), middle: fromHex(middle), light: fromHex(light), strength: INKED, keepsLikeness: false }
}

const LOW = 0.008
const HIGH = 0.992
const GREATEST_GAIN = 1.6

/** Stretches the luminance towards the full range, `strength` of the way, in place. */
function autoLevels(frame: Frame, strength: number): void {
  const { r, g, b, size } = frame
  const bins = new Uint32Array(256)
  let count = 0
  for (let i = 0; i < size; i += 3, count++) {
    const v = 0.2126 * r[i]! + 0.7152 * g[i]! + 0.0722 * b[i]!
    bins[v <= 0 ? 0 : v >= 1 ? 255 : (v * 255) | 0]!++
  }
  const black = percentile(bins, count * LOW) * strength
  const white = 1 - (1 - percentile(bins, count * HIGH)) * strength
  const gain = Math.min(GREATEST_GAIN, 1 / Math.max(0.25, white - black))
  for (const channel of [r, g, b]) for (let i = 0; i < size; i++) channel[i] = (channel[i]! - black) * gain
}
