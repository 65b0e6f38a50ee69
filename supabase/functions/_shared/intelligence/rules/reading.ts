/** One reading of a description, on which all rules agree: its language, its words, and what is left to say. */
import {
  planPicture,
  readPrompt,
  toStems,
  type Environment,
  type PromptSpec,
  type TimeOfDay,
} from '@product/engine/language'

import type { IntelligenceLanguage, PromptSlot } from '../../contract/src/index.ts'
import { colourNames } from './colour-names.ts'
import { detectLanguage } from './language.ts'
import { moveNegatives, type MovedNegatives } from './negatives.ts'
import { slotTexts } from './slot-texts-by-language.ts'
import type { PictureKind, SceneFamily } from './slot-texts.ts'

export interface Reading extends MovedNegatives {
  readonly language: IntelligenceLanguage
  readonly spec: PromptSpec
  readonly kind: PictureKind
  readonly family: SceneFamily
  readonly time: TimeOfDay
  readonly filled: ReadonlySet<PromptSlot>
  /** What the person wrote, without what the rules add. */
  readonly own: string
}

const families: Readonly<Partial<Record<Environment, SceneFamily>>> = {
  sea: 'sea', beach: 'sea', islands: 'sea', lagoon: 'lake', lake: 'lake', underwater: 'underwater',
  forest: 'forest', mountain: 'mountain', ice: 'mountain', canyon: 'desert',
  city: 'city', paris: 'city', orient: 'city', market: 'city', space: 'space', moon: 'space', mars: 'space',
  desert: 'desert', savanna: 'desert', field: 'field', garden: 'field', hills: 'field',
} // prettier-ignore
const abstractPlaces: ReadonlySet<Environment> = new Set(['mandala', 'fractal', 'geometry', 'wax', 'abstract'])

export function read(prompt: string, otherwise: IntelligenceLanguage | null = null): Reading {
  const { positive, moved } = moveNegatives(prompt.trim())
  const { own, added } = separate(positive)
  const spec = readPrompt(own)
  const kind = kindOf(own, spec)
  return {
    positive,
    moved,
    own,
    spec,
    language: detectLanguage(own || prompt, otherwise),
    kind,
    family: familyOf(spec, kind),
    time: timeOf(own, spec),
    filled: new Set([...slotsSaidBy(own, spec), ...added]),
  }
}

/** A subject alone has the engine's place for it around, which nobody asked for. */
function familyOf({ environment, environments }: PromptSpec, kind: PictureKind): SceneFamily {
  return kind === 'subject' && environments.size === 0 ? 'default' : (families[environment] ?? 'default')
}

const lightWords = /(?:lumi|light|bright)[\p{L}]*/giu

/** The dictionary files « lumière » under hope, and hope under dawn: the word alone asks for no hour. */
function timeOf(own: string, spec: PromptSpec): TimeOfDay {
  return spec.isTimeAsked ? spec.time : readPrompt(own.replace(lightWords, ' ')).time
}

/** A table or a room has no horizon to compose with. */
const nearPlaces: ReadonlySet<Environment> = new Set(['portrait', 'subject', 'bouquet', 'table', 'interior'])

function kindOf(own: string, spec: PromptSpec): PictureKind {
  // Where only a mood is understood, the engine picks a place for it; what was meant is a subject unknown to it.
  const isPlaced = spec.environments.size > 0 || spec.objects.length > 0 || spec.elements.size > 0
  if (!isPlaced || spec.isCloseUp || nearPlaces.has(spec.environment) || isOfPerson(own)) return 'subject'
  return abstractPlaces.has(spec.environment) ? 'abstract' : 'scene'
}

/** Somebody comes first, wherever they are: no picture of a person is composed as a view. */
function isOfPerson(own: string): boolean {
  return (planPicture({ prompt: own }).spec.subjects[0]?.figure ?? null) !== null
}

