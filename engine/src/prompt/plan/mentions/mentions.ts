/** What a prompt speaks of, word by word: the things, known or not, which of them it is about, and what is done. */
import { isEnglish } from '../../language-of.ts'
import { isStopWord, type WordKind } from '../../lexicon.ts'
import { doingVerbs, isDoing } from '../../lexicon/doings.ts'
import {
  adjectives,
  companies,
  conjunctions,
  containers,
  denials,
  describing,
  determiners,
  IN_THE_ACT,
  isInTheAct,
  leadingAdjectives,
  matters,
  objectPronouns,
  placingPrepositions,
  prepositions,
  portions,
  pronouns,
  relatives,
  visibleStates,
  thingsOfMood,
  transparentNouns,
  unpictured,
  verbs,
  weakNouns,
} from '../../lexicon/sentence.ts'
import type { Hit, Match } from '../../match.ts'
import { isFilled } from '../../subjects/named-subjects.ts'
import { isSomebodyNamed } from '../../subjects/subject-lexicon.ts'
import { BREAK } from '../../tokens.ts'
import { isHyphenated, typedAt } from './as-typed.ts'
import type { Draft, Mention } from './mention.ts'
import { isAimedAt, isDoer, isOver } from './not-done.ts'
import { joined, withHead } from './wholes.ts'

type Before = 'opening' | 'article' | 'link' | 'joint' | 'relative' | 'noun' | 'description' | 'verb' | 'negation'

interface Reading {
  readonly match: Match
  readonly isEnglish: boolean
  /** All meanings of the phrase that begins at a token. */
  readonly known: ReadonlyMap<number, readonly Hit[]>
  /** Those of them that are wanted. */
  readonly wanted: ReadonlySet<Hit>
  readonly drafts: Draft[]
  /** Of states that would be seen, and mean nothing here. */
  readonly unread: number[]
  before: Before
  isPlace: boolean
}

const THINGS: ReadonlySet<WordKind> = new Set(['environment', 'element', 'object', 'subject'])

export interface Read {
  readonly mentions: readonly Mention[]
  /** States that would be seen and mean nothing to the engine, as typed: « bondé », « abandonné ». */
  readonly unread: readonly string[]
}

/** `wanted` are the hits of the match that no negation took out. */
export function findMentions(match: Match, wanted: readonly Hit[]): Read {
  const reading: Reading = {
    match,
    isEnglish: isEnglish(match.tokens),
    known: Map.groupBy(match.hits, ({ at }) => at),
    wanted: new Set(wanted),
    drafts: [],
    unread: [],
    before: 'opening',
    isPlace: placingPrepositions.has(match.tokens[0] ?? ''),
  }
  for (let at = 0; at < match.tokens.length;) at += readAt(reading, at)
  return { mentions: withHead(joined(reading), match), unread: reading.unread.map((at) => typedAt(match, at, 1)) }
}

/** Answers how many tokens were read. */
function readAt(reading: Reading, at: number): number {
  const token = reading.match.tokens[at]!
  if (token === BREAK) {
    reading.before = 'opening'
    reading.isPlace = false
    return 1
  }
  if (isInTheAct(reading.match.tokens, at)) {
    reading.before = 'relative'
    return IN_THE_ACT
  }
  const known = reading.known.get(at)
  if (!known && denials.has(token)) {
    reading.before = 'negation'
    return 1
  }
  const grammar = grammarOf(reading, at)
  const isGrammarFirst = isReadAsGrammar(token, known, grammar !== null)
  if (known && !isGrammarFirst) return readKnown(reading, known)
  if (grammar) reading.before = grammar
  else if (verbs.has(token) || (isDoing(token) && !participle.test(typedAt(reading.match, at, 1))))
    readVerb(reading, at)
  else if (!isPassedOver(token)) readUnknown(reading, at)
  return 1
}

