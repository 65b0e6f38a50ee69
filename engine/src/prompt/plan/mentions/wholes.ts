/** From single words to what is told of: two that name one thing, and which of them the picture is of. */
import { weakNouns } from '../../lexicon/sentence.ts'
import type { Match } from '../../match.ts'
import { isHyphenated, typedAsSaid, typedWithArticle } from './as-typed.ts'
import type { Draft, Mention } from './mention.ts'

const BINDING = new Set(['de', 'd', 'a', 'of'])

/** « machine à coudre », « porte-clés »: two unknown words that name one thing. */
export function joined({ drafts, match }: { readonly drafts: readonly Draft[]; readonly match: Match }): Draft[] {
  const result: Draft[] = []
  for (const draft of drafts) {
    const last = result.at(-1)
    const between = last ? match.tokens.slice(last.at + last.length, draft.at) : []
    const isOne =
      last?.kind === 'noun' &&
      draft.kind === 'noun' &&
      last.meanings.length === 0 &&
      draft.meanings.length === 0 &&
      last.canLead &&
      (between.length === 1 ? BINDING.has(between[0]!) : between.length === 0 && isHyphenated(match, draft.at))
    if (isOne) result[result.length - 1] = { ...last, length: draft.at + draft.length - last.at }
    else result.push(draft)
  }
  return result
}

export function withHead(drafts: readonly Draft[], match: Match): readonly Mention[] {
  const nouns = drafts.filter(({ kind }) => kind === 'noun')
  const head =
    nouns.find(({ canLead, isPlace }) => canLead && !isPlace) ??
    nouns.find(({ canLead }) => canLead) ??
    nouns[0] ??
    drafts.find(({ kind }) => kind === 'name')
  const isCarrier = ({ at, length }: Draft) => length === 1 && weakNouns.has(match.tokens[at]!)
  const told = drafts.filter((draft) => draft === head || !isCarrier(draft))
  return told.map((draft) => {
    const { at, length, kind, meanings } = draft
    const text = kind === 'verb' ? typedAsSaid(match, at) : typedWithArticle(match, at, length)
    return { at, length, kind, meanings, text, isHead: draft === head }
  })
}
