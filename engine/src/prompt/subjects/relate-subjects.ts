/** Where the words put one subject by another: on, in, over, before, behind or beside it, or filling it. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { SubjectHome } from '../../subjects/subject.ts'
import type { AskedSubject, Relation } from '../asked.ts'
import { isEnglish } from '../language-of.ts'
import { meaningsOf } from '../lexicon.ts'
import { determiners, leadingAdjectives } from '../lexicon/sentence.ts'
import { BREAK, wordSet } from '../tokens.ts'
import type { Draft } from './worn-and-held.ts'

const OF = new Set(['du', 'de', 'd', 'l'])

/** « l’infirmière du dispensaire » is in it. */
function isPersonal({ subject, figure }: AskedSubject): boolean {
  return figure !== null || SUBJECTS.get(subject)?.hasSkin === true
}

/** What is in the air by itself, or as the words have it. */
function flies({ subject, figure }: AskedSubject): boolean {
  const drawing = SUBJECTS.get(subject)
  return (
    figure === null &&
    drawing !== undefined &&
    (drawing.stance === 'air' || drawing.family === 'bird' || FLIERS.has(subject))
  )
}

const FLIERS = wordSet('dragon unicorn rocket helicopter airplane small-airplane flying-saucer parachute')

type Preposition = Relation['kind'] | 'fill' | 'above'
/** Of these what is in them looks out. */
const FILLED = wordSet('basket bucket calabash cart bowl-with-spoon')
/** As many as look out of a basket. */
const FILL = 5
/** What a plural without a number stands for. */
const PLURAL = 4

/** By their words; a map, since « constructor » is a word as well. */
const PREPOSITIONS: ReadonlyMap<string, Preposition> = new Map([
  ...wordsFor('on', 'sur on onto'),
  ...wordsFor('before', 'devant front'),
  ...wordsFor('behind', 'derriere behind'),
  ...wordsFor('above', 'dessus above'),
  ...wordsFor('under', 'sous under'),
  ...wordsFor('beside', 'cote pres beside next near'),
  ...wordsFor('in', 'dans in inside au a at chez'),
])

function wordsFor(kind: Preposition, words: string): [string, Preposition][] {
  return words.split(' ').map((word) => [word, kind])
}

const LOOSE = wordSet('de du d of to the toit toits roof sommet capot hood bonnet')

function prepositionBefore(tokens: readonly string[], at: number): Preposition | null {
  const own = PREPOSITIONS.get(tokens[at] ?? '')
  if (own) return own
  const isArticle = isEnglish(tokens)
  let before = at - 1
  while (before >= 0 && tokens[before] !== 'au' && isPassed(tokens[before]!, isArticle)) before--
  return PREPOSITIONS.get(tokens[before] ?? '') ?? null
}

/** « à » is no article, and in English « a » is. */
function isPassed(token: string, isArticle: boolean): boolean {
  if (isArticle && meaningsOf(token).some(({ kind }) => kind === 'colour')) return true
  return ((isArticle || token !== 'a') && determiners.has(token)) || leadingAdjectives.has(token) || LOOSE.has(token)
}

/** The subjects of the drafts, each with its place by another one where the words give it one. */
export function related(drafts: readonly Draft[], tokens: readonly string[]): AskedSubject[] {
  const subjects = drafts.map(({ asked }) => asked)
  for (let index = 1; index < drafts.length; index++) {
    const { at } = drafts[index]!.hit
    const isOfPlace = OF.has(tokens[at - 1] ?? '') && isPersonal(subjects[index - 1]!)
    if (isSaidBehind(drafts[index]!.hit, tokens)) {
      subjects[index] = { ...subjects[index]!, relation: { kind: 'behind', to: 0 } }
      continue
    }
    if (isMended(drafts, index, tokens)) {
      subjects[index] = { ...subjects[index]!, relation: { kind: 'before', to: index - 1 } }
      continue
    }
    const isFill = OF.has(tokens[at - 1] ?? '') && FILLED.has(subjects[index - 1]!.subject) && isLoad(subjects[index]!)
    const preposition = isFill ? 'fill' : (prepositionBefore(tokens, at) ?? (isOfPlace ? 'in' : null))
    relate(subjects, index, preposition)
  }
  return together(subjects, drafts, tokens).map((asked, index, all) => asPlace(asked, index, { all, drafts, tokens }))
}

/** « un gardien qui plonge, stade plein »: people are in it, and it is no thing beside them. */
function asPlace(asked: AskedSubject, index: number, { all, drafts, tokens }: Around): AskedSubject {
  const isNamed = PLACES.has(asked.subject) || isToldLast(drafts[index]!, asked, tokens)
  const isPlace = index > 0 && isNamed && asked.relation === null && asked.position === null
  return isPlace && all[0]?.figure ? { ...asked, isBackdrop: true } : asked
}

interface Around {
  readonly all: readonly AskedSubject[]
  readonly drafts: readonly Draft[]
  readonly tokens: readonly string[]
}

