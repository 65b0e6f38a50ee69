import { isStopWord, LONGEST_PHRASE, meaningsOf, type Meaning, type WordKind } from './lexicon.ts'
import { looseGrade } from './lexicon/loose-words.ts'
import {
  conjunctions,
  determiners,
  leadingAdjectives,
  prepositions,
  pronouns,
  relatives,
  verbs,
} from './lexicon/sentence.ts'
import { corrected } from './plan/typos.ts'
import { isAnother, standsFor } from './subjects/figurative.ts'
import { drawablesFor } from './subjects/subject-lexicon.ts'
import { BREAK, stem, toWords, type Word } from './tokens.ts'

export interface Hit extends Meaning {
  /** Index of its first token. */
  readonly at: number
  /** Number of tokens. */
  readonly length: number
  readonly word: string
}

export interface Match {
  readonly hits: readonly Hit[]
  /** The text that the places of `words` are in. */
  readonly text: string
  readonly words: readonly Word[]
  readonly tokens: readonly string[]
  readonly unknown: readonly string[]
}

const LONGEST_TEXT = 4000
const LONGEST_UNKNOWN = 40

/** `hasSubjects`: words of the drawn subjects count as well. Reads from left to right, the longest known phrase first; one phrase may mean several things. */
export function matchWords(whole: string, hasSubjects = false): Match {
  const text = whole.slice(0, LONGEST_TEXT)
  const words = toWords(text)
  const tokens = words.map(({ token }) => token)
  const stems = tokens.map(stem)
  const hits: Hit[] = []
  const unknown: string[] = []
  let at = 0
  while (at < tokens.length) {
    const found = phraseAt({ words, tokens, stems, text, hasSubjects }, at)
    if (found)
      hits.push(...found.meanings.map((meaning) => ({ ...meaning, at, length: found.length, word: found.word })))
    else if (isWorthReporting(tokens[at]!)) unknown.push(tokens[at]!)
    at += found?.length ?? 1
  }
  return { hits, text, words, tokens, unknown: [...new Set(unknown)].slice(0, LONGEST_UNKNOWN) }
}

interface Reading {
  readonly words: readonly Word[]
  readonly tokens: readonly string[]
  readonly stems: readonly string[]
  readonly text: string
  readonly hasSubjects: boolean
}

interface Phrase {
  readonly meanings: readonly Meaning[]
  readonly length: number
  readonly word: string
}

/** « les yeux fermés » are no farms. */
function isShut({ words, tokens, text }: Reading, at: number): boolean {
  if (!/^fermee?s?$/.test(tokens[at]!)) return false
  return tokens[at - 1] === 'yeux' || /^ferm(?:é|e\u0301)/iu.test(text.slice(words[at]!.start))
}

function meansNothing(reading: Reading, at: number): boolean {
  const { tokens } = reading
  return isShut(reading, at) || isShowing(tokens, at) || (reading.hasSubjects && isAnother(tokens, at))
}

function phraseAt(reading: Reading, at: number): Phrase | null {
  if (meansNothing(reading, at)) return null
  return (reading.hasSubjects ? figurativeAt(reading.tokens, at) : null) ?? literalAt(reading, at)
}

/** « dans la glace »: a mirror. */
function figurativeAt(tokens: readonly string[], at: number): Phrase | null {
  const word = standsFor(tokens, at)
  if (word === null) return null
  const phrase = word.split(' ').map(stem).join(' ')
  return { meanings: allMeanings(phrase, word, true), length: 1, word }
}

function literalAt(reading: Reading, at: number): Phrase | null {
  const { words, tokens, stems, text, hasSubjects } = reading
  const isSomebody = hasSubjects && isOfAnAge(tokens, at)
  const found = longestPhraseAt(stems, at, hasSubjects)
  if (isSomebody && found <= 1) return { meanings: [{ kind: 'subject', id: stems[at]! }], length: 1, word: tokens[at]! }
  const length = found === 1 && AGES.has(tokens[at]!) ? 0 : found
  if (length === 0) return hasSubjects ? slipAt(words[at]!, text, at) : null
  const isOfOven = length === 1 && (isOvenNamed(tokens, at) || isOfWaves(tokens, at))
  return isOfOven ? ovenAt(reading, at) : knownAt(reading, at, length)
}

function knownAt({ tokens, stems, hasSubjects }: Reading, at: number, length: number): Phrase {
  const word = tokens.slice(at, at + length).join(' ')
  const phrase = stems.slice(at, at + length).join(' ')
  if (hasSubjects && (isCountedThing(tokens, at) || isBesideAHut(tokens, at)))
    return { meanings: [{ kind: 'subject', id: phrase }], length, word }
  const meanings = allMeanings(phrase, word, hasSubjects).filter(({ kind }) => !isVerb(tokens, at, kind))
  return { meanings, length, word }
}

