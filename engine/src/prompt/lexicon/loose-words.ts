import { stem, toTokens } from '../tokens.ts'
/** Words of our own scenes and objects whose drawing is not the thing itself. */
import { similarWords, symbolWords } from './loose.ts'

type LooseGrade = 'similar' | 'symbol'

const loose: ReadonlyMap<string, LooseGrade> = new Map([
  ...keysOf(similarWords, 'similar'),
  ...keysOf(symbolWords, 'symbol'),
])

function keysOf(byKind: Readonly<Record<string, string>>, grade: LooseGrade): [string, LooseGrade][] {
  return Object.entries(byKind).flatMap(([kind, phrases]) =>
    phrases.split('|').map((phrase): [string, LooseGrade] => [keyOf(kind, phrase), grade]),
  )
}

function keyOf(kind: string, phrase: string): string {
  return `${kind}:${toTokens(phrase.trim()).map(stem).join(' ')}`
}

/** Null for the thing itself. */
export function looseGrade(kind: string, word: string): LooseGrade | null {
  return loose.get(keyOf(kind, word)) ?? null
}
