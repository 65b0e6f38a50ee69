/** « sans neige »: what a description refuses leaves it, for the list of what to avoid. */
import { knownWords, toStems } from '@product/engine/language'

export interface MovedNegatives {
  /** The description without its refusals; otherwise as it was written. */
  readonly positive: string
  /** What was refused, as it was written. */
  readonly moved: readonly string[]
}

interface Token {
  readonly text: string
  /** Lower case, no accents, no elided article: « d’arbres » is `arbre`. Empty for punctuation. */
  readonly stem: string
  readonly from: number
  readonly to: number
}

interface Span {
  readonly from: number
  readonly to: number
}

const words = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[.,;:!?…()|\n]/gu
const elided = /^(?:d|l|qu)['’]/i
const articles = new Set(['de', 'du', 'le', 'la', 'les', 'un', 'une', 'des', 'aucun', 'aucune', 'any', 'a', 'an', 'the'].map(stemOf)) // prettier-ignore
/** What ends a refusal that names nothing we know. */
const joints = new Set(
  toStems(`à au aux avec dans sur sous par pour vers et mais ou ni sans près devant derrière entre chez en qui que
    at in on with under over by near and but or nor without from into behind of for while where to no`),
)
/** After a refusal, « ou » always joins another one; « et » only where it is followed by something known. */
const alternatives = new Set(['ni', 'nor', 'ou', 'or'])
const conjunctions = new Set(['et', 'and'])
const possessive = /['’]s$/
/** « sans fin » praises, « pas de deux » dances: nothing is refused. */
const idiomsAfterWithout = new Set(
  toStems('fin doute cesse abri titre serif limite pareil égal nom âge relâche souci peine fil faille end doubt'),
)
const idiomsAfterNotOf = new Set(toStems('deux géant côté danse calais trois quatre'))
const longestEnglishName = 3
const longestPhrase = 5

function stemOf(text: string): string {
  return toStems(text.replace(elided, '')).join(' ')
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(words)].map((match) => ({
    text: match[0],
    stem: stemOf(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }))
}

/** Applied again to its own result, it moves nothing more. */
export function moveNegatives(prompt: string): MovedNegatives {
  const moved: string[] = []
  let positive = prompt
  for (let refusal = findRefusal(positive); refusal !== null; refusal = findRefusal(positive)) {
    moved.push(...refusal.phrases)
    positive = cut(positive, refusal.span)
  }
  return { positive, moved: [...new Set(moved)] }
}

interface Refusal {
  readonly phrases: readonly string[]
  readonly span: Span
}

function findRefusal(text: string): Refusal | null {
  const tokens = tokensOf(text)
  for (const [at, token] of tokens.entries()) {
    const start = afterOpener(tokens, at)
    if (start === null) continue
    const phrases = phrasesFrom({ tokens, isEnglish: token.stem === 'without' || token.stem === 'no' }, start)
    const last = phrases.at(-1)
    if (last) {
      return {
        phrases: phrases.map(({ from, to }) => text.slice(from, to).replace(elided, '')),
        span: { from: token.from, to: last.to },
      }
    }
  }
  return null
}

type Opener = (tokens: readonly Token[], at: number, next: Token) => number | null

const without: Opener = (_tokens, at, next) => (idiomsAfterWithout.has(next.stem) ? null : at + 1)
// These say many other things: only before something known do they refuse it.
const perhaps: Opener = (tokens, at, next) =>
  hitLength(tokens, skipArticles(tokens, at + 1)) > 0 && !possessive.test(next.text) ? at + 1 : null
const always: Opener = (_tokens, at) => at + 1

/** By stem. */
const openers: Readonly<Record<string, Opener>> = {
  san: without,
  without,
  aucun: always,
  aucune: always,
  pas: afterNotOf,
  jamai: afterNotOf,
  no: perhaps,
  ni: perhaps,
}

/** Where the refused thing begins, when something is refused at all. */
function afterOpener(tokens: readonly Token[], at: number): number | null {
  const stem = tokens[at]?.stem ?? ''
  const next = tokens[at + 1]
  return next?.stem && Object.hasOwn(openers, stem) ? (openers[stem]?.(tokens, at, next) ?? null) : null
}

function afterNotOf(tokens: readonly Token[], at: number, next: Token): number | null {
  if (elided.test(next.text)) return at + 1
  if (next.stem !== 'de') return null
  const noun = tokens[at + 2]
  return noun?.stem && !idiomsAfterNotOf.has(noun.stem) ? at + 2 : null
}

function skipArticles(tokens: readonly Token[], at: number): number {
  let next = at
  while (articles.has(tokens[next]?.stem ?? '')) next += 1
  return next
}

interface Sentence {
  readonly tokens: readonly Token[]
  /** English names a thing by several nouns, French by one and its complement. */
  readonly isEnglish: boolean
}

/** One thing, and those joined to it: « sans arbres ni oiseaux ». */
function phrasesFrom(sentence: Sentence, start: number): Span[] {
  const { tokens } = sentence
  const from = skipArticles(tokens, start)
  const length = phraseLength(sentence, from)
  const [first, last] = [tokens[from], tokens[from + length - 1]]
  if (length === 0 || !first || !last) return []
  const span = { from: first.from, to: last.to }
  const joint = tokens[from + length]?.stem ?? ''
  const isJoined = alternatives.has(joint) || (conjunctions.has(joint) && hitLength(tokens, from + length + 1) > 0)
  return isJoined ? [span, ...phrasesFrom(sentence, from + length + 1)] : [span]
}

/** In tokens: a known thing with the colours said of it, or else the name of an unknown one. */
function phraseLength({ tokens, isEnglish }: Sentence, from: number): number {
  const known = hitLength(tokens, from)
  if (known > 0) {
    let length = known
    while (isColour(tokens, from + length)) length += 1
    return length
  }
  if (!isPlainWord(tokens, from)) return 0
  let length = 1
  if (!isEnglish) return tokens[from + 1]?.stem === 'de' && tokens[from + 2]?.stem ? 3 : length
  while (length < longestEnglishName && isPlainWord(tokens, from + length)) length += 1
  return length
}

function isPlainWord(tokens: readonly Token[], at: number): boolean {
  const stem = tokens[at]?.stem ?? ''
  return stem !== '' && !joints.has(stem) && hitLength(tokens, at) === 0
}

function isColour(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]
  return word !== undefined && word.stem !== '' && knownWords(word.text).some(({ kind }) => kind === 'colour')
}

const grammar = new Set(['count', 'negation', 'position'])

/** How many tokens the known phrase at a place has; 0 when nothing known begins there. */
function hitLength(tokens: readonly Token[], at: number): number {
  const ahead: Token[] = []
  for (const token of tokens.slice(at, at + longestPhrase)) {
    if (!token.stem) break
    ahead.push(token)
  }
  const plain = ahead.map(({ text }) => text.replace(elided, ''))
  const hit = knownWords(plain.join(' ')).find((word) => word.at === 0 && !grammar.has(word.kind))
  if (!hit) return 0
  let covered = 0
  return plain.findIndex((text) => (covered += toStems(text).length) >= hit.length) + 1
}

const dangling =
  /(?:^|(?<=[,;:.!?…(|\n]))\s*(?:et|mais|ou|and|but|or)\s+|\s+(?:et|mais|ou|avec|and|but|or|with)\s*(?=$|[,;:.!?…)|\n])/giu

function cut(text: string, { from, to }: Span): string {
  const before = text.slice(0, from)
  const after = text.slice(to)
  return `${before.trimEnd()} ${after.trimStart()}`
    .replace(dangling, ' ')
    .replace(/\(\s*\)/g, '')
    .replace(/\s+([,;.)…])/g, '$1')
    .replace(/([,;:]\s*)+(?=[,;:.)…])/g, '')
    .replace(/^[\s,;:.]+/, '')
    .replace(/[\s,;:]+$/, '')
}

/** True when a text names something that the list of what to avoid names. */
export function namesRefused(text: string, refused: readonly string[]): boolean {
  const stems = new Set(toStems(text))
  const meanings = new Set(meaningsOf(text))
  return refused.some((phrase) => {
    const phraseStems = toStems(phrase).filter((stem) => !joints.has(stem) && !articles.has(stem))
    if (phraseStems.length > 0 && phraseStems.every((stem) => stems.has(stem))) return true
    return meaningsOf(phrase).some((meaning) => meanings.has(meaning))
  })
}

const withoutMeaning = new Set([...grammar, 'quality', 'hint', 'composition'])

function meaningsOf(text: string): string[] {
  return knownWords(text)
    .filter(({ kind }) => !withoutMeaning.has(kind))
    .map(({ kind, id }) => `${kind}:${id}`)
}

/** « a, b; c » as a list, each once. */
export function listOf(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((item) => item.trim())
    .filter(Boolean)
}
