import type { Hit, Match } from './match.ts'
import { BREAK } from './tokens.ts'

export interface Negated {
  /** What is wanted. */
  readonly hits: readonly Hit[]
  /** Ids that must not appear. */
  readonly refused: ReadonlySet<string>
  readonly removed: readonly string[]
}

const REACH = 2
const CONJUNCTIONS = new Set(['et', 'ou', 'and', 'or', 'ni', 'nor'])
const NEVER_REFUSED = new Set(['quality', 'count', 'negation', 'position'])

/** Takes out what « sans X », « without X or Y » and the negative prompt refuse, whatever kind it is named as. */
export function applyNegations(match: Match, negative: readonly Hit[]): Negated {
  const refusals = [...negative, ...negatedHits(match)].filter((hit) => !NEVER_REFUSED.has(hit.kind))
  const refusedColours = new Set(refusals.filter((hit) => hit.kind === 'colour').map((hit) => hit.id))
  const refused = new Set(refusals.filter((hit) => hit.kind !== 'colour').map((hit) => hit.id))
  const negatedAt = new Set(negatedHits(match).map((hit) => hit.at))
  const hits = match.hits.filter((hit) => {
    if (negatedAt.has(hit.at)) return false
    return hit.kind === 'colour' ? !refusedColours.has(hit.id) : !refused.has(hit.id)
  })
  return { hits, refused, removed: [...new Set(refusals.map((hit) => hit.word))] }
}

/** A negation takes the first thing named within reach, then those joined to it: « sans arbres ni oiseaux ». */
export function negatedHits({ hits, tokens }: Pick<Match, 'hits' | 'tokens'>): Hit[] {
  const negated: Hit[] = []
  for (const negation of hits.filter((hit) => hit.kind === 'negation')) {
    let at = firstThing(hits, tokens, negation.at + negation.length)
    while (at >= 0) {
      const taken = hits.filter((hit) => hit.at === at)
      negated.push(...taken)
      const next = at + Math.max(...taken.map(({ length }) => length))
      at = CONJUNCTIONS.has(tokens[next] ?? '') && isThing(hits, next + 1) ? next + 1 : -1
    }
  }
  return negated
}

function firstThing(hits: readonly Hit[], tokens: readonly string[], from: number): number {
  for (let at = from; at <= from + REACH && tokens[at] !== BREAK; at++) if (isThing(hits, at)) return at
  return -1
}

function isThing(hits: readonly Hit[], at: number): boolean {
  return hits.some((hit) => hit.at === at && !NEVER_REFUSED.has(hit.kind))
}