/** « une infirmière …, dispensaire de Pikine »: where they are. */
function isToldLast({ hit }: Draft, asked: AskedSubject, tokens: readonly string[]): boolean {
  return isRoom(asked) && tokens[hit.at - 1] === BREAK
}

/** « un chat noir et un chat blanc sur un canapé »: both are. */
function together(
  subjects: readonly AskedSubject[],
  drafts: readonly Draft[],
  tokens: readonly string[],
): AskedSubject[] {
  return subjects.map((asked, index) => {
    const next = subjects[index + 1]
    if (!next || !isThingAlone(asked) || next.figure || next.relation?.kind !== 'on') return asked
    const [from, to] = [drafts[index]!.hit, drafts[index + 1]!.hit]
    const between = tokens.slice(from.at + from.length, to.at)
    const isJoined = AND.has(between[0] ?? '') && between.slice(1).every((token) => determiners.has(token))
    const isAlike = SUBJECTS.get(asked.subject)?.family === SUBJECTS.get(next.subject)?.family
    return isJoined && isAlike ? { ...asked, relation: next.relation } : asked
  })
}

function isThingAlone({ figure, relation }: AskedSubject): boolean {
  return figure === null && relation === null
}

const AND = wordSet('et and')

const PLACES = wordSet('stadium blackboard circus-tent')

const MENDS = wordSet(
  'repare reparent reparant bricole nettoie lave lavent lavant repairs repairing fixing washing cleaning',
)

/** « un mécanicien qui répare une moto »: it is by him, and not far down the street. */
function isMended(drafts: readonly Draft[], index: number, tokens: readonly string[]): boolean {
  const [by, thing] = [drafts[index - 1]!, drafts[index]!]
  if (!isPersonal(by.asked) || SUBJECTS.get(thing.asked.subject)?.family !== 'vehicle') return false
  const between = tokens.slice(by.hit.at + by.hit.length, thing.hit.at)
  return !between.includes(BREAK) && between.some((word) => MENDS.has(word))
}

/** « avec la mosquée derrière »: behind what the picture is of. */
function isSaidBehind({ at, length }: Draft['hit'], tokens: readonly string[]): boolean {
  const after = tokens.slice(at + length, at + length + 4)
  const place = after.findIndex((token) => token === 'derriere' || token === 'behind')
  const next = after[place + 1]
  return place >= 0 && place < 3 && !after.slice(0, place).includes(BREAK) && (next === undefined || next === BREAK)
}

function relate(subjects: AskedSubject[], index: number, preposition: Preposition | null): void {
  if (preposition === null) return shelter(subjects, index)
  RELATE[isArena(subjects[index]!, subjects[index - 1]!) ? 'in' : preposition](subjects, index)
}

/** « une vendeuse avec un parasol »: it is over her. */
function shelter(subjects: AskedSubject[], index: number): void {
  const asked = subjects[index]!
  const to = subjects.slice(0, index).findLastIndex(({ figure }) => figure !== null)
  if (to >= 0 && asked.count === 1 && SHELTERS.has(asked.subject))
    subjects[index] = { ...asked, relation: { kind: 'over', to } }
}

/** Milk in a calabash shows no glass. */
function isLoad({ subject }: AskedSubject): boolean {
  return SUBJECTS.get(subject)?.family !== 'drink'
}

/** Who plays before a stadium plays in it. */
function isArena({ subject }: AskedSubject, other: AskedSubject): boolean {
  return subject === 'stadium' && isPersonal(other)
}

type Relate = (subjects: AskedSubject[], index: number) => void

const setBy =
  (kind: Relation['kind']): Relate =>
  (subjects, index) => {
    subjects[index] = { ...subjects[index]!, relation: { kind, to: index - 1 } }
  }

/** What follows the preposition is the last of `subjects` up to `index`, what stands before it the one before. */
const RELATE: Readonly<Record<Preposition, Relate>> = {
  in: (subjects, index) => {
    const asked = subjects[index]!
    if (isTied(subjects[index - 1]!)) return tie(subjects, index)
    if (subjects[index - 1]!.figure?.pose === 'lying' && BEDS.has(asked.subject)) return RELATE.on(subjects, index)
    subjects[index] = { ...asked, isBackdrop: isRoom(asked) }
    if (!isRoom(asked)) subjects[index - 1] = placedIn(subjects[index - 1]!, asked, index)
  },
  on: (subjects, index) => {
    const asked = subjects[index]!
    const other = subjects[index - 1]!
    if (!isBearing(asked) || other.relation) return
    if (other.figure?.pose === 'lying' && BEDS.has(asked.subject)) {
      subjects[index - 1] = { ...other, relation: { kind: 'on', to: index } }
      return
    }
    if (other.figure && !SEATS.has(asked.subject)) return RELATE.before(subjects, index)
    const onto = { ...other, relation: { kind: 'on', to: index } } as const
    subjects[index - 1] = other.figure ? seatedOn(other, asked.subject, index) : onto
    if (other.figure && WIDE_SEATS.has(asked.subject)) seatTogether(subjects, index)
  },
  above: (subjects, index) => {
    const other = subjects[index - 1]!
    if (flies(other) && !other.relation) subjects[index - 1] = { ...other, relation: { kind: 'over', to: index } }
  },
  fill: (subjects, index) => {
    const asked = subjects[index]!
    const isTold = asked.count > 1 && asked.count !== PLURAL
    subjects[index] = { ...asked, count: isTold ? asked.count : FILL, relation: { kind: 'in', to: index - 1 } }
  },
  under: (subjects, index) => {
    const [other, asked] = [subjects[index - 1]!, subjects[index]!]
    if (other.figure?.pose === 'lying' && SUBJECTS.get(asked.subject)?.family === 'vehicle')
      subjects[index - 1] = { ...other, relation: { kind: 'under', to: index } }
    else if (isShed(asked)) subjects[index] = { ...asked, isBackdrop: true }
    else shadedBy(subjects, index)
  },
  // « un chien devant la case »: the house is behind.
  before: setBy('behind'),
  behind: setBy('before'),
  beside: setBy('beside'),
  over: setBy('over'),
}

