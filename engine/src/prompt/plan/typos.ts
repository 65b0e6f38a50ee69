// A word with one slip, or written as it is heard (« elefant », « jiraf »): the known word that it was meant to be.
import { knownWords } from '../lexicon.ts'
import { doingVerbs } from '../lexicon/doings.ts'
import { doings } from '../lexicon/poses.ts'
import {
  adjectives,
  companies,
  demonyms,
  leadingAdjectives,
  transparentNouns,
  verbs,
  weakNouns,
} from '../lexicon/sentence.ts'
import { subjectWords } from '../subjects/subject-lexicon.ts'
import { stem } from '../tokens.ts'

const SHORTEST = 6
/** Short sounds are many words at once. */
const SHORTEST_SOUND = 4
/** In shorter words another letter is mostly another word: « balcon » is no « ballon ». */
const LONG = 9
const MEANT_AS_TYPED: readonly ReadonlySet<string>[] = [
  verbs,
  adjectives,
  companies,
  demonyms,
  leadingAdjectives,
  transparentNouns,
  weakNouns,
  doings,
  doingVerbs,
]
/** Words of their own, one letter away from others. */
const NO_SLIPS = new Set(
  'blanket blankets grotte grottes sculpte sculptee sculptes sculptees portiere portieres ambulant ambulants ambulante ambulantes penche penchee penches planche planches metre metres cherie cheri grille veille reflete dessine dessines collegue collegues martin table tables voleur voleurs voleuse voleuses'.split(
    ' ',
  ),
)
/** Endings of verbs and of words that describe: such a word is no noun with a slip. */
const INFLECTED = /(?:er|ez|ir|ent|ant|ants|ait|ing|ed|ment|ly|ees?)$/

/** « elepant »: a noun may end so too. */
const PARTICIPLE = /ants?$/

/** Those of them that are heard otherwise than the noun. */
const VERBAL = /(?:er|ez|ir|ent|ait|ing|ed|ment|ly|ees?)$/

/** By each word with one letter left out, the words that give it. */
let index: ReadonlyMap<string, readonly string[]> | null = null

/** The stem of the known word that is one letter away; null where there is none. */
export function corrected(token: string): string | null {
  const typed = stem(token)
  if (token.length < SHORTEST - 1 || /\d/.test(typed) || NO_SLIPS.has(token)) return null
  if (MEANT_AS_TYPED.some((words) => words.has(token))) return null
  return unfused(typed) ?? slipped(token, typed) ?? heardAs(token)
}

/** « lepaule », « dargent »: an article without its apostrophe. */
function unfused(typed: string): string | null {
  const word = /^[ld]([aeiouh]\w{3,})$/.exec(typed)?.[1]
  if (word === undefined) return null
  known ??= new Set([...knownWords(), ...subjectWords()])
  return known.has(word) ? word : null
}

let known: ReadonlySet<string> | null = null

function slipped(token: string, typed: string): string | null {
  const isParticiple = PARTICIPLE.test(token)
  if (typed.length < SHORTEST || (INFLECTED.test(token) && !isParticiple)) return null
  index ??= indexOf([...knownWords(), ...subjectWords()])
  const candidates = [typed, ...shortened(typed)].flatMap((key) => index!.get(key) ?? [])
  const isMeant = (word: string) => word[0] === typed[0] && isOneSlip(typed, word)
  return candidates.find((word) => isMeant(word) && (!isParticiple || PARTICIPLE.test(word))) ?? null
}

/** By how they are heard, the words. */
let heard: ReadonlyMap<string, string> | null = null

function heardAs(token: string): string | null {
  if (VERBAL.test(token)) return null
  heard ??= soundsOf([...knownWords(), ...subjectWords()])
  return heard.get(sound(token)) ?? null
}

/** Of two that are heard alike the shorter one: « lion », not « lions ». */
function soundsOf(words: readonly string[]): Map<string, string> {
  const result = new Map<string, string>()
  for (const word of words.toSorted((a, b) => b.length - a.length))
    if (isLongEnough(word)) result.set(sound(word), word)
  return result
}

const isLongEnough = (word: string) => !word.includes(' ') && sound(word).length >= SHORTEST_SOUND

/** French spellings that are heard alike, the longer ones first. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/eaux?|aux?/g, 'o'],
  [/ph/g, 'f'],
  [/ch/g, 'x'],
  [/g(?=[eiy])/g, 'j'],
  [/c(?=[eiy])/g, 's'],
  [/qu|q|k/g, 'c'],
  [/[yï]/g, 'i'],
  [/h/g, ''],
  [/ain|ein/g, 'in'],
  [/ai|ei/g, 'e'],
  [/z/g, 's'],
  [/(.)\1+/g, '$1'],
  [/[estdxp]+$/, ''],
]

/** How a word is heard, roughly: what two spellings of it share. */
function sound(word: string): string {
  return SPELLINGS.reduce((text, [spelling, as]) => text.replace(spelling, as), word)
}

function indexOf(words: readonly string[]): Map<string, string[]> {
  const result = new Map<string, string[]>()
  for (const word of new Set(words)) {
    if (word.length < SHORTEST || word.includes(' ')) continue
    for (const key of [word, ...shortened(word)]) result.set(key, [...(result.get(key) ?? []), word])
  }
  return result
}

function shortened(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))
}

/** One letter too many, too few or another, or two that changed places. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  const from = sameAtStart(a, b)
  const back = sameAtStart(reversed(a.slice(from)), reversed(b.slice(from)))
  const [left, right] = [a.length - from - back, b.length - from - back]
  if (left === 1 && right === 1) return a.length >= LONG
  if (left <= 1 && right <= 1) return true
  return left === 2 && right === 2 && a[from] === b[from + 1] && a[from + 1] === b[from]
}

function sameAtStart(a: string, b: string): number {
  let count = 0
  while (count < Math.min(a.length, b.length) && a[count] === b[count]) count++
  return count
}

function reversed(word: string): string {
  return Array.from(word).toReversed().join('')
}