/** « sur une table »: a place that is known with its preposition is read as what is known. */
function isReadAsGrammar(token: string, known: readonly Hit[] | undefined, isGrammar: boolean): boolean {
  if (known?.some(({ kind, length }) => length > 1 && (THINGS.has(kind) || kind === 'quality'))) return false
  return prepositions.has(token) || (isGrammar && (known?.every(({ kind }) => kind === 'count') ?? false))
}

/** « une porte », « machine à écrire »: such a word may name a thing as well. */
function readVerb(reading: Reading, at: number): void {
  const isPlural = PLURAL_VERB.test(reading.match.tokens[at]!)
  const isNamed = reading.before === 'article' && !isPlural && !isOneOfThem(reading.match.tokens, at - 1)
  if (isNamed || isPurpose(reading, at)) readUnknown(reading, at)
  else addVerb(reading, at)
}

/** « l’une porte … » */
function isOneOfThem(tokens: readonly string[], at: number): boolean {
  return tokens[at - 1] === 'l' && ONE.has(tokens[at] ?? '')
}

const ONE: ReadonlySet<string> = new Set(['un', 'une', 'autre'])

/** « deux vieux jouent »: no noun. */
const PLURAL_VERB = /[^m]ent$/

/** Without its accent « à » is an English article. */
function isDeterminer({ match, isEnglish }: Pick<Reading, 'match' | 'isEnglish'>, at: number): boolean {
  const token = match.tokens[at] ?? ''
  if (token === 'a' || token === 'an') return isEnglish
  if (token === 'la' && typedAt(match, at, 1).toLowerCase() === 'là') return false
  return determiners.has(token) || /^\d+$/.test(token)
}

/** « machine à écrire »: what it is for belongs to its name. */
function isPurpose({ match, drafts }: Reading, at: number): boolean {
  const last = drafts.at(-1)
  return match.tokens[at - 1] === 'a' && last?.meanings.length === 0 && last.at + last.length === at - 1
}

/** Null for a word that carries something; small words that change nothing keep what was before them. */
function grammarOf(reading: Reading, at: number): Before | null {
  const { match, before } = reading
  const token = match.tokens[at]!
  if (isAimedAt(reading.match, at) && !reading.isEnglish) return 'description'
  if (relatives.has(token) || isObject(reading, at) || isDoer(match.tokens, at)) return 'relative'
  if (isDeterminer(reading, at)) return 'article'
  if (prepositions.has(token)) return 'link'
  if (conjunctions.has(token)) return before === 'description' || before === 'verb' ? before : 'joint'
  if (leadingAdjectives.has(token)) return before
  return null
}

/** « un enfant les regarde » */
function isObject({ before, match: { tokens } }: Reading, at: number): boolean {
  const token = tokens[at]!
  if (before === 'relative') return pronouns.has(token)
  return before === 'noun' && objectPronouns.has(token) && verbs.has(tokens[at + 1] ?? '')
}

function isPassedOver(token: string): boolean {
  return token.length < 2 || isStopWord(token) || adjectives.has(token) || unpictured.has(token)
}

function readKnown(reading: Reading, known: readonly Hit[]): number {
  const { at, length } = known[0]!
  const kept = known.filter((hit) => reading.wanted.has(hit))
  const token = reading.match.tokens[at]!
  const things = kept.filter(({ kind }) => THINGS.has(kind))
  if (kept.length === 0) readState(reading, at)
  if (known.some(({ kind }) => kind === 'negation')) reading.before = 'negation'
  else if (reading.before === 'relative' && (verbs.has(token) || doingVerbs.has(token) || kept.length === 0))
    addVerb(reading, at)
  else if (things.length > 0 && !(length === 1 && describes(reading, at, kept))) addNoun(reading, at, length, things)
  else if (isThingOfMood(reading, token)) addNoun(reading, at, length, [])
  else if (!isBeforeNoun(reading.before)) reading.before = 'description'
  return length
}

