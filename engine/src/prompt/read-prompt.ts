// What the engine knows about words, for whoever wants to talk about a prompt without painting it.
import { createRandom } from '../core/random.ts'
import { phrasesOf } from './lexicon.ts'
import { type Hit, matchWords } from './match.ts'
import { parsePrompt } from './parse.ts'
import type { PromptSpec } from './spec.ts'
import { BREAK, stem, toTokens } from './tokens.ts'

/** A prompt as the engine understands it. What it would draw by lot (a time of day by the sea) is always drawn alike. */
export function readPrompt(prompt: string, negativePrompt = ''): PromptSpec {
  return parsePrompt(prompt, negativePrompt, createRandom('', 0))
}

export interface KnownWord extends Hit {
  /** Every way to say the same, in French and in English, without accents. */
  readonly synonyms: readonly string[]
}

/** The words of a text that the engine knows, in order; a phrase of several meanings is there once for each. */
export function knownWords(text: string): readonly KnownWord[] {
  return matchWords(text).hits.map(({ kind, id, at, length, word }) => {
    return { kind, id, at, length, word, synonyms: phrasesOf({ kind, id }) }
  })
}

/** Words in lower case and without accents, as the dictionary compares them: a final s or x is dropped. */
export function toStems(text: string): readonly string[] {
  return toTokens(text)
    .filter((token) => token !== BREAK)
    .map(stem)
}
