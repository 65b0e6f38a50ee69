/** Words of a prompt as they were typed, with what belongs to them. */
import { articles, leadingAdjectives } from '../../lexicon/sentence.ts'
import type { Match } from '../../match.ts'

export function typedAt({ words, text }: Match, at: number, length: number): string {
  return text.slice(words[at]!.start, words[at + length - 1]!.end)
}

export function typedWithArticle(match: Match, at: number, length: number): string {
  let first = at
  while (first > 0 && leadingAdjectives.has(match.tokens[first - 1]!)) first -= 1
  if (first > 0 && (isArticle(match, first - 1) || /^\d+$/.test(match.tokens[first - 1]!))) first -= 1
  const typed = typedAt(match, first, at + length - first)
  return first === 0 ? typed.slice(0, 1).toLowerCase() + typed.slice(1) : typed
}

/** « qui se lave » */
export function typedAsSaid(match: Match, at: number): string {
  let first = at
  while (first > 0 && BEFORE_VERB.has(match.tokens[first - 1]!)) first -= 1
  return typedAt(match, first, at + 1 - first)
}

const BEFORE_VERB: ReadonlySet<string> = new Set([
  'qui',
  'who',
  'se',
  's',
  'ne',
  'n',
  'not',
  'lui',
  'leur',
  'y',
  'l',
  'il',
  'elle',
  'ils',
  'elles',
])

function isArticle(match: Match, at: number): boolean {
  return articles.has(match.tokens[at]!) && typedAt(match, at, 1) !== 'à'
}

export function isHyphenated({ words, text }: Match, at: number): boolean {
  const before = words[at - 1]
  return before !== undefined && /^[-‐‑]$/.test(text.slice(before.end, words[at]!.start))
}
