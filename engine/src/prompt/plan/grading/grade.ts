/** How near the picture comes to a word: what is really drawn for it in this scene, and how like it that is. */
import { SUBJECTS } from '../../../subjects/registry.ts'
import type { AskedFigure, AskedSubject, Garment, Pose } from '../../asked.ts'
import { gradeInDoing } from '../../doings/doings.ts'
import type { Meaning } from '../../lexicon.ts'
import { looseGrade } from '../../lexicon/loose-words.ts'
import { WORN } from '../../lexicon/wear.ts'
import type { Element, Environment, PromptSpec } from '../../spec.ts'
import { isOccasion } from '../../subjects/as-meant.ts'
import { asFood } from '../../subjects/senses.ts'
import { type Drawable, drawablesFor, isSomebody, keyOfWord } from '../../subjects/subject-lexicon.ts'

/** `exact`, a `similar` thing, a `symbol` of it, or nothing. */
export type Grade = 'exact' | 'similar' | 'symbol' | 'none'

export const gradeValues: Readonly<Record<Grade, number>> = { exact: 1, similar: 0.7, symbol: 0.3, none: 0 }

/** Of all that one word may mean, what comes nearest. */
export function gradeOf(meanings: readonly (Meaning & { readonly word: string })[], spec: PromptSpec): Grade {
  const grades = meanings.map((meaning) =>
    meaning.kind === 'subject'
      ? gradeOfSubject(meaning.word, spec)
      : isDrawn(meaning, spec)
        ? (looseGrade(meaning.kind, meaning.word) ?? 'exact')
        : 'none',
  )
  return grades.toSorted((a, b) => gradeValues[b] - gradeValues[a])[0] ?? 'none'
}

function gradeOfSubject(word: string, { subjects, environment }: PromptSpec): Grade {
  const key = keyOfWord(word)
  const [main] = drawablesFor(key) ?? []
  if (!main) return 'none'
  if (main.subject === 'red-heart' && environment === 'bouquet') return 'symbol'
  const seen = subjects
    .filter(({ said }) => said.includes(key))
    .map((asked) => ({ asked, grade: gradeBy(asked, main) }))
    .filter(({ asked, grade }) => grade !== 'none' && !isUnseenRoom(asked, environment) && !isUnseenCape(asked, main))
  if (seen.length === 0) return 'none'
  if (isOccasion(key)) return seen.some(({ asked }) => isItself(asked, main)) ? nearest('similar', main.grade) : 'none'
  const isLike = seen.every(({ asked, grade }) => grade === 'similar' || isLikened(asked, main, key))
  return isLike && main.grade === 'exact' ? 'similar' : main.grade
}

function isUnseenCape(asked: AskedSubject, { subject }: Drawable): boolean {
  return subject === 'cape' && hidesCape(asked)
}

function isLikened(asked: AskedSubject, { subject }: Drawable, key: string): boolean {
  return (asked.likened?.includes(key) ?? false) || (HEROES.test(subject) && hidesCape(asked))
}

/** « … pour un mariage »: who is named is no bride; a feast is seen by what stands for it. */
function isItself({ subject, figure }: AskedSubject, main: Drawable): boolean {
  return main.figure ? figure?.garment === main.figure.garment : subject === main.subject
}

function nearest(one: Grade, other: Grade): Grade {
  return gradeValues[one] < gradeValues[other] ? one : other
}

/** What somebody has about them is in their hands, or part of what they do; what came last may have taken its place. */
function gradeBy({ figure }: AskedSubject, thing: Drawable): 'exact' | 'similar' | 'none' {
  if (!figure || thing.figure) return 'exact'
  const { subject } = thing
  const inDoing = gradeInDoing(figure, servedAs(thing, figure))
  const isOnBody = OF_THE_BODY.has(subject) || isWorn(figure, subject) || isPounded(figure, subject)
  if (inDoing !== null) return isOnBody ? 'exact' : inDoing
  return isOnBody || isKept(figure, subject) ? 'exact' : 'none'
}

function isKept(figure: AskedFigure, subject: string): boolean {
  if (figure.pose === 'riding' && MOTORS.has(subject) && MOTORS.has(figure.attribute ?? '')) return true
  return !LOST_FROM_HANDS.has(SUBJECTS.get(subject)?.family) || heldBy(figure).includes(CALLED[subject] ?? subject)
}

