/** « une pirogue bleue et jaune »: the colours of one thing that is drawn in another one. */
import type { AskedSubject } from '../../asked.ts'
import type { Hit, Match } from '../../match.ts'
import type { PromptSpec } from '../../spec.ts'
import type { Mention } from '../mentions.ts'
import { subjectOf } from './doers.ts'

export interface Coloured {
  readonly mentions: readonly Mention[]
  readonly hits: readonly Hit[]
  readonly spec: PromptSpec
  readonly match: Match
}

/** As typed. Several things may well have one each. */
export function secondColours({ mentions, hits, spec, match }: Coloured): readonly string[] {
  const colours = hits.filter(({ kind }) => kind === 'colour')
  const pairs = colours.flatMap((first) => {
    const next = colours.find((second) => isJoined(first, second, match.tokens))
    return next ? [[first, next] as const] : []
  })
  const lost = pairs.flatMap(([first, second]) => {
    const mention = mentions.find((one) => endOf(one) === first.at || one.at === endOf(second))
    const asked = mention && subjectOf(mention, mentions, spec.subjects)
    if (!asked || asked.count > 1 || asked.isBackdrop) return []
    return [first, second].filter(({ id }) => !coloursOf(asked).includes(id))
  })
  return lost.map((hit) => typed(hit, match))
}

const AND = new Set(['et', 'and'])

function isJoined(first: Hit, second: Hit, tokens: readonly string[]): boolean {
  const apart = second.at - endOf(first)
  return apart === 0 || (apart === 1 && AND.has(tokens[second.at - 1]!))
}

function endOf({ at, length }: { readonly at: number; readonly length: number }): number {
  return at + length
}

function coloursOf({ colour, figure }: AskedSubject): readonly (string | null | undefined)[] {
  if (!figure) return [colour]
  const { accessoryColour, headColour, shoeColour, jewelColour, legColour, hairColour, cape } = figure
  return [colour, accessoryColour, headColour, shoeColour, jewelColour, legColour, hairColour, cape]
}

function typed(hit: Hit, { words, text }: Match): string {
  return text.slice(words[hit.at]!.start, words[endOf(hit) - 1]!.end)
}