const keywords: Readonly<Record<Exclude<PromptSlot, 'subject' | 'details'>, RegExp>> = {
  composition:
    /\bplan (?:large|rapproch|serr|moyen|américain|d['’]ensemble)|gros plan|plongée|vue (?:de|du|aérienne|panoramique|d['’]en)|cadr|composition|grand angle|panoram|en pied|symétri|\b(?:close|wide|medium|long|full)[- ](?:up|shot|body)|low angle|high angle|top view|aerial|bird['’]s[- ]eye|fram(?:ed|ing)|symmetr|eye[- ]level/i,
  light:
    /lumi|lueur|éclair[aé]|\blight(?!house)|(?:sun|moon|star|candle|back|flash|head)-?li(?:ght|t\b)|\blit\b|glow|contre-jour|ombre|shadow|clair-obscur|chiaroscuro|heure (?:bleue|dorée)|(?:golden|blue) hour|ensoleill|sunny|n[ée]on/i,
  colours:
    /palette|couleur|\bcolou?r|teinte|\btons?\b|\btones?\b|\bhues?\b|monochrom|sépia|sepia|noir et blanc|black and white|pastel/i,
  mood: /atmosph|ambiance|\bmood\b|\bvibe|sentiment|feeling|émotion|emotion/i,
  style:
    /peint|paint|dessin|drawing|photo|\b3d\b|rendu|render|illustration|\bstyle\b|sculpt|collage|aquarell|water ?colou?r|gouache|\bhuile\b|\boil\b|encre|\bink\b|crayon|pencil|bande dessinée|comic|manga|anim[ée]|broderie|embroider|linogravure|fresque|vitrail|mosaï|pixel|low poly|isométr|isometric/i,
}
/** Words of light and heat, which the dictionary files under moods as well. */
const notAMood = /lumi|light|bright|^chaud|^warm|^chaleur|^froid|^cold|^glac|^ice|^gel|^frozen|^anime/
const notAMedium = new Set(['black-and-white', 'bokeh', 'dream', 'fantasy', 'neon'])
const detailsEnough = 2

/** The slots that a text fills by itself. */
function slotsSaidBy(text: string, spec: PromptSpec): Set<PromptSlot> {
  const says = (slot: keyof typeof keywords) => keywords[slot].test(text)
  const things = spec.objects.length + spec.elements.size + spec.weather.size + (spec.season ? 1 : 0)
  const tests: Readonly<Record<PromptSlot, boolean>> = {
    subject: spec.environments.size > 0 || things > 0 || spec.ignored.length > 0,
    composition: spec.composition.size > 0 || spec.environments.has('portrait') || says('composition'),
    // A time of day alone says little: « coucher de soleil » may still be given its light.
    light: says('light'),
    colours: spec.colours.length > 0 || says('colours'),
    details: things >= detailsEnough,
    mood: says('mood') || spec.understood.some(({ word, role }) => role.startsWith('mood:') && !notAMood.test(word)),
    style: says('style') || spec.styles.some((style) => !notAMedium.has(style)),
  }
  return new Set(Object.entries(tests).flatMap(([slot, isFilled]) => (isFilled ? [slot as PromptSlot] : [])))
}

const sentenceParts = /[,;.!?…\n]+/

/** Which slot each of our own texts fills, by the words of its parts. */
const ownTexts: ReadonlyMap<string, PromptSlot> = new Map(
  Object.values(slotTexts).flatMap(({ composition, light, colours, familyColours, details, mood, style }) =>
    Object.entries({ composition, light, colours, familyColours, details, mood, style }).flatMap(([slot, byKey]) =>
      Object.values(byKey)
        .flat()
        .map(
          (text: string) =>
            [keyOf(text.split(sentenceParts)), slot === 'familyColours' ? 'colours' : (slot as PromptSlot)] as const,
        ),
    ),
  ),
)
const longestOwnText = 3

const names = colourNames.join('|')
const paletteOfReference = new RegExp(
  `(?:${Object.values(slotTexts)
    .map((texts) => texts.paletteOfReference)
    .join('|')}) : (?:${names})(?:, (?:${names})){0,2}(?![\\p{L}])`,
  'gu',
)

function keyOf(parts: readonly string[]): string {
  return parts.map((part) => toStems(part).join(' ')).join('|')
}

/** The person's own words, and the slots that texts of ours among them fill: an enhanced description is read as before. */
function separate(text: string): { own: string; added: Set<PromptSlot> } {
  const added = new Set<PromptSlot>()
  const withoutPalette = text.replace(paletteOfReference, () => {
    added.add('colours')
    return ''
  })
  const parts = withoutPalette.split(sentenceParts).filter((part) => part.trim() !== '')
  const own: string[] = []
  while (parts.length > 0) {
    const length = ownTextLength(parts)
    const slot = ownTexts.get(keyOf(parts.slice(0, length)))
    const taken = parts.splice(0, Math.max(1, length))
    if (slot) added.add(slot)
    else own.push(...taken)
  }
  return { own: own.map((part) => part.trim()).join(', '), added }
}

/** How many of the first parts are one text of ours; 0 for none. */
function ownTextLength(parts: readonly string[]): number {
  for (let length = Math.min(longestOwnText, parts.length); length > 0; length -= 1) {
    if (ownTexts.has(keyOf(parts.slice(0, length)))) return length
  }
  return 0
}