function ovenAt({ tokens, hasSubjects }: Reading, at: number): Phrase | null {
  return hasSubjects && isOven(tokens, at) ? OVEN : null
}

const OVEN: Phrase = { meanings: [{ kind: 'subject', id: 'four' }], length: 1, word: 'four' }
const ONE_OVEN = new Set(['du', 'un', 'le', 'son', 'leur', 'grand', 'vieux', 'petit', 'ce'])
/** Behind « four », or behind « four à ». */
const OTHER_OVENS = new Set(['crematoire', 'crematoires', 'micro', 'microonde', 'microondes'])

/** « il les sort du four »: no number. */
function isOvenNamed(tokens: readonly string[], at: number): boolean {
  return tokens[at] === 'four' && ONE_OVEN.has(tokens[at - 1] ?? '')
}

/** « micro-ondes »: no microphone. */
function isOfWaves(tokens: readonly string[], at: number): boolean {
  return tokens[at] === 'micro' && /^(?:ondes?|waves?)$/.test(tokens[at + 1] ?? '')
}

/** « faire un four » is to fail. */
function isOven(tokens: readonly string[], at: number): boolean {
  const [next = BREAK, after = BREAK] = tokens.slice(at + 1)
  const isFailure = tokens[at - 1] === 'un' && /^(?:fai[ts]|font|faire|faisant|fut)$/.test(tokens[at - 2] ?? '')
  return tokens[at] === 'four' && !isFailure && !OTHER_OVENS.has(next) && !(next === 'a' && OTHER_OVENS.has(after))
}

/** « le miroir montre deux clients »: no watch. */
function isShowing(tokens: readonly string[], at: number): boolean {
  const [before = '', next = ''] = [tokens[at - 1], tokens[at + 1]]
  const isNoun =
    at === 0 || before === BREAK || determiners.has(before) || prepositions.has(before) || leadingAdjectives.has(before)
  return tokens[at] === 'montre' && !isNoun && (determiners.has(next) || /^\d+$/.test(next))
}

/** « dans une petite cuisine »: a place. */
const WITHIN = new Set(['dans', 'in'])

const AGES = new Set('vieux vieille vieilles petit petite petits petites jeune jeunes'.split(' '))
const IS = new Set(['est', 'sont', 'etait', 'a', 'ont', 's', 'se'])
const BEFORE_SOMEBODY = new Set('un une le la les l des ce cet cette ces deux trois quatre cinq six'.split(' '))

function isIntroduced(tokens: readonly string[], at: number): boolean {
  return BEFORE_SOMEBODY.has(tokens[at - 1] ?? '') && !WITHIN.has(tokens[at - 2] ?? '')
}

/** « deux vieux jouent », « un petit les regarde »: people, and not what something is like. */
function isOfAnAge(tokens: readonly string[], at: number): boolean {
  if (!AGES.has(tokens[at]!) || !isIntroduced(tokens, at)) return false
  const [next = BREAK, after = ''] = tokens.slice(at + 1)
  if (isMoreSaid(tokens, at)) return false
  if (next === BREAK || isVerbBefore(tokens, at + 1) || IS.has(next) || (pronouns.has(next) && verbs.has(after)))
    return true
  return [conjunctions, prepositions, relatives].some((words) => words.has(next))
}

/** « un vieux fume la pipe »: what looks like a verb, and has an object. */
function isVerbBefore(tokens: readonly string[], at: number): boolean {
  const [word = BREAK, next = BREAK, last = BREAK] = tokens.slice(at)
  if (verbs.has(word)) return true
  return determiners.has(next) && !HOURS.has(last) && /(?:[^l]e|ent)$/.test(word) && !isThingOrPlace(word)
}

/** « un vieux bâtiment la nuit »: no object. */
const HOURS: ReadonlySet<string> = new Set(['soir', 'nuit', 'matin', 'jour', 'midi', 'aube'])

/** « un petit village le soir », « une vieille église la nuit »: nobody old or young. */
const isThingOrPlace = (word: string) =>
  allMeanings(stem(word), word, true).some(({ kind }) => kind === 'subject' || THINGS.has(kind))

/** « une jeune et jolie femme » is one, and « le petit de la girafe » no boy; « un jeune de 20 ans » is somebody. */
function isMoreSaid(tokens: readonly string[], at: number): boolean {
  const [next = '', after = BREAK, last = BREAK] = tokens.slice(at + 1)
  if (OF.has(next)) return tokens[at]!.startsWith('petit') && !/^\d+$/.test(after)
  if (!conjunctions.has(next) || determiners.has(after) || after === BREAK) return false
  return last !== BREAK && !verbs.has(last) && ![conjunctions, prepositions, relatives].some((words) => words.has(last))
}

const OF = new Set(['de', 'd'])

