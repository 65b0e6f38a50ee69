/** What a person should know before they spend a credit: sentences, each about one thing. */
import { planPicture, toStems } from '@product/engine/language'

import { maxReferences, type IntelligenceLanguage } from '../../contract/src/index.ts'
import type { PictureFigures } from '../images/image-worker.ts'
import type { Reading } from './reading.ts'

const fewWords = 3
const manyWords = 90
const smallSide = 256
/** Of the Laplacian's variance, in thousandths: below it nothing in a picture is in focus. */
const blurred = 0.12
const listed = 6

const modifiers = new Set(['dream', 'fantasy', 'black-and-white', 'bokeh', 'neon', 'photo', 'minimal'])
const greys = new Set(['black', 'white', 'grey'])

export interface Warned {
  readonly reading: Reading
  readonly figures?: readonly PictureFigures[]
  /** How many images were given, of which some may not have been looked at. */
  readonly imageCount?: number
}

export function warningsFor({ reading, figures = [], imageCount = 0 }: Warned): string[] {
  const say = sentences[reading.language]
  const { moved } = reading
  return [
    ...aboutLength(reading),
    ...aboutContradictions(reading),
    moved.length > 0 && say.moved(moved.join(', ')),
    ...aboutUnknown(reading),
    imageCount > maxReferences && say.tooMany,
    ...figures.flatMap((picture, place) => pictureWarnings(picture, reading.language, place + 1)),
  ].filter((sentence) => sentence !== false)
}

/** `place` counts from one. */
export function pictureWarnings(
  { width, height, sharpness }: PictureFigures,
  language: IntelligenceLanguage,
  place = 1,
): string[] {
  const { small, blurred: unsharp } = sentences[language]
  return [
    ...(Math.min(width, height) < smallSide ? [small(place)] : []),
    ...(sharpness < blurred ? [unsharp(place)] : []),
  ]
}

function aboutLength({ language, positive }: Reading): (string | false)[] {
  const words = toStems(positive).length
  return [words < fewWords && sentences[language].short, words > manyWords && sentences[language].long]
}

function aboutContradictions(reading: Reading): (string | false)[] {
  const say = sentences[reading.language]
  const { spec } = reading
  const main = spec.styles.filter((style) => !modifiers.has(style))
  const isGrey = spec.styles.includes('black-and-white') && spec.colours.some(({ id }) => !greys.has(id))
  const isNightInTheSun = spec.isTimeAsked && spec.time === 'night' && spec.elements.has('sun')
  return [main.length > 1 && say.styles(namesOf(reading, main)), isGrey && say.grey, isNightInTheSun && say.nightSun]
}

/** As the person wrote them. */
function namesOf({ spec }: Reading, styles: readonly string[]): string {
  const words = styles.map((style) => spec.understood.find(({ role }) => role === `style:${style}`)?.word ?? style)
  return [...new Set(words)].join(', ')
}

/** What the plan of the picture will say as well: the words of the scene alone know no mangoes. */
function aboutUnknown({ own, language }: Reading): string[] {
  const { drawn, missing } = planPicture({ prompt: own }).plan
  const isMost = missing.length > 0 && missing.length >= drawn.length
  return toStems(own).length >= fewWords && isMost
    ? [sentences[language].unknown(missing.slice(0, listed).join(', '))]
    : []
}

const sentences = {
  fr: {
    short: 'Description très courte : ajoutez un sujet, un lieu et une lumière.',
    long: 'Description longue : les derniers mots pèseront peu.',
    styles: (names: string) => `Styles concurrents : ${names}. Un seul sera dominant.`,
    grey: '« Noir et blanc » contredit les couleurs demandées.',
    nightSun: '« Nuit » et « soleil » se contredisent.',
    moved: (words: string) => `Déplacé vers « à éviter » : ${words}.`,
    unknown: (words: string) => `Le moteur intégré ne reconnaît pas : ${words}.`,
    tooMany: '3 images maximum : les suivantes ne serviront pas.',
    small: (place: number) => `L’image ${place} fait moins de 256 pixels : elle donnera peu de détails.`,
    blurred: (place: number) => `L’image ${place} est très floue.`,
  },
  en: {
    short: 'Very short description: add a subject, a place and a light.',
    long: 'Long description: the last words will weigh little.',
    styles: (names: string) => `Competing styles: ${names}. Only one will lead.`,
    grey: '“Black and white” contradicts the colours asked for.',
    nightSun: '“Night” and “sun” contradict each other.',
    moved: (words: string) => `Moved to what to avoid: ${words}.`,
    unknown: (words: string) => `The built-in engine does not know: ${words}.`,
    tooMany: '3 images at most: the others will not be used.',
    small: (place: number) => `Image ${place} is smaller than 256 pixels: it will give few details.`,
    blurred: (place: number) => `Image ${place} is very blurred.`,
  },
} as const satisfies Record<IntelligenceLanguage, unknown>