/** « grille du poisson »: what lies there is grilled. */
function servedAs(thing: Drawable, { attribute }: AskedFigure): string {
  const served = asFood(thing).subject
  return attribute === served ? served : thing.subject
}

function isWorn({ garment, attribute }: AskedFigure, subject: string): boolean {
  return garment !== null && attribute !== subject && WORN[subject]?.garment === garment
}

function heldBy({ attribute, load = [], passenger }: AskedFigure): readonly (string | null)[] {
  return [attribute, ...load, ...(passenger ? heldBy(passenger.figure) : [])]
}

function isPounded({ pose }: AskedFigure, subject: string): boolean {
  return pose === 'pounding' && POUNDED.has(subject === 'mortar' ? subject : SUBJECTS.get(subject)?.family)
}

const POUNDED: ReadonlySet<string | undefined> = new Set(['mortar', 'food', 'plant'])
/** « sa moto »: a scooter is one. */
const MOTORS: ReadonlySet<string> = new Set(['motorcycle', 'motor-scooter'])
const OF_THE_BODY = new Set(['tooth', 'bone'])
const CALLED: Readonly<Record<string, string>> = { crutch: 'cane' }

/** Of these somebody has one thing at a time. */
const LOST_FROM_HANDS: ReadonlySet<string | undefined> = new Set([
  'vehicle',
  'boat',
  'instrument',
  'food',
  'drink',
  'thing',
  'plant',
])

const OUT_OF_DOORS: ReadonlySet<Environment> = new Set(['street', 'village', 'courtyard', 'city', 'hills'])
const OPEN_AIR = new Set(['station', 'stadium', 'houses', 'ferris-wheel', 'circus-tent', 'playground-slide'])

/** « rentre de l'école à vélo »: it would be the room around, and the road is. */
function isUnseenRoom({ subject, isBackdrop }: AskedSubject, environment: Environment): boolean {
  const isBuilding = SUBJECTS.get(subject)?.family === 'building' && !OPEN_AIR.has(subject)
  return isBackdrop && isBuilding && OUT_OF_DOORS.has(environment)
}

const HEROES = /^(?:(?:wo)?man-)?superhero$/

/** Figures in these poses have no room for what hangs down the back. */
const CAPELESS: ReadonlySet<Pose | null> = new Set<Pose | null>([
  'bust',
  'riding',
  'dancing',
  'kicking',
  'swimming',
  'sitting',
  'seated',
  'diving',
])

function hidesCape({ figure }: AskedSubject): boolean {
  return figure !== null && figure.cape !== undefined && (CAPELESS.has(figure.pose) || figure.person === 'baby')
}

function isDrawn({ kind, id }: Meaning, spec: PromptSpec): boolean {
  if (spec.refused.has(id)) return false
  if (kind === 'environment') return isPlaceDrawn(id as Environment, spec)
  if (kind === 'element') return isElementDrawn(id as Element, spec)
  if (kind === 'object') return isObjectDrawn(id, spec)
  return true
}

/** Places that are seen in others: the sky over a field, trees on a hill. */
const SEEN_IN: Readonly<Partial<Record<Environment, readonly Environment[]>>> = {
  sea: ['beach', 'islands', 'lagoon', 'volcano'],
  beach: ['sea', 'lagoon', 'islands'],
  islands: ['sea', 'beach'],
  lake: ['lagoon', 'mountain', 'hills', 'forest', 'savanna'],
  lagoon: ['beach', 'lake'],
  mountain: ['islands', 'lake', 'ice', 'hills', 'sea', 'volcano'],
  forest: ['lake', 'mountain', 'hills', 'garden', 'courtyard', 'savanna', 'village', 'field'],
  hills: ['field', 'village', 'mountain', 'garden'],
  field: ['hills'],
  garden: ['hills', 'bouquet'],
  savanna: ['village'],
  city: ['paris', 'orient', 'japan', 'synthwave'],
  village: ['hills', 'lagoon', 'courtyard', 'savanna'],
  desert: ['savanna', 'canyon', 'beach'],
  courtyard: ['village'],
  space: ['moon', 'mars', 'sky'],
  wax: ['portrait'],
  portrait: ['subject'],
  abstract: ['mandala', 'fractal', 'geometry', 'wax'],
}
const WITHOUT_SKY: ReadonlySet<Environment> = new Set([
  'wax',
  'mandala',
  'fractal',
  'geometry',
  'bouquet',
  'underwater',
  'abstract',
  'subject',
  'portrait',
])

