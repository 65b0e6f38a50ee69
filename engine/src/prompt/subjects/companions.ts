/** Which of the things named beside the main one a picture can hold: what has no place there is left out, and the plan says so. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { Subject, SubjectFamily } from '../../subjects/subject.ts'
import type { AskedSubject, Doing } from '../asked.ts'
import { wordSet } from '../tokens.ts'

type Kind = 'person' | 'animal' | 'laid' | 'vehicle' | 'far' | 'tall' | 'standing' | 'floating' | 'sea' | 'small'

/** Parts of a house: alone they are a picture, beside something they stand in the void. */
const FIXTURES = wordSet(
  'window door mirror shower toilet bathtub carousel-horse framed-picture metro vertical-traffic-light',
)
/** Of somebody who does not hold it, it says nothing on a table. */
const IN_HAND = wordSet('mobile-phone telephone camera microphone')
/** What is tall beside somebody, as a share of a grown person's height. */
const TALL = 0.4
const TALL_OF_A_TABLE = 0.5
const TREE = 1.5

const KINDS: Readonly<Partial<Record<SubjectFamily, Kind>>> = {
  head: 'person',
  person: 'person',
  fantasy: 'person',
  animal: 'animal',
  bird: 'animal',
  sea: 'sea',
  vehicle: 'vehicle',
  building: 'far',
  boat: 'far',
  aircraft: 'far',
}
/** Not as their families are. */
const OWN_KINDS: Readonly<Record<string, Kind>> = {
  snowman: 'standing',
  'snowman-without-snow': 'standing',
  balloon: 'floating',
  kite: 'floating',
  'sewing-machine': 'standing',
}

function kindOf({ subject, figure }: AskedSubject): Kind {
  const drawing = SUBJECTS.get(subject)
  if (figure !== null || drawing?.hasSkin || !drawing) return 'person'
  return OWN_KINDS[subject] ?? KINDS[drawing.family] ?? kindOfThing(drawing)
}

function kindOfThing({ family, stance, stature }: Subject): Kind {
  if (family === 'plant' && stature > TREE) return 'far'
  if (stance === 'table' && stature < TALL_OF_A_TABLE) return 'laid'
  if (stance === 'air' || stance === 'deep') return 'floating'
  if (stature < TALL) return 'small'
  return family === 'furniture' ? 'tall' : 'standing'
}

/** By what the picture is of, what may be seen with it. */
const BESIDE: Readonly<Record<Kind, ReadonlySet<Kind>>> = {
  person: new Set<Kind>(['person', 'animal', 'vehicle', 'far', 'standing', 'tall', 'floating', 'sea', 'laid', 'small']),
  animal: new Set<Kind>(['person', 'animal', 'vehicle', 'far', 'standing', 'small']),
  laid: new Set<Kind>(['laid', 'small', 'floating', 'animal', 'far', 'vehicle']),
  sea: new Set<Kind>(['sea', 'floating', 'far', 'person']),
  vehicle: new Set<Kind>(['person', 'animal', 'vehicle', 'far']),
  far: new Set<Kind>(['person', 'animal', 'vehicle', 'far', 'standing', 'floating']),
  tall: new Set<Kind>(['person', 'animal', 'tall', 'standing']),
  standing: new Set<Kind>(['person', 'animal', 'standing', 'tall', 'small']),
  floating: new Set<Kind>(['person', 'animal', 'far', 'floating', 'small']),
  small: new Set<Kind>(['animal', 'small', 'laid', 'standing', 'floating']),
}

/** Whole indices are kept: a relation names another subject by its place. */
export function keptTogether(all: readonly AskedSubject[], isList = false): readonly AskedSubject[] {
  const subjects = isList ? peopleFirst(all) : all
  const [main] = subjects
  if (!main) return subjects
  const kept = subjects.filter((asked, index) => index === 0 || isKept(asked, index, subjects))
  return kept.map((asked) => related(asked, subjects, kept))
}

