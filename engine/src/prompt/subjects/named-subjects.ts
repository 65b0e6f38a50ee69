/** Which words that may name a subject do: no verb, no idiom, and no vessel of something else. */
import { SUBJECTS } from '../../subjects/registry.ts'
import { containers, demonyms, determiners, leadingAdjectives, verbs } from '../lexicon/sentence.ts'
import type { Hit } from '../match.ts'
import { drawablesFor, keyOfWord } from './subject-lexicon.ts'

/** A verb is a thing, and a demonym a person, behind an article only; a container of something else is not what is asked for. */
export function isSubjectSaid({ kind, at, length, word }: Hit, tokens: readonly string[]): boolean {
  if (kind !== 'subject') return true
  const next = tokens[at + length]
  if (length === 1 && isDone({ at, word }, tokens)) return false
  if (isInIdiom({ at, length, word }, tokens)) return false
  if (containers.has(word) && OF.has(next ?? '') && !isFilled({ word, at, length }, tokens)) return false
  return !(verbs.has(word) || demonyms.has(word)) || at === 0 || isNoun({ at, length }, tokens)
}

/** « qui marchande », « elle garde »: behind these there is a verb, whoever looks like it; « qui vaccine » has a syringe. */
function isDone({ at, word }: Pick<Hit, 'at' | 'word'>, tokens: readonly string[]): boolean {
  if (!drawablesFor(keyOfWord(word))?.[0]?.figure) return false
  const [before = '', relative = ''] = [tokens[at - 1], tokens[at - 2]]
  return DOERS.has(before) || (relative === 'qui' && CLITICS.has(before))
}

const DOERS: ReadonlySet<string> = new Set(['qui', 'il', 'elle', 'ils', 'elles', 'on'])
const CLITICS: ReadonlySet<string> = new Set('se s ne n me m te t lui leur y en'.split(' '))

/** Behind an article; or joined to another noun, without an object of its own: « avec ballon et coupe dorée ». */
function isNoun({ at, length }: Pick<Hit, 'at' | 'length'>, tokens: readonly string[]): boolean {
  const before = tokens[at - 1]!
  if (determiners.has(before) || (leadingAdjectives.has(before) && !SELDOM.has(before))) return true
  const isJoined = before === 'avec' || (before === 'et' && !determiners.has(tokens[at - 2] ?? 'le'))
  return isJoined && tokens.includes('avec') && !determiners.has(tokens[at + length] ?? '')
}

/** Between a noun and its verb as well: « un enfant tout petit danse ». */
const SELDOM: ReadonlySet<string> = new Set([
  'plus',
  'si',
  'tres',
  'tout',
  'petit',
  'petite',
  'vieux',
  'vieille',
  'jeune',
  'jeunes',
])

/** « le 12 mai », « en train de causer »: no maize and no train. */
function isInIdiom({ at, length, word }: Pick<Hit, 'at' | 'length' | 'word'>, tokens: readonly string[]): boolean {
  if (word === 'mai') return true
  if (isOfTheWordBefore(word, tokens[at - 1] ?? '')) return true
  if ((word === 'verre' || word === 'glass') && tokens[at - 1] === 'en') return true
  if (word === 'train' && tokens[at - 1] === 'en' && tokens[at + length] === 'de') return true
  return IDIOMS.test(tokens.slice(Math.max(0, at - 2), at + length).join(' '))
}

/** « les bras croisés », « l’une porte un sac » */
function isOfTheWordBefore(word: string, before: string): boolean {
  return (/^croisee?s?$/.test(word) && FOLDED.has(before)) || (word.startsWith('une ') && before === 'l')
}

const FOLDED: ReadonlySet<string> = new Set(['bras', 'jambes', 'mains', 'doigts'])

/** « un paon qui fait la roue », « des oiseaux sur un fil »: no wheel and no reel. */
const IDIOMS =
  /(?:fait|font|faisant|faire) la roue$|(?:^|\s)(?:au|un|le) coin$|sur (?:un|le|des|les) fils?$|(?:cheveux|coiffee?s?|avec des|ses|aux|en) nattes?$|vide greniers?$|(?:fait|font|faire) des nattes$/

/** « un panier de mangues » is both. */
export function isFilled(
  { word, at, length }: Pick<Hit, 'word' | 'at' | 'length'>,
  tokens: readonly string[],
): boolean {
  const [of = '', within = ''] = tokens.slice(at + length)
  if (!OPEN.has(word) || !OF.has(of)) return false
  const thing = drawablesFor(keyOfWord(within))?.[0]
  return thing !== undefined && LOADS.has(SUBJECTS.get(thing.subject)?.family ?? '')
}

const OF: ReadonlySet<string> = new Set(['de', 'd', 'of'])
const OPEN: ReadonlySet<string> = new Set(
  'panier corbeille bassine seau calebasse basket bucket brouette charrette charette pousse cart bol saladier bowl'.split(
    ' ',
  ),
)
const LOADS: ReadonlySet<string> = new Set(['food', 'plant', 'sea'])
