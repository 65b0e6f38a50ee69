/** Ages that are told of people: « de 70 ans », « a woman of 80 », « bébé de 8 mois ». */
import type { AskedFigure, Person } from '../../asked.ts'
import { BREAK, wordSet } from '../../tokens.ts'

export interface Age {
  /** Its first token and how many it has, with what leads to it. */
  readonly at: number
  readonly length: number
  readonly years: number
}

const YEARS = wordSet('an ans annee annees year years yr yrs')
const MONTHS = wordSet('mois month months')
const AGED = wordSet('de d age agee ages agees aged of')
const ROUND = new Map([
  ['vingtaine', 25],
  ['trentaine', 35],
  ['quarantaine', 45],
  ['cinquantaine', 55],
  ['soixantaine', 65],
])
const IN_WORDS = new Map(
  'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'
    .split(' ')
    .map((word, place) => [word, place + 1] as const),
)
const TENS = new Map([
  ['vingt', 20],
  ['trente', 30],
  ['quarante', 40],
  ['cinquante', 50],
  ['soixante', 60],
  ['quatre vingt', 80],
  ['quatre vingts', 80],
])
const ENGLISH = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, years) => [word, years]),
)

/** In the order in which they are told. */
export function agesSaid(tokens: readonly string[]): readonly Age[] {
  return tokens.flatMap((token, at) => {
    const rough = ROUND.get(token)
    if (rough !== undefined) return roughAge(tokens, at, rough)
    if (YEARS.has(token) || MONTHS.has(token)) return countedAge(tokens, at)
    const isBare = /^\d{1,2}$/.test(token) && (tokens[at - 1] === 'aged' || tokens[at - 1] === 'of')
    return isBare && !YEARS.has(tokens[at + 1] ?? '') ? [{ at: at - 1, length: 2, years: Number(token) }] : []
  })
}

/** « dans la vingtaine », « d’une quarantaine d’années » */
function roughAge(tokens: readonly string[], at: number, years: number): readonly Age[] {
  const isOfYears = YEARS.has(tokens[at + 2] ?? '')
  const isIn = tokens[at - 1] === 'la' && tokens[at - 2] === 'dans'
  if (!isOfYears && !isIn) return []
  return [{ at: at - 2, length: isOfYears ? 5 : 3, years }]
}

function countedAge(tokens: readonly string[], at: number): readonly Age[] {
  const number = numberBefore(tokens, at)
  if (!number) return []
  const isMonths = MONTHS.has(tokens[at]!)
  let from = number.from
  while (AGED.has(tokens[from - 1] ?? '')) from -= 1
  const isOld = tokens[at + 1] === 'old'
  // « Awa, 30 ans »
  const isLed = from < number.from || isOld || tokens[from - 1] === BREAK
  if (!isLed) return []
  return [{ at: from, length: at + (isOld ? 2 : 1) - from, years: isMonths ? number.value / 12 : number.value }]
}

function numberBefore(tokens: readonly string[], at: number): { value: number; from: number } | null {
  const word = tokens[at - 1] ?? ''
  if (/^\d{1,3}$/.test(word)) return { value: Number(word), from: at - 1 }
  const pair = `${tokens[at - 2] ?? ''} ${word}`
  const tens = TENS.get(pair) ?? TENS.get(word)
  if (tens !== undefined) return { value: tens, from: TENS.has(pair) ? at - 2 : at - 1 }
  const value = IN_WORDS.get(word) ?? ENGLISH.get(word)
  if (value === undefined) return null
  // « dix-sept »
  const isTeen = tokens[at - 2] === 'dix' && value >= 7 && value <= 9
  return isTeen ? { value: value + 10, from: at - 2 } : { value, from: at - 1 }
}

const OLD_FROM = 60
const CHILD_UNTIL = 14
const BABY_UNTIL = 2

const FEMALE: ReadonlySet<Person> = new Set<Person>(['woman', 'girl', 'old-woman'])

/** Somebody of that age; who is grown and no elder is drawn as they are named. */
export function ofAge(figure: AskedFigure, years: number): AskedFigure {
  const isFemale = FEMALE.has(figure.person)
  if (years < BABY_UNTIL) return { ...figure, person: 'baby' }
  if (years >= OLD_FROM) return { ...figure, person: isFemale ? 'old-woman' : 'old-man' }
  const isChild = figure.garment === null || figure.garment === 'school'
  if (years <= CHILD_UNTIL && figure.person !== 'baby' && isChild)
    return { ...figure, person: isFemale ? 'girl' : 'boy' }
  return figure
}

const CHILDREN: ReadonlySet<Person> = new Set<Person>(['girl', 'boy'])
const ELDERS: ReadonlySet<Person> = new Set<Person>(['old-woman', 'old-man'])
const GROWN_FROM = 20

export function isOfAge({ person }: AskedFigure, years: number): boolean {
  if (years < BABY_UNTIL) return person === 'baby'
  if (years >= OLD_FROM) return ELDERS.has(person)
  if (years <= CHILD_UNTIL) return CHILDREN.has(person)
  return person !== 'baby' && !ELDERS.has(person) && !(years >= GROWN_FROM && CHILDREN.has(person))
}