function shadedBy(subjects: AskedSubject[], index: number): void {
  setBy(SHELTERS.has(subjects[index]!.subject) ? 'over' : 'behind')(subjects, index)
}

/** « des ballons attachés à une chaise » */
function isTied({ subject }: AskedSubject): boolean {
  return subject === 'balloon' || subject === 'kite'
}

function tie(subjects: AskedSubject[], index: number): void {
  for (let other = index - 1; other >= 0 && isTied(subjects[other]!); other--)
    subjects[other] = { ...subjects[other]!, relation: { kind: 'over', to: index } }
}

function placedIn(other: AskedSubject, asked: AskedSubject, index: number): AskedSubject {
  if (other.figure && !other.relation && SEATS.has(asked.subject)) return seatedOn(other, asked.subject, index)
  return isHeldBy(asked, other) ? { ...other, relation: { kind: 'in', to: index } } : other
}

/** « dans son fauteuil » */
function seatedOn(asked: AskedSubject, seat: string, index: number): AskedSubject {
  const pose = seat === 'mat' ? ('sitting' as const) : ('seated' as const)
  const figure = asked.figure && { ...asked.figure, pose }
  return { ...asked, figure, relation: { kind: 'on', to: index } }
}

/** « une grand-mère qui lit à son petit-fils sur un canapé »: both are on it. */
function seatTogether(subjects: AskedSubject[], index: number): void {
  for (const [place, other] of subjects.slice(0, index - 1).entries())
    if (other.figure && !other.relation && SITTING.has(other.figure.pose))
      subjects[place] = seatedOn(other, subjects[index]!.subject, index)
}

const BEDS = wordSet('bed mat couch-and-lamp hammock bench automobile taxi pickup-truck')
const WIDE_SEATS = wordSet('mat bench couch-and-lamp')
const SITTING: ReadonlySet<string | null> = new Set([null, 'sitting', 'talking', 'holding', 'standing'])

const SEATS = wordSet('mat chair stool bench couch-and-lamp armchair throne')

function isHeldBy({ subject }: AskedSubject, other: AskedSubject): boolean {
  return HOLLOW.has(subject) && !isPersonal(other) && !other.relation
}

/** Open above: what is in them looks out. */
const HOLLOW = wordSet(
  'basket calabash bucket amphora pot-of-food mortar package handbag shopping-cart treasure-chest jar bowl-with-spoon',
)
const SHELTERS = wordSet('umbrella beach-with-umbrella')

const BEARING = wordSet('furniture vehicle animal building clothes thing sea')
const LAID_UPON = wordSet('plate birthday-cake')

function isBearing({ subject, figure }: AskedSubject): boolean {
  return figure === null && (BEARING.has(SUBJECTS.get(subject)?.family ?? '') || LAID_UPON.has(subject))
}

function isRoom({ subject, figure }: AskedSubject): boolean {
  const isBuilding = SUBJECTS.get(subject)?.family === 'building' && !OUTDOORS.has(subject)
  return figure === null && (isBuilding || ROOMS.has(subject))
}

/** « sous un hangar »: its roof is over them. */
function isShed({ said }: AskedSubject): boolean {
  return said.some((word) => SHEDS.has(word))
}

const SHEDS = wordSet('hangar garage entrepot warehouse shed')

/** Nobody is within them. */
const OUTDOORS = wordSet(
  'statue well fountain beach-with-umbrella fuel-pump headstone statue-of-liberty tokyo-tower snowman snowman-without-snow',
)

const ROOMS = wordSet('plate fork-and-knife-with-plate airplane-departure blackboard')
const WITHIN: Readonly<Record<string, SubjectHome>> = {
  stadium: 'stadium',
  'circus-tent': 'stage',
  station: 'street',
  'ferris-wheel': 'street',
  'playground-slide': 'garden',
  houses: 'street',
}

/** What is painted around somebody who is in a building. */
export function homeWithin(subject: string): SubjectHome {
  return WITHIN[subject] ?? 'interior'
}
