/** What the subjects of a sentence are to each other: worn, held, ridden, part of a whole, the room around, or in a place. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { SubjectHome } from '../../subjects/subject.ts'
import type { AskedFigure, AskedSubject, Relation } from '../asked.ts'
import { determiners, leadingAdjectives } from '../lexicon/sentence.ts'
import { type Draft, isWornBy, taken, WORN } from './worn-and-held.ts'

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

export function sayAlso({ hit, asked }: Draft, ...keys: readonly string[]): Draft {
  return { hit, asked: { ...asked, said: [...asked.said, ...keys] } }
}

/** Joins what belongs together, then sets the rest to each other; `most` are kept. */
export function connect(drafts: readonly Draft[], tokens: readonly string[], most: number): AskedSubject[] {
  const kept: Draft[] = []
  for (const draft of drafts) {
    const owner = kept.at(-1)
    const at = kept.findIndex(({ asked }) => PARTS[asked.subject]?.includes(draft.asked.subject))
    const joined = owner ? joinedTo(owner, draft, tokens) : null
    const within = kept.findIndex(({ asked }) => PARTS[draft.asked.subject]?.includes(asked.subject))
    if (at >= 0) kept[at] = sayAlso(kept[at]!, ...draft.asked.said)
    else if (within > 0) kept[within] = sayAlso(draft, ...kept[within]!.asked.said)
    else if (joined) kept[kept.length - 1] = joined
    else if (!owner) kept.push(draft)
    else if (!isNoThing(owner, draft, tokens)) kept.push(besides(owner, draft, kept.length - 1))
  }
  return related(kept.slice(0, most), tokens)
}

/** The one before with what belongs to it; null for a thing of its own. */
function joinedTo(owner: Draft, draft: Draft, tokens: readonly string[]): Draft | null {
  if (isDressOf(owner, draft)) return inColour(owner, draft)
  const figure = taken(owner, draft, tokens)
  if (figure) return withFigure(owner, figure, draft)
  return isMadeFor(owner, draft, tokens) ? dressed(owner, draft) : null
}

/** A load lies on what carries it, goods in a heap before who sells them. */
function besides(owner: Draft, draft: Draft, to: number): Draft {
  if (isLoad(owner, draft)) return loaded(draft, to)
  return isSold(owner, draft) ? heaped(draft) : draft
}

/** Already drawn with what they belong to. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'birthday-cake': ['candle', 'strawberry', 'party-popper'],
  'christmas-tree': ['star', 'glowing-star', 'candle'],
  minibus: ['house'],
  'fishing-pole': ['fish'],
  pizza: ['tomato', 'cheese-wedge'],
  'couch-and-lamp': ['light-bulb'],
  dragon: ['fire'],
  'treasure-chest': ['coin', 'gem-stone'],
  'motor-scooter': ['wheel'],
  attieke: ['fish', 'grilled-fish', 'onion', 'tomato'],
  'curry-rice': ['cooked-rice'],
  'tropical-drink': ['ice', 'herb', 'lemon'],
  'cup-with-straw': ['ice', 'herb', 'lemon'],
  'tumbler-glass': ['ice', 'herb', 'lemon'],
  hamburger: ['tomato', 'cheese-wedge'],
  'salt-heaps': ['salt'],
  grill: ['skewers'],
}

/** « un boubou pour homme »: somebody wears it. */
function isMadeFor({ asked }: Draft, { hit, asked: person }: Draft, tokens: readonly string[]): boolean {
  const isGarment = WORN[asked.subject]?.garment !== undefined
  return isGarment && person.figure !== null && person.figure.garment === null && FOR.has(tokens[hit.at - 1] ?? '')
}

const FOR = new Set(['pour', 'for'])

function dressed({ hit, asked }: Draft, { asked: { figure, said } }: Draft): Draft {
  const worn = { ...figure!, ...WORN[asked.subject] }
  return { hit, asked: { ...asked, subject: 'figure', figure: worn, said: [...asked.said, ...said] } }
}

