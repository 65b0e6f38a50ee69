/** Which words of a sentence stand for nothing that is seen, for something else, or are verbs. */
import { OTHERS, PASSING, STANDING_FOR } from '../lexicon/figures-of-speech.ts'
import { conjunctions, determiners, leadingAdjectives, prepositions, pronouns, relatives } from '../lexicon/sentence.ts'
import { BREAK, wordSet } from '../tokens.ts'

/** « au cœur du marché » */
export function isPassing(tokens: readonly string[], at: number): boolean {
  return isMeant(PASSING.get(tokens[at]!), tokens, at)
}

/** « un tour de magie », « un homme tente sa chance » */
export function isAnother(tokens: readonly string[], at: number): boolean {
  return isMeant(OTHERS.get(tokens[at]!), tokens, at) || isConjugated(tokens, at)
}

/** « elle se regarde dans la glace »: what the word is another one for. */
export function standsFor(tokens: readonly string[], at: number): string | null {
  const [sense, phrase] = STANDING_FOR.get(tokens[at]!) ?? []
  return phrase !== undefined && isMeant(sense, tokens, at) ? phrase : null
}

function isMeant(sense: RegExp | undefined, tokens: readonly string[], at: number): boolean {
  return sense?.test(tokens.with(at, '_').join(' ')) ?? false
}

/** Things that are verbs as well. */
const ALSO_VERBS = wordSet(
  `tente tentent douche peigne bombe botte couronne livre livrent lutte lime masque mouche pioche plume pompe rame rament sabre
  torche beurre fouine perle forge voile cadre bat chauffe pince vase loupe cercle fraise glace console consolent`,
)
const BEFORE_VERBS = wordSet('se il elle ils elles on')
const BEFORE_NOUNS = [determiners, prepositions, leadingAdjectives, conjunctions, pronouns, new Set([BREAK])]

/** « un homme tente sa chance », « elle se douche », « qui rame »: no tent and no shower. */
function isConjugated(tokens: readonly string[], at: number): boolean {
  if (!ALSO_VERBS.has(tokens[at]!) || at === 0) return false
  const [before, next] = [tokens[at - 1]!, tokens[at + 1] ?? '']
  if (relatives.has(before) || BEFORE_VERBS.has(before)) return true
  return determiners.has(next) && !BEFORE_NOUNS.some((words) => words.has(before))
}
