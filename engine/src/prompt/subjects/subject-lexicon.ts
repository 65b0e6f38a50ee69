/** Which subjects words stand for: our own tables first, then the exact labels of the drawings; never their keywords. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { AskedFigure, AskedSubject, Garment, Headwear, Person, Pose } from '../asked.ts'
import { animalWords } from '../lexicon/subjects/animals.ts'
import { foodWords } from '../lexicon/subjects/food.ts'
import { furnitureWords } from '../lexicon/subjects/furniture.ts'
import { wordsOfHere } from '../lexicon/subjects/of-here.ts'
import { peopleWords } from '../lexicon/subjects/people.ts'
import { placeWords } from '../lexicon/subjects/places.ts'
import { spokenWords } from '../lexicon/subjects/spoken.ts'
import type { SubjectWords } from '../lexicon/subjects/subject-words.ts'
import { thingWords } from '../lexicon/subjects/things.ts'
import { stem, toTokens } from '../tokens.ts'

export type Drawable = Pick<AskedSubject, 'subject' | 'figure' | 'grade'>

/** Drawings that mislead whoever reads their name. */
const MISLEADING: ReadonlySet<string> = new Set([
  'american-football',
  'bug',
  'cage',
  'cricket-game',
  'goblin',
  'horse-racing',
  'moai',
  'person',
  'older-person',
  'rock',
  'toilet',
])

const GARMENTS = new Set(
  'pagne boubou dress blouse shirt suit apron uniform robe armour wedding-dress coat overalls school police'.split(' '),
)
const HEADWEAR = new Set('headscarf helmet crown turban cap straw-hat tuque toque peaked-cap pointed-hat'.split(' '))
const HAIR = new Set(['braids', 'afro'])
const POSES = new Set(
  'bust standing riding playing holding carrying dancing kicking sitting walking talking cheering phoning pounding directing swimming diving lying raising clapping'.split(
    ' ',
  ),
)

const HERS: Readonly<Partial<Record<Person, Person>>> = {
  man: 'woman',
  person: 'woman',
  boy: 'girl',
  'old-man': 'old-woman',
}

const FEMININES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/teur$/, ['trice', 'teuse', 'teure']],
  [/(?<!t)eur$/, ['euse', 'eure']],
  [/ier$/, ['iere']],
  [/([^i])er$/, ['$1ere']],
  [/ien$/, ['ienne']],
  [/eux$/, ['euse']],
  [/(ant|and|ent|at|ain|ois|ais|loye|plome|vite)$/, ['$1e']],
  [/on$/, ['onne']],
  [/(chef)$/, ['$1fe']],
]

/** « la portière » is a car's. */
const NO_WOMAN = new Set(['portiere', 'jardiniere', 'glaciere', 'laveuse', 'chercheuse d or'])

const byPhrase = new Map<string, readonly Drawable[]>()

for (const table of [
  wordsOfHere,
  spokenWords,
  peopleWords,
  foodWords,
  animalWords,
  furnitureWords,
  thingWords,
  placeWords,
])
  addTable(table)
for (const { id, labels, isHeadOnly } of SUBJECTS.values()) {
  if (MISLEADING.has(id)) continue
  const drawn = [{ subject: id, figure: null, grade: isHeadOnly ? ('similar' as const) : ('exact' as const) }]
  for (const label of [labels.fr, labels.en]) add(label.replace(/[(:].*$/, ''), drawn)
}

// Last, so that a word that means something else (« cuisinière », « veilleuse ») keeps what it is.
for (const table of [wordsOfHere, spokenWords, peopleWords]) addFeminines(table)

/** « un menuisier » gives « une menuisière »: she is in its clothes, with its tools. */
function addFeminines(table: SubjectWords): void {
  for (const grade of ['exact', 'similar', 'symbol'] as const)
    for (const [target, phrases] of Object.entries(table[grade])) {
      const hers = asHer(drawablesOf(target, grade))
      const words = hers ? phrases.split('|').flatMap((phrase) => femininesOf(phrase.trim())) : []
      for (const word of words) add(word, hers!)
    }
}

function femininesOf(phrase: string): readonly string[] {
  const [word = '', ...rest] = phrase.split(' ')
  return FEMININES.filter(([end]) => end.test(word))
    .flatMap(([end, others]) => others.map((other) => [word.replace(end, other), ...rest].join(' ')))
    .filter((one) => !NO_WOMAN.has(one))
}

function asHer([first, ...others]: readonly Drawable[]): readonly Drawable[] | null {
  const person = HERS[first?.figure?.person ?? 'woman']
  return first?.figure && person && others.length === 0 ? [{ ...first, figure: { ...first.figure, person } }] : null
}

function addTable(table: SubjectWords): void {
  for (const grade of ['exact', 'similar', 'symbol'] as const)
    for (const [target, phrases] of Object.entries(table[grade]))
      for (const phrase of phrases.split('|')) add(phrase, drawablesOf(target, grade))
}

function add(phrase: string, drawables: readonly Drawable[]): void {
  const key = toTokens(phrase.trim()).map(stem).join(' ')
  if (key !== '' && !byPhrase.has(key)) byPhrase.set(key, drawables)
}

function drawablesOf(target: string, grade: AskedSubject['grade']): readonly Drawable[] {
  return target.split('+').map((part) => {
    const [first = '', ...words] = part.split(' ')
    return first === 'figure'
      ? { subject: 'figure', figure: figureOf(words), grade }
      : { subject: first, figure: null, grade }
  })
}

function figureOf([person, ...words]: readonly string[]): AskedFigure {
  const isNamed = (word: string) =>
    GARMENTS.has(word) || HEADWEAR.has(word) || POSES.has(word) || word === 'none' || HAIR.has(word)
  return {
    person: person as Person,
    garment: (words.find((word) => GARMENTS.has(word)) as Garment | undefined) ?? null,
    headwear: (words.find((word) => HEADWEAR.has(word)) as Headwear | undefined) ?? null,
    attribute: words.find((word) => !isNamed(word)) ?? null,
    pose: (words.find((word) => POSES.has(word)) as Pose | undefined) ?? null,
    tone: null,
    hair: (words.find((word) => HAIR.has(word)) as AskedFigure['hair'] | undefined) ?? null,
    hairColour: null,
    accessoryColour: null,
    legColour: null,
    eyewear: null,
    headColour: null,
    shoeColour: null,
    jewelColour: null,
  }
}

/** By a phrase of stems; null where nothing is drawn for it. */
export function drawablesFor(phrase: string): readonly Drawable[] | null {
  return byPhrase.get(phrase) ?? null
}

const LIVING: ReadonlySet<string | undefined> = new Set([
  'animal',
  'bird',
  'sea',
  'insect',
  'fantasy',
  'person',
  'head',
])

/** A person, an animal, or a being of tales. */
export function isSomebody({ subject, figure }: Pick<Drawable, 'subject' | 'figure'>): boolean {
  return figure !== null || LIVING.has(SUBJECTS.get(subject)?.family)
}

/** Beside somebody a fish is sold or eaten. */
export function isHandled(subject: string): boolean {
  const family = SUBJECTS.get(subject)?.family
  return family === 'sea' || family === 'insect'
}

/** What a word stands for first. */
export function isSomebodyNamed(word: string): boolean {
  const [first] = drawablesFor(keyOfWord(word)) ?? []
  return first !== undefined && isSomebody(first)
}

/** Stems of all phrases. */
export function subjectWords(): Iterable<string> {
  return byPhrase.keys()
}

export function keyOfWord(word: string): string {
  return word.split(' ').map(stem).join(' ')
}