/** « avec des bagages sur le toit » */
function isLoad({ asked: { subject } }: Draft, { asked }: Draft): boolean {
  return subject === 'minibus' && asked.subject === 'luggage'
}

function loaded({ hit, asked }: Draft, to: number): Draft {
  return { hit, asked: { ...asked, relation: { kind: 'on', to } } }
}

/** « une vendeuse de mangues »: her goods lie in a heap before her. */
function isSold({ hit, asked: { figure } }: Draft, { hit: own, asked: { subject, count } }: Draft): boolean {
  const family = SUBJECTS.get(subject)?.family ?? ''
  const isNext = own.at - (hit.at + hit.length) <= 1
  return figure?.attribute === 'basket' && isNext && count < MOST_GOODS && GOODS.has(family)
}

const GOODS = wordSet('food sea plant thing drink')
const MOST_GOODS = 4

function heaped({ hit, asked }: Draft): Draft {
  return { hit, asked: { ...asked, count: MOST_GOODS, size: 'small' } }
}

/** A matter, cloth alone, or what somebody wears and no figure can put on: it would lie about. */
function isNoThing(owner: Draft, draft: Draft, tokens: readonly string[]): boolean {
  return draft.asked.subject === 'pagne' || isMatter(owner, draft, tokens) || isWornInVain(owner, draft, tokens)
}

const WEARERS = wordSet('animal bird insect sea person fantasy head')

function isWornInVain(
  { asked, hit: own }: Draft,
  { hit, asked: { subject } }: Draft,
  tokens: readonly string[],
): boolean {
  const isWearer = asked.figure !== null || WEARERS.has(SUBJECTS.get(asked.subject)?.family ?? '')
  const isWearable = SUBJECTS.get(subject)?.family === 'clothes' && !CARRIED.has(subject)
  return isWearer && isWearable && isWornBy(tokens.slice(own.at + own.length, hit.at))
}

const CARRIED = wordSet(
  'backpack handbag briefcase clutch-bag purse umbrella closed-umbrella shopping-bags ring folding-hand-fan',
)

/** « une robe en bazin »: what a thing is made of is no second thing. */
function isMatter({ asked }: Draft, { hit, asked: matter }: Draft, tokens: readonly string[]): boolean {
  return tokens[hit.at - 1] === 'en' && asked.figure === null && MATTERS.has(matter.subject)
}

const MATTERS = wordSet('boubou wood yarn gem-stone womans-clothes leafy-green chocolate-bar brick coin')

/** A person drawn whole has clothes: their colour is what the words add. */
function isDressOf({ asked }: Draft, { asked: cloth }: Draft): boolean {
  return SUBJECTS.get(asked.subject)?.hasSkin === true && WORN[cloth.subject]?.garment !== undefined
}

function inColour({ hit, asked }: Draft, { asked: { colour, said } }: Draft): Draft {
  return { hit, asked: { ...asked, colour: colour ?? asked.colour, said: [...asked.said, ...said] } }
}

function withFigure({ hit, asked }: Draft, figure: AskedFigure, from: Draft): Draft {
  const isGarment = WORN[from.asked.subject]?.garment !== undefined
  const colour = isGarment ? (from.asked.colour ?? asked.colour) : asked.colour
  const accessoryColour = isGarment ? figure.accessoryColour : (from.asked.colour ?? figure.accessoryColour)
  const said = [...asked.said, ...from.asked.said]
  return { hit, asked: { ...asked, subject: 'figure', figure: { ...figure, accessoryColour }, colour, said } }
}

const OF = new Set(['du', 'de', 'd', 'l'])

/** « l’infirmière du dispensaire » is in it. */
function isPersonal({ subject, figure }: AskedSubject): boolean {
  return figure !== null || SUBJECTS.get(subject)?.hasSkin === true
}

type Preposition = Relation['kind'] | 'under'

