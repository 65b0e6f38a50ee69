import { isStopWord, LONGEST_PHRASE, meaningsOf, type Meaning, type WordKind } from './lexicon.ts'
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

/** Reads from left to right, the longest known phrase first; one phrase may mean several things. */
export function matchWords(whole: string): Match {
  const text = whole.slice(0, LONGEST_TEXT)
  const words = toWords(text)
  const tokens = words.map(({ token }) => token)
  const stems = tokens.map(stem)
  const hits: Hit[] = []
  const unknown: string[] = []
  let at = 0
  while (at < tokens.length) {
    const length = longestPhraseAt(stems, at)
    if (length === 0) {
      if (isWorthReporting(tokens[at]!)) unknown.push(tokens[at]!)
      at++
      continue
    }
    const word = tokens.slice(at, at + length).join(' ')
    for (const meaning of meaningsOf(stems.slice(at, at + length).join(' '))) {
      if (!isVerb(tokens, at, meaning.kind)) hits.push({ ...meaning, at, length, word })
    }
    at += length
  }
  return { hits, text, words, tokens, unknown: [...new Set(unknown)].slice(0, LONGEST_UNKNOWN) }
}

function longestPhraseAt(stems: readonly string[], at: number): number {
  for (let length = Math.min(LONGEST_PHRASE, stems.length - at); length >= 1; length--) {
    if (meaningsOf(stems.slice(at, at + length).join(' ')).length > 0) return length
  }
  return 0
}

function isWorthReporting(token: string): boolean {
  return token !== BREAK && token.length > 2 && !isStopWord(token)
}

const BEFORE_A_MARKET = new Set(['le', 'du', 'au', 'un', 'grand', 'petit', 'les', 'des', 'de', 'ce', 'beau', 'vieux'])

// « marché » and « il marche » are one word without accents; only an article or the start of the text tells them apart.
function isVerb(tokens: readonly string[], at: number, kind: WordKind): boolean {
  if (kind !== 'environment' || stem(tokens[at]!) !== 'marche' || at === 0) return false
  const before = tokens[at - 1]!
  return before !== BREAK && !BEFORE_A_MARKET.has(before)
}