/** « érables rouges, une petite fille »: beside things that hold nobody the picture is of whoever is there. */
function peopleFirst(subjects: readonly AskedSubject[]): readonly AskedSubject[] {
  const [main] = subjects
  const isAlone = main && main.relation === null && !main.isBackdrop && !BESIDE[kindOf(main)].has('person')
  const to = subjects.findIndex(({ figure, isBackdrop }) => figure !== null && !isBackdrop)
  if (!isAlone || to < 1 || SERVED.has(SUBJECTS.get(main.subject)?.family) || subjects[to]!.relation) return subjects
  const ordered = [subjects[to]!, ...subjects.filter((_, index) => index !== to)]
  return ordered.map((asked) => related(asked, subjects, ordered))
}

/** A dish stays the picture, whoever eats it. */
const SERVED: ReadonlySet<string | undefined> = new Set(['food', 'drink', 'festive'])

function isKept(asked: AskedSubject, index: number, all: readonly AskedSubject[]): boolean {
  const main = all[0]!
  if (asked.isBackdrop || isHeap(asked) || isJoined(asked, index, all)) return true
  if (kindOf(main) === 'person' && IN_HAND.has(asked.subject)) return asked.count > 2
  return !FIXTURES.has(asked.subject) && BESIDE[kindOf(main)].has(kindOf(asked))
}

/** Goods lie before who sells them. */
function isHeap({ size, count }: AskedSubject): boolean {
  return size === 'small' && count > 2
}

const JOINS: ReadonlySet<string | undefined> = new Set(['on', 'in', 'over'])

/** On, in or over another one, or bearing it. */
function isJoined({ relation }: AskedSubject, index: number, all: readonly AskedSubject[]): boolean {
  const isBorne = relation !== null && JOINS.has(relation.kind)
  return isBorne || all.some((other) => other.relation?.to === index && JOINS.has(other.relation.kind))
}

function related(asked: AskedSubject, all: readonly AskedSubject[], kept: readonly AskedSubject[]): AskedSubject {
  const { act, relation } = asked
  const placeOf = (to: number) => kept.indexOf(all[to]!)
  const moved = relation && placeOf(relation.to) >= 0 ? { ...relation, to: placeOf(relation.to) } : null
  return { ...asked, relation: moved, ...(act && { act: { ...act, to: placeOf(act.to) } }) }
}

/** Done with both hands on it. */
export const AT_A_VEHICLE: ReadonlySet<Doing | undefined> = new Set<Doing | undefined>([
  'scrubbing',
  'repairing',
  'shoving',
])

/** Seen behind what the picture is of, as small as it is far; or in the air above it. */
export function isInBackground(asked: AskedSubject, main: AskedSubject): boolean {
  const isPushed = main.figure?.doing === 'shoving' && kindOf(asked) === 'floating'
  if (isPushed || (kindOf(asked) === 'vehicle' && AT_A_VEHICLE.has(main.figure?.doing))) return false
  return asked.relation?.kind !== 'before' && isFarFrom(asked, main)
}

function isFarFrom(asked: AskedSubject, main: AskedSubject): boolean {
  const [kind, before] = [kindOf(asked), kindOf(main)]
  if (kind === 'floating') return before !== 'floating' && before !== 'sea'
  if (before === 'laid') return kind === 'animal' || kind === 'far' || kind === 'vehicle'
  if (before !== 'person' && before !== 'animal' && before !== 'vehicle') return false
  return kind === 'far' || (kind === 'vehicle' && before === 'person')
}

/** « salon de coiffure, tresses »: whoever is shown stands for it, and no scissors lie beside. */
function withoutSign(
  [first, ...rest]: readonly AskedSubject[],
  isSign: (asked: AskedSubject) => boolean,
): readonly AskedSubject[] {
  if (!first?.figure || rest.length !== 1 || !isSign(rest[0]!)) return first ? [first, ...rest] : []
  return [{ ...first, said: [...first.said, ...rest[0]!.said] }]
}

/** On a poster the sign of a trade comes after who is shown. */
export function signsLast(named: readonly AskedSubject[]): readonly AskedSubject[] {
  const isSign = ({ grade, figure }: AskedSubject) => grade === 'symbol' && figure === null
  if (named.some(({ relation }) => relation !== null)) return named
  const sorted = withoutSign(
    named.toSorted((a, b) => Number(isSign(a)) - Number(isSign(b))),
    isSign,
  )
  return sorted.map((asked) => {
    const { act } = asked
    return act ? Object.assign({}, asked, { act: { ...act, to: sorted.indexOf(named[act.to]!) } }) : asked
  })
}