const PREPOSITIONS: Readonly<Record<string, Preposition>> = {
  sur: 'on',
  on: 'on',
  onto: 'on',
  devant: 'before',
  front: 'before',
  derriere: 'behind',
  behind: 'behind',
  sous: 'under',
  under: 'under',
  cote: 'beside',
  pres: 'beside',
  beside: 'beside',
  next: 'beside',
  near: 'beside',
  dans: 'in',
  in: 'in',
  inside: 'in',
  au: 'in',
  a: 'in',
  at: 'in',
  chez: 'in',
}
const LOOSE = wordSet('de du d of to the')

function prepositionBefore(tokens: readonly string[], at: number): Preposition | null {
  if (PREPOSITIONS[tokens[at] ?? '']) return PREPOSITIONS[tokens[at]!]!
  let before = at - 1
  while (before >= 0 && tokens[before] !== 'au' && isPassed(tokens[before]!)) before--
  return PREPOSITIONS[tokens[before] ?? ''] ?? null
}

function isPassed(token: string): boolean {
  return (token !== 'a' && determiners.has(token)) || leadingAdjectives.has(token) || LOOSE.has(token)
}

function related(drafts: readonly Draft[], tokens: readonly string[]): AskedSubject[] {
  const subjects = drafts.map(({ asked }) => asked)
  for (let index = 1; index < drafts.length; index++) {
    const { at } = drafts[index]!.hit
    const isOfPlace = OF.has(tokens[at - 1] ?? '') && isPersonal(subjects[index - 1]!)
    const preposition = prepositionBefore(tokens, at) ?? (isOfPlace ? 'in' : null)
    if (preposition) relate(subjects, index, isArena(subjects[index]!, subjects[index - 1]!) ? 'in' : preposition)
  }
  return subjects
}

/** Who plays before a stadium plays in it. */
function isArena({ subject }: AskedSubject, other: AskedSubject): boolean {
  return subject === 'stadium' && isPersonal(other)
}

function relate(subjects: AskedSubject[], index: number, preposition: Preposition): void {
  const asked = subjects[index]!
  const to = index - 1
  const other = subjects[to]!
  const set = (kind: Relation['kind']) => {
    subjects[index] = { ...asked, relation: { kind, to } }
  }
  if (preposition === 'in') {
    subjects[index] = { ...asked, isBackdrop: isRoom(asked) }
    if (!isRoom(asked)) subjects[to] = placedIn(other, asked, index)
  } else if (preposition === 'on') {
    if (!isBearing(asked) || other.relation) return
    if (other.figure && !SEATS.has(asked.subject)) set('behind')
    else subjects[to] = other.figure ? seatedOn(other, index) : { ...other, relation: { kind: 'on', to: index } }
  } else if (preposition === 'under') set(SHELTERS.has(asked.subject) ? 'over' : 'behind')
  else set(OPPOSITE[preposition] ?? preposition)
}

function placedIn(other: AskedSubject, asked: AskedSubject, index: number): AskedSubject {
  if (other.figure && !other.relation && SEATS.has(asked.subject)) return seatedOn(other, index)
  return isHeldBy(asked, other) ? { ...other, relation: { kind: 'in', to: index } } : other
}

/** « dans son fauteuil » */
function seatedOn(asked: AskedSubject, index: number): AskedSubject {
  const figure = asked.figure && { ...asked.figure, pose: 'sitting' as const }
  return { ...asked, figure, relation: { kind: 'on', to: index } }
}

const SEATS = wordSet('mat chair stool bench couch-and-lamp')

/** « un chien devant la case »: the house is behind. */
const OPPOSITE: Readonly<Partial<Record<Preposition, Relation['kind']>>> = { before: 'behind', behind: 'before' }

function isHeldBy({ subject }: AskedSubject, other: AskedSubject): boolean {
  return HOLLOW.has(subject) && !isPersonal(other) && !other.relation
}

/** Open above: what is in them looks out. */
const HOLLOW = wordSet(
  'basket calabash bucket amphora pot-of-food mortar package handbag shopping-cart treasure-chest jar',
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

/** Nobody is within them. */
const OUTDOORS = wordSet(
  'well fountain beach-with-umbrella fuel-pump headstone statue-of-liberty tokyo-tower snowman snowman-without-snow',
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