/** « une fée » is somebody; « de fée » and « fée » among others only colour the picture. */
function isThingOfMood({ before, match }: Reading, token: string): boolean {
  return thingsOfMood.has(token) && (before === 'article' || (before === 'opening' && match.tokens[0] === token))
}

/** « étoilé », « africain », « magique »: they may bring a thing into the picture, and name none. */
function describes({ before, match }: Reading, at: number, kept: readonly Hit[]): boolean {
  const token = match.tokens[at]!
  if (adjectives.has(token)) return !isAlone(match, at, before)
  return before === 'noun' && kept.some(({ kind }) => kind === 'mood' || kind === 'colour' || kind === 'time')
}

/** « un extraterrestre »: after an article, and before nothing that it could describe, it is the thing. */
function isAlone({ tokens }: Match, at: number, before: Before): boolean {
  const next = tokens[at + 1]
  const isLast =
    next === undefined || next === BREAK || prepositions.has(next) || relatives.has(next) || verbs.has(next)
  return before === 'article' && isLast
}

function readUnknown(reading: Reading, at: number): void {
  const { before, match, isEnglish } = reading
  const token = match.tokens[at]!
  if (before === 'noun' && isHyphenated(match, at)) return addNoun(reading, at, 1, [])
  if (before === 'negation') return void (reading.before = 'description')
  if (isUnseen(match, at)) return void (reading.before = 'description')
  if (before === 'relative' || isEnglishAct(reading, at) || isFrenchAct(reading, at)) return addVerb(reading, at)
  if (isName(reading, at)) return addDraft(reading, { at, length: 1, kind: 'name', meanings: [] })
  const typed = typedAt(match, at, 1).toLowerCase()
  const isDescription = isEnglish ? isEnglishDescription(reading, at) : isFrenchDescription(before, typed)
  if (isDescription && !transparentNouns.has(token)) return readDescription(reading, at)
  addNoun(reading, at, 1, [])
}

function readState({ match, isEnglish, unread }: Reading, at: number): void {
  if (!isEnglish && visibleStates.has(match.tokens[at]!)) unread.push(at)
}

function readDescription(reading: Reading, at: number): void {
  const { before } = reading
  readState(reading, at)
  if (!isBeforeNoun(before)) reading.before = 'description'
}

const participle = /(?:ée|és|ées)$/

function isFrenchDescription(before: Before, typed: string): boolean {
  if (before === 'noun' || before === 'description' || before === 'verb') return true
  if (before === 'link') return participle.test(typed)
  return before === 'joint' && describing.test(typed)
}

/** « en cuir »: what a thing is made of; and what is over. */
function isUnseen(match: Match, at: number): boolean {
  return (match.tokens[at - 1] === 'en' && matters.has(match.tokens[at]!)) || isOver(match, at)
}

/** « un garçon souffle les bougies »: a word behind somebody that has an object. */
function isFrenchAct({ before, match, isEnglish, drafts }: Reading, at: number): boolean {
  const next = match.tokens[at + 1] ?? ''
  const isBehindNoun = (before === 'noun' || before === 'description') && drafts.length > 0
  const isVerbal = /(?:[^é]e|ent|[tds])$/u.test(typedAt(match, at, 1).toLowerCase()) && objects.has(next)
  if (isEnglish || !isBehindNoun || isCapital(match, at)) return false
  return isVerbal || (before === 'noun' && isOfMany(match.tokens, at))
}

/** « quatre femmes récoltent »: behind a plural no adjective ends so. */
function isOfMany(tokens: readonly string[], at: number): boolean {
  return /[sx]$/.test(tokens[at - 1] ?? '') && /[^m]ent$/.test(tokens[at]!)
}

const objects: ReadonlySet<string> = new Set([
  'le',
  'la',
  'les',
  'l',
  'un',
  'une',
  'des',
  'du',
  'son',
  'sa',
  'ses',
  'leurs',
])

function isCapital(match: Match, at: number): boolean {
  return /^\p{Lu}/u.test(typedAt(match, at, 1))
}

