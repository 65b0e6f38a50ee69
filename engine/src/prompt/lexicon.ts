// The dictionary: every phrase, in its normal form, with all that it may mean.
import { compositionWords, moodWords, seasonWords, timeWords, weatherWords } from './lexicon/atmosphere.ts'
import { elementWords } from './lexicon/elements.ts'
import { environmentWords } from './lexicon/environments.ts'
import { countWords, hintWords, negationWords, positionWords, qualityWords, stopWords } from './lexicon/grammar.ts'
import { objectWords } from './lexicon/objects.ts'
import { colourWords, styleWords } from './lexicon/styles.ts'
import { stem, toTokens } from './tokens.ts'

const TABLES = {
  environment: environmentWords,
  element: elementWords,
  object: objectWords,
  time: timeWords,
  weather: weatherWords,
  season: seasonWords,
  style: styleWords,
  colour: colourWords,
  mood: moodWords,
  composition: compositionWords,
  count: countWords,
  negation: negationWords,
  position: positionWords,
  hint: hintWords,
  quality: qualityWords,
} satisfies Record<string, Readonly<Record<string, string>>>

/** `subject` is not of these tables: subject-lexicon.ts knows its words. */
export type WordKind = keyof typeof TABLES | 'subject'

export interface Meaning {
  readonly kind: WordKind
  readonly id: string
}

/** Longest phrase, in words. */
export const LONGEST_PHRASE = 5

const meanings = new Map<string, Meaning[]>()

for (const [kind, table] of Object.entries(TABLES)) {
  for (const [id, phrases] of Object.entries<string>(table)) {
    for (const phrase of phrases.split('|')) add(phrase, { kind: kind as WordKind, id })
  }
}

const stops = new Set(toTokens(stopWords))

function add(phrase: string, meaning: Meaning): void {
  const key = toTokens(phrase.trim()).map(stem).join(' ')
  if (!key) return
  const known = meanings.get(key) ?? []
  if (!known.some((other) => other.kind === meaning.kind)) known.push(meaning)
  meanings.set(key, known)
}

/** Every way to say one meaning, in both languages; none when it is unknown. */
export function phrasesOf({ kind, id }: Meaning): readonly string[] {
  if (kind === 'subject') return []
  const table: Readonly<Record<string, string>> = TABLES[kind]
  return (table[id] ?? '').split('|').map((phrase) => phrase.trim())
}

/** All meanings of a phrase of stems; none when it is unknown. */
export function meaningsOf(phrase: string): readonly Meaning[] {
  return meanings.get(phrase) ?? []
}

/** Stems of all phrases. */
export function knownWords(): Iterable<string> {
  return meanings.keys()
}

export function isStopWord(token: string): boolean {
  return stops.has(token)
}