function isPlaceDrawn(id: Environment, { environment, subjects }: PromptSpec): boolean {
  if (id === environment) return true
  if (id === 'portrait' && subjects.some(isSomebody)) return true
  if (id === 'bouquet') return isBouquetHeld(subjects)
  if (id === 'wax')
    return PRINTED.has(environment) || subjects.some(({ figure }) => figure && PRINTS.has(figure.garment))
  if (id === 'sky') return !WITHOUT_SKY.has(environment)
  return SEEN_IN[id]?.includes(environment) ?? false
}

function isBouquetHeld(subjects: PromptSpec['subjects']): boolean {
  return subjects.some(({ figure }) => figure?.attribute === 'bouquet')
}

/** A table has its cloth, and the women of a market theirs. */
const PRINTED: ReadonlySet<Environment> = new Set(['table', 'market'])
const PRINTS: ReadonlySet<Garment | null> = new Set<Garment | null>(['pagne', 'boubou', 'dress'])

const SKY_ELEMENTS: ReadonlySet<Element> = new Set(['sun', 'moon', 'stars', 'clouds', 'aurora', 'rainbow'])
const FLOWERY: readonly Environment[] = ['garden', 'hills', 'field', 'bouquet', 'mountain', 'lake', 'savanna']
const WOODED: readonly Environment[] = [
  'forest',
  'lake',
  'hills',
  'mountain',
  'garden',
  'field',
  'village',
  'savanna',
  'islands',
  'courtyard',
]

/** Scenes that draw an element; one that is not here is laid over every scene. */
const HOLDERS: Readonly<Partial<Record<Element, readonly Environment[]>>> = {
  candles: [],
  vase: ['bouquet'],
  earth: ['space', 'moon'],
  planet: ['space', 'moon', 'mars'],
  'great-wave': ['sea', 'beach', 'islands'],
  lotus: ['lake', 'lagoon'],
  jellyfish: ['underwater'],
  fish: ['underwater'],
  rock: ['sea', 'beach', 'islands', 'mountain', 'canyon', 'desert', 'volcano'],
  grass: ['hills', 'field', 'garden', 'savanna', 'mountain', 'lake', 'village'],
  road: ['hills', 'field', 'village', 'savanna', 'desert', 'garden', 'street', 'synthwave'],
  neons: ['city', 'paris', 'japan', 'orient'],
  bamboo: ['forest'],
  cactus: ['desert', 'canyon'],
  palm: ['beach', 'sea', 'lagoon', 'islands', 'desert', 'savanna', 'village', 'courtyard', 'city', 'hills'],
  conifer: WOODED,
  broadleaf: WOODED,
  cypress: ['hills', 'field', 'garden', 'village'],
  flowers: [...FLOWERY, 'portrait', 'wax'],
  rose: FLOWERY,
  lavender: FLOWERY,
  sunflower: FLOWERY,
  poppy: FLOWERY,
  tulip: FLOWERY,
  peony: FLOWERY,
  daisy: FLOWERY,
}

function isElementDrawn(id: Element, { environment, subjects }: PromptSpec): boolean {
  if (HOLDERS[id]?.includes('bouquet') && isBouquetHeld(subjects)) return true
  if (SKY_ELEMENTS.has(id)) return !WITHOUT_SKY.has(environment)
  return HOLDERS[id]?.includes(environment) ?? true
}

/** Pictures that hold what they are of, and nothing besides. */
const CLOSED: ReadonlySet<Environment> = new Set(['bouquet', 'abstract', 'mandala', 'fractal', 'geometry', 'wax'])

/** There is no water to cross. */
const DRY_TOWNS: ReadonlySet<Environment> = new Set(['city', 'paris', 'orient', 'street'])

function isObjectDrawn(id: string, { environment, objects }: PromptSpec): boolean {
  if (environment === 'portrait') return id === 'person' || id === 'couple'
  if (environment === 'subject') return objects[0]?.id === id
  if (id === 'bridge' && DRY_TOWNS.has(environment)) return false
  return !CLOSED.has(environment) && objects.some((object) => object.id === id)
}