/** « two kids sharing a slice », « a girl with a bag, waving » */
function isEnglishAct(reading: Reading, at: number): boolean {
  const { before, match, isEnglish, drafts } = reading
  const next = match.tokens[at + 1] ?? BREAK
  if (isEnglish && before === 'opening' && drafts.length > 0 && /.ing$/.test(match.tokens[at]!) && next === BREAK)
    return true
  const isBehindNoun = before === 'noun' || before === 'description'
  return isEnglish && isBehindNoun && /.ing$/.test(match.tokens[at]!) && isDeterminer(reading, at + 1)
}

/** English describes before the noun: only the last word of a row is the thing. */
function isEnglishDescription({ match, known, before }: Reading, at: number): boolean {
  const next = match.tokens[at + 1]
  const isFollowed =
    next !== undefined &&
    !endsRow(next) &&
    (known.get(at + 1)?.some(({ kind }) => THINGS.has(kind)) ?? !isStopWord(next))
  if (isFollowed) return true
  return (before === 'noun' || before === 'description') && /(?:ing|ed|ly)$/.test(match.tokens[at]!)
}

const rowEnds: readonly ReadonlySet<string>[] = [verbs, determiners, prepositions, conjunctions, relatives]

function endsRow(token: string): boolean {
  return token === BREAK || token.endsWith('ing') || rowEnds.some((words) => words.has(token))
}

function isBeforeNoun(before: Before): boolean {
  return before === 'opening' || before === 'article' || before === 'link' || before === 'joint'
}

/** « Lomé », « Anansi »: a capital where no sentence begins. */
function isName({ match }: Reading, at: number): boolean {
  const previous = match.tokens[at - 1]
  return previous !== undefined && previous !== BREAK && /^\p{Lu}\p{Ll}/u.test(typedAt(match, at, 1))
}

function addVerb(reading: Reading, at: number): void {
  reading.drafts.push({ at, length: 1, kind: 'verb', meanings: [], canLead: false, isPlace: false })
  reading.before = 'verb'
}

function addNoun(reading: Reading, at: number, length: number, meanings: readonly Hit[]): void {
  const { tokens } = reading.match
  const isShare = portions.has(tokens[at]!) && OF.has(tokens[at + 1] ?? '')
  if (length === 1 && (transparentNouns.has(tokens[at]!) || isShare || isCompany(reading, at)))
    return void (reading.before = 'noun')
  addDraft(reading, { at, length, kind: 'noun', meanings })
}

function addDraft(reading: Reading, draft: Omit<Draft, 'canLead' | 'isPlace'>): void {
  const { drafts, before, isEnglish, isPlace, match } = reading
  const last = drafts.at(-1)
  const isCompound = isEnglish && before === 'noun' && last !== undefined && last.at + last.length === draft.at
  if (isCompound && last.canLead) drafts[drafts.length - 1] = { ...last, canLead: false }
  const isWeak = draft.length === 1 && weakNouns.has(match.tokens[draft.at]!)
  drafts.push({ ...draft, canLead: !isWeak && !isContainer(match.tokens, draft), isPlace })
  reading.before = 'noun'
}

function isContainer(tokens: readonly string[], { at, length }: { at: number; length: number }): boolean {
  const next = tokens[at + length]
  if (isFilled({ word: tokens[at]!, at, length }, tokens)) return false
  return length === 1 && containers.has(tokens[at]!) && (next === 'de' || next === 'd' || next === 'of')
}

/** « une armée de soldats », « une troupe de 3 danseurs » */
function isCompany({ match: { tokens }, known }: Reading, at: number): boolean {
  if (known.has(at) && !containers.has(tokens[at]!)) return false
  const isOf = companies.has(tokens[at]!) && OF.has(tokens[at + 1] ?? '')
  return isOf && [2, 3, 4].some((on) => known.get(at + on)?.some(({ word }) => isSomebodyNamed(word)))
}

const OF = new Set(['de', 'd', 'of'])
