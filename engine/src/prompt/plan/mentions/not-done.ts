/** Verbs that say no act to be shown: what is aimed at, and what is over; and who does what is said next. */
import { meaningsOf } from '../../lexicon.ts'
import { prepositions, unpictured, verbs } from '../../lexicon/sentence.ts'
import type { Match } from '../../match.ts'
import { typedAt } from './as-typed.ts'

/** « saute pour ne pas salir … »: it is not done yet. */
export function isAimedAt({ tokens }: Pick<Match, 'tokens'>, at: number): boolean {
  const token = tokens[at]!
  if (!INFINITIVE.test(token) || !(verbs.has(token) || meaningsOf(token).length === 0)) return false
  let before = at - 1
  while (TO_AN_INFINITIVE.has(tokens[before] ?? '')) before -= 1
  return tokens[before] === 'pour'
}

const INFINITIVE = /..(?:er|ir|re)$/
const TO_AN_INFINITIVE: ReadonlySet<string> = new Set('ne n pas plus se s mieux bien y en lui leur'.split(' '))

/** « il a encore gagné » */
export function isOver(match: Match, at: number): boolean {
  let before = at - 1
  while (unpictured.has(match.tokens[before] ?? '') || match.tokens[before] === 'bien') before -= 1
  const isPast = /(?:é|ée|és|ées)$/.test(typedAt(match, at, 1)) && AUXILIARIES.has(match.tokens[before] ?? '')
  return isPast && typedAt(match, before, 1) !== 'à'
}

const AUXILIARIES: ReadonlySet<string> = new Set(['a', 'ont', 'avait', 'avaient'])

/** « il téléphone »; « autour d’elle » does nothing. */
export function isDoer(tokens: readonly string[], at: number): boolean {
  return DOERS.has(tokens[at] ?? '') && !prepositions.has(tokens[at - 1] ?? '')
}

const DOERS: ReadonlySet<string> = new Set(['il', 'elle', 'ils', 'elles', 'on'])
