/** What a query is about, in every word that says it: « coucher de soleil » also finds “sunset”. */
import { COLOUR_VALUES, knownWords, readPrompt, toOklab, toStems } from '@product/engine/language'

export interface Concept {
  /** Phrases in stems, the person's own first. */
  readonly phrases: readonly string[]
  readonly kind: 'style' | 'palette' | 'composition' | 'sujet'
}

export interface SearchTerms {
  readonly concepts: readonly Concept[]
  /** Of the colours that the query names, in OKLab. */
  readonly colours: readonly (readonly [number, number, number])[]
}

const grammar = new Set(['count', 'negation', 'position', 'quality', 'hint'])
const kinds: Readonly<Record<string, Concept['kind']>> = {
  style: 'style',
  colour: 'palette',
  composition: 'composition',
}
const longestQuery = 8

export function termsOf(query: string): SearchTerms {
  const known = knownWords(query).filter(({ kind }) => !grammar.has(kind))
  const places = [...new Set(known.map(({ at }) => at))]
  const concepts: Concept[] = places.map((at) => {
    const words = known.filter((word) => word.at === at)
    const phrases = words.flatMap(({ word, synonyms }) => [word, ...synonyms]).map(stemmed)
    return { phrases: [...new Set(phrases)], kind: kinds[words[0]?.kind ?? ''] ?? 'sujet' }
  })
  const unknown = readPrompt(query).ignored.map((word) => ({ phrases: [stemmed(word)], kind: 'sujet' as const }))
  return {
    concepts: [...concepts, ...unknown].filter(({ phrases }) => phrases[0]).slice(0, longestQuery),
    colours: coloursOf(query),
  }
}

function stemmed(phrase: string): string {
  return toStems(phrase).join(' ')
}

function coloursOf(query: string) {
  return readPrompt(query).colours.flatMap(({ id }) => (id === 'multicolour' ? [] : [toOklab(COLOUR_VALUES[id])]))
}