/** A name is written with a capital letter inside the text: it has no slip. */
function slipAt({ token, start }: Word, text: string, at: number): Phrase | null {
  const isName = at > 0 && /\p{Lu}/u.test(text.charAt(start))
  const meant = isName || !isWorthReporting(token) ? null : corrected(token)
  if (meant === null) return null
  const word = token.endsWith('s') ? `${meant}s` : meant
  return { meanings: allMeanings(meant, word, true), length: 1, word }
}

const THINGS: ReadonlySet<WordKind> = new Set(['environment', 'element', 'object'])
const GIVES_WAY: ReadonlySet<WordKind> = new Set(['mood', 'hint', 'environment', 'element', 'object'])

/** Objects of our own that serve as small figures in a scene; asked for by name, their drawings show more. */
const DRAWN_BETTER: ReadonlySet<string> = new Set(
  'house cat fox wolf deer horse owl robot fish butterflies couple whale elephant giraffe lion dragon sailboat rowboat car castle astronaut rocket minibus'.split(
    ' ',
  ),
)

/** A subject comes where no scene and no object of our own is the thing itself; what was only like it gives way. */
function allMeanings(phrase: string, word: string, hasSubjects: boolean): readonly Meaning[] {
  const meanings = meaningsOf(phrase)
  if (!hasSubjects) return meanings
  const isThingKnown = meanings.some(
    ({ kind, id }) => THINGS.has(kind) && !DRAWN_BETTER.has(id) && looseGrade(kind, word) === null,
  )
  const isOther = meanings.some(({ kind }) => !GIVES_WAY.has(kind))
  if (isThingKnown || isOther || isStopWord(word) || drawablesFor(phrase) === null) return meanings
  return [{ kind: 'subject', id: phrase }]
}

function longestPhraseAt(stems: readonly string[], at: number, hasSubjects: boolean): number {
  for (let length = Math.min(LONGEST_PHRASE, stems.length - at); length >= 1; length--) {
    const phrase = stems.slice(at, at + length).join(' ')
    if (meaningsOf(phrase).length > 0 || (hasSubjects && drawablesFor(phrase) && !isStopWord(phrase))) return length
  }
  return 0
}

function isWorthReporting(token: string): boolean {
  return token !== BREAK && token.length > 2 && !isStopWord(token)
}

const ALSO_A_STYLE = new Set(['crayon', 'crayons'])
/** A colour as well, and birds far up. */
const THINGS_IN_NUMBER = new Set(['citron', 'citrons', 'oiseaux', 'oiseau', 'orange', 'oranges'])
const MORE = new Set('deux trois quatre cinq six sept huit neuf dix'.split(' '))
const A_NUMBER = new Set('un des les deux trois quatre cinq six sept huit neuf dix'.split(' '))

/** « six crayons » are things, « au crayon » is a style. */
function isCountedThing(tokens: readonly string[], at: number): boolean {
  const before = tokens[at - 1] ?? ''
  if (THINGS_IN_NUMBER.has(tokens[at]!))
    return MORE.has(before) || /^\d+$/.test(before) || isOfFruit(tokens, at) || isOneBird(tokens, at)
  return ALSO_A_STYLE.has(tokens[at]!) && (A_NUMBER.has(before) || /^\d+$/.test(before))
}

const HUTS = new Set(['case', 'hutte', 'paillote'])
const BESIDE = new Set(['devant', 'derriere', 'dans', 'sous'])

/** « devant sa case »: that one, near, and none of a village far off. */
function isBesideAHut(tokens: readonly string[], at: number): boolean {
  if (!HUTS.has(tokens[at]!)) return false
  let before = at - 1
  while (determiners.has(tokens[before] ?? '') || leadingAdjectives.has(tokens[before] ?? '')) before -= 1
  return BESIDE.has(tokens[before] ?? '')
}

/** « un citron », « une corbeille de citrons » */
function isOfFruit(tokens: readonly string[], at: number): boolean {
  const isFruit = tokens[at] !== 'oiseaux' && tokens[at] !== 'oiseau'
  return isFruit && ['un', 'une', 'le', 'l', 'les', 'des', 'de', 'd'].includes(tokens[at - 1] ?? '')
}

/** « un oiseau bleu » is what the picture is of; « l’oiseau » in a landscape is far up. */
function isOneBird(tokens: readonly string[], at: number): boolean {
  const before = tokens[at - 1] ?? ''
  return tokens[at] === 'oiseau' && (before === 'un' || before === 'petit') && at <= 2
}

const BEFORE_A_MARKET = new Set(['le', 'du', 'au', 'un', 'grand', 'petit', 'les', 'des', 'de', 'ce', 'beau', 'vieux'])

// « marché » and « il marche » are one word without accents; only an article or the start of the text tells them apart.
function isVerb(tokens: readonly string[], at: number, kind: WordKind): boolean {
  if (kind !== 'environment' || stem(tokens[at]!) !== 'marche' || at === 0) return false
  const before = tokens[at - 1]!
  return before !== BREAK && !BEFORE_A_MARKET.has(before)
}
