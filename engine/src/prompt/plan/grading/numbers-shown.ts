/** The number that is said of a thing, and the number that is drawn. */
import { SUBJECTS } from '../../../subjects/registry.ts'
import type { AskedSubject } from '../../asked.ts'
import type { Hit, Match } from '../../match.ts'
import type { PromptSpec } from '../../spec.ts'
import { drawablesFor, keyOfWord } from '../../subjects/subject-lexicon.ts'
import type { Mention } from '../mentions/mention.ts'

/** Null where no number is said of it. */
export function numberOf(mention: Mention, hits: readonly Hit[], spec: PromptSpec): boolean | null {
  const said = saidOf(mention, hits)
  const isThing = mention.meanings.some(({ kind }) => kind === 'subject' || kind === 'object')
  if (!said || !isThing) return null
  const number = Number(said.id)
  if (number === 1) return EXACTLY_ONE.has(said.word) && isRiddenByMany(mention, spec) ? false : null
  if (spec.environment === 'bouquet' && spec.blooms === number) return true
  return countOf(mention, spec) === number
}

function saidOf({ at }: Mention, hits: readonly Hit[]): Hit | undefined {
  return hits.findLast((hit) => {
    const gap = at - (hit.at + hit.length)
    return hit.kind === 'count' && gap >= 0 && gap <= 1
  })
}

const EXACTLY_ONE = new Set(['un', 'une', 'one'])

/** « un père et ses filles sur une moto »: each is on one. */
function isRiddenByMany(mention: Mention, { subjects }: PromptSpec): boolean {
  return subjects.some(({ figure, count, said }) => {
    const family = SUBJECTS.get(figure?.attribute ?? '')?.family
    const isRidden = figure?.pose === 'riding' && (family === 'vehicle' || family === 'boat' || family === 'animal')
    return isRidden && count > 1 && keysOf(mention).some((key) => said.includes(key) && said[0] !== key)
  })
}

function countOf(mention: Mention, { objects, subjects }: PromptSpec): number {
  const object = objects.find(({ id }) => mention.meanings.some((meaning) => meaning.id === id))
  const keys = keysOf(mention)
  const own = subjects.filter(({ said }) => said.some((key) => keys.includes(key)))
  const loaded = own.flatMap(({ figure }) => (figure?.pose === 'riding' ? (figure.load ?? []) : []))
  const ids = new Set(keys.flatMap((key) => drawablesFor(key) ?? []).map(({ subject }) => subject))
  const cargo = loaded.filter((id) => ids.has(id)).length
  return cargo || own.reduce((sum, asked) => sum + seen(asked), object?.count ?? 0)
}

function seen({ subject, count, figure }: AskedSubject): number {
  if (TWO_IN_ONE.test(subject)) return 2 * count
  return count * (figure?.isInBothHands ? 2 : 1)
}

/** Drawings of two people. */
const TWO_IN_ONE = /^(?:people|men|women)-(?:wrestling|holding-hands)$/

function keysOf({ meanings }: Mention): readonly string[] {
  return meanings.map(({ word }) => keyOfWord(word))
}

/** Numbers that are not those of the picture, as typed. */
export function numbersUnshown(
  mentions: readonly Mention[],
  { hits, spec, match: { words, text } }: { hits: readonly Hit[]; spec: PromptSpec; match: Match },
): readonly string[] {
  return mentions.flatMap((mention) => {
    if (mention.kind !== 'noun' || numberOf(mention, hits, spec) !== false) return []
    const said = saidOf(mention, hits)!
    return [text.slice(words[said.at]!.start, words[mention.at + mention.length - 1]!.end)]
  })
}
