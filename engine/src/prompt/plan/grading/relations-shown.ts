/** Where the words put a thing by another one, and the picture does not: « un cheval sur un homme ». */
import { determiners, leadingAdjectives } from '../../lexicon/sentence.ts'
import type { Match } from '../../match.ts'
import type { PromptSpec } from '../../spec.ts'
import { BREAK, wordSet } from '../../tokens.ts'
import type { Mention } from '../mentions/mention.ts'
import { subjectOf } from './doers.ts'

const PLACING = wordSet('sur dans sous derriere devant on in under behind')

/** As typed, from the preposition on. */
export function relationsUnshown(
  mentions: readonly Mention[],
  { spec, match }: { spec: PromptSpec; match: Match },
): readonly string[] {
  const { tokens, words, text } = match
  const isPassed = (token: string) => determiners.has(token) || leadingAdjectives.has(token) || PARTS.has(token)
  return mentions.flatMap((mention, place) => {
    let from = mention.at - 1
    while (from >= 0 && isPassed(tokens[from]!)) from -= 1
    if (mention.kind !== 'noun' || !PLACING.has(tokens[from] ?? '')) return []
    const other = mentions.slice(0, place).findLast(({ kind }) => kind === 'noun')
    if (
      !other ||
      tokens.slice(other.at, from).includes(BREAK) ||
      isSet([other, mention], { mentions, spec, preposition: tokens[from]! })
    )
      return []
    return [text.slice(words[from]!.start, words[mention.at + mention.length - 1]!.end)]
  })
}

/** « in front of », « sur la tête d’un hippopotame » */
const PARTS = wordSet('of front d de tete dos toit capot bras epaule epaules genoux head back roof')

interface Placed {
  readonly mentions: readonly Mention[]
  readonly spec: PromptSpec
  readonly preposition: string
}

/** Objects of our own that nobody is drawn beneath: « un chien dort sous l’étal ». */
const LOW = wordSet('stall car minibus bridge')

function isUnder(preposition: string, { meanings }: Mention): boolean {
  const isBelow = preposition === 'sous' || preposition === 'under'
  return isBelow && meanings.some(({ kind, id }) => kind === 'object' && LOW.has(id))
}

/** What is scenery, worn, held or ridden is told by itself. */
function isSet(
  [other, mention]: readonly [Mention, Mention],
  { mentions, spec: { subjects }, preposition }: Placed,
): boolean {
  const one = subjectOf(other, mentions, subjects)
  const thing = subjectOf(mention, mentions, subjects)
  if (one && !thing && !one.relation && isUnder(preposition, mention)) return false
  if (!one || !thing || one === thing || thing.isBackdrop || thing.relation || thing.act) return true
  const index = subjects.indexOf(thing)
  return subjects.some(({ relation, act }) => relation?.to === index || act?.to === index)
}
