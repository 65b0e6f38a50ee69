/** Which words say that one does something to another one: no noun (« une natte »), no participle (« rasé »), and done to somebody. */
import type { Act } from '../asked.ts'
import { determiners, leadingAdjectives } from '../lexicon/sentence.ts'
import { wordSet } from '../tokens.ts'

type Kind = Act['kind']

/** From the first word of a clause to behind its last one, in words as they are typed (lower case, with accents). */
export interface Clause {
  readonly words: readonly string[]
  readonly from: number
  readonly end: number
  /** Where somebody is named. */
  readonly people: ReadonlySet<number>
}

const HOLDING_HANDS =
  /^(?:(?:tient|tiennent|tenant|serre|serrent|donne|donnent|prend|prennent) (?:(?:par )?(?:la|les) mains?)|main dans la main|holding hands|holds? (?:the |her |his )?hands?)(?! courante)(?= |$)/

const HUGGING =
  /^(?:(?:se|s) (?:prennent|serrent|tiennent) dans (?:les|leurs) bras|(?:prend|serre|tient) (?:\S+ ){1,3}dans ses bras|(?:s'?|se |s )?(?:enlace|enlacent|embrasse|embrassent|étreint|etreignent|étreignent|etreint)|hugs?|hugging|embracing)(?= |$)/

const DONE_TO_SOMEBODY: Readonly<Record<'hair' | 'arm', ReadonlySet<string>>> = {
  hair: wordSet(
    'coiffe coiffent coiffant tresse tressent tressant peigne natte rase rasent coupe coupent braids combs',
  ),
  arm: wordSet(
    `vaccine vaccinent pique soigne soignent soignant ausculte auscultent examine examinent console rassure masse aide
    aident vaccinates`,
  ),
}
const GIVING = wordSet(
  `donne donnent donnant offre offrent offrant tend tendent remet remettent apporte apportent rend give gives hands
  offers`,
)

const ACTS: readonly (readonly [Kind, (clause: Clause, at: number) => boolean])[] = [
  ['hug', ({ words, end }, at) => HUGGING.test(words.slice(at, Math.min(end, at + 7)).join(' '))],
  ['hands', ({ words, end }, at) => HOLDING_HANDS.test(words.slice(at, Math.min(end, at + 5)).join(' '))],
  ['hair', (clause, at) => isDone('hair', clause, at)],
  ['arm', (clause, at) => isDone('arm', clause, at)],
  ['give', ({ words }, at) => GIVING.has(words[at]!) && !isNoun(words, at) && !isNothingGiven(words, at)],
]

/** What is done in the clause, and where it is said. */
export function actSaid(clause: Clause): { readonly kind: Kind; readonly at: number } | null {
  for (const [kind, isSaid] of ACTS)
    for (let at = clause.from; at < clause.end; at++) if (isSaid(clause, at)) return { kind, at }
  return null
}

function isDone(kind: 'hair' | 'arm', clause: Clause, at: number): boolean {
  const { words, from } = clause
  if (!DONE_TO_SOMEBODY[kind].has(words[at]!) || isNoun(words, at, from)) return false
  if (words[at]!.startsWith('coupe')) return words[at + 1] === 'les' && words[at + 2] === 'cheveux'
  return hasObject(clause, at)
}

/** « la coiffe », « une natte », « de l’aide », « à la console » */
function isNoun(words: readonly string[], at: number, from = -1): boolean {
  const before = words[at - 1] ?? ''
  const isClitic = CLITICS.has(before) && (at - 1 === from || BEFORE_CLITICS.has(words[at - 2] ?? ''))
  return !isClitic && (determiners.has(before) || BEFORE_NOUNS.has(before))
}

const BEFORE_NOUNS = wordSet('de sur à en sans pour avec of with on')
/** « qui l’aide », « sa mère la coiffe » */
const CLITICS = wordSet('l la le les')
const BEFORE_CLITICS = wordSet('qui et')
const PRONOUNS = wordSet('l la le les lui leur se s me te')
const WHOSE = wordSet('qu que')

/** « un homme rase et une femme » and « natte avec » have none: what looks like the verb is none. */
function hasObject({ words, from, people }: Clause, at: number): boolean {
  const [next = '', after = ''] = words.slice(at + 1)
  if (PRONOUNS.has(words[at - 1] ?? '')) return true
  if (people.has(at + 1) || (leadingAdjectives.has(next) && people.has(at + 2))) return true
  if (words.slice(Math.max(0, from - 4), from).some((word) => WHOSE.has(word))) return true
  return (determiners.has(next) && !TO.has(next)) || (next === 'et' && DOES.test(after))
}

const TO = wordSet('a au aux du')
/** « coiffe et maquille » */
const DOES = /^(?:maquille|habille|rassure|soigne|console|coiffe|tresse|coupe|rase)(?:nt)?$/

/** « rend visite », « donne un cours », « tend les bras »: no hand holds it. */
function isNothingGiven(words: readonly string[], at: number): boolean {
  return words.slice(at + 1, at + 4).some((word) => NO_GIFTS.has(word))
}

const NO_GIFTS = wordSet(
  `visite visites cours lecon leçon conseil conseils bras avis ordre ordres spectacle concert conference conférence discours compte
  hommage raison envie arms`,
)

/** « … à sa mère », « lui donne »; in English whoever gets it may come first. */
export function isGivenTo({ words }: Pick<Clause, 'words'>, at: number, to: number): boolean {
  if (GETTING.has(words[at - 1] ?? '') || (to < at && WHOSE.has(words[at - 2] ?? ''))) return true
  const between = words.slice(at + 1, to)
  const isNext = between.every((word) => determiners.has(word) || leadingAdjectives.has(word))
  return between.some((word) => TOWARDS.has(word)) || (ENGLISH.has(words[at]!) && isNext)
}

const GETTING = wordSet('lui leur')
const TOWARDS = wordSet('à a au aux to')
const ENGLISH = wordSet('give gives hands offers')
