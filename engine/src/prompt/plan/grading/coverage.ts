/** How much of what was asked for a picture shows: weights, and the thresholds that a price hangs on. */
import { gradeOfVerb, isPartOfAct } from '../../doings/acts-shown.ts'
import type { WordKind } from '../../lexicon.ts'
import { placeNames } from '../../lexicon/sentence.ts'
import type { Hit, Match } from '../../match.ts'
import type { PromptSpec } from '../../spec.ts'
import { toTokens, wordSet } from '../../tokens.ts'
import type { Mention } from '../mentions/mention.ts'
import { doersOf, objectOf, subjectOf } from './doers.ts'
import { type Grade, gradeOf, gradeValues } from './grade.ts'
import { numberOf } from './numbers-shown.ts'

/** One thing that was asked for, or something that is done, in the words of whoever asked. */
export interface PlannedThing {
  readonly text: string
  readonly grade: Grade
  readonly isAct: boolean
  /** A name of a place, which no picture lacks. */
  readonly isPlaceName: boolean
}

/**
 * `complete`: the picture shows all of it. `partial`: the subject is there, something else is not. `subject_unknown`: what the
 * picture should be of is not there. `abstract`: nothing that was said can be drawn.
 */
export const verdicts = ['complete', 'partial', 'subject_unknown', 'abstract'] as const
export type Verdict = (typeof verdicts)[number]

export interface Coverage {
  /** 0..1 */
  readonly coverage: number
  readonly verdict: Verdict
  readonly things: readonly PlannedThing[]
  /** What the picture should be of; null where no thing is named. */
  readonly head: PlannedThing | null
}

const HEAD = 3
/** And of words that are written. */
const NOUN = 1
/** Of a name, a verb, a colour, a number, or a word of time, weather or style. */
const SMALL = 0.5

const ENOUGH = 0.75
const HEAD_ENOUGH = 0.7
const HALF = 0.4

const APPLIED: ReadonlySet<WordKind> = new Set(['time', 'weather', 'season', 'style', 'mood', 'colour', 'composition'])

export interface Covered {
  readonly mentions: readonly Mention[]
  /** What is wanted, small words with it. */
  readonly hits: readonly Hit[]
  readonly spec: PromptSpec
  readonly match: Pick<Match, 'tokens'>
}

export function coverageOf({ mentions, hits, spec, match }: Covered): Coverage {
  const graded = mentions.map((mention) => ({
    mention,
    ...gradeOfMention(mention, { mentions, hits, spec, match }),
    isPlaceName: namesPlace(mention, match),
  }))
  const written = spec.lettering.map(
    (text) => ({ text: `« ${text} »`, grade: 'exact', isAct: false, isPlaceName: false }) as const,
  )
  const sum = { asked: written.length, shown: written.length, near: written.length }
  const add = (weight: number, value: number) => {
    sum.asked += weight
    sum.shown += weight * value
    sum.near += value >= HEAD_ENOUGH ? weight : weight * value
  }
  const isCarried = spec.hints.has('poster') || spec.hints.has('emblem')
  const head = headOf(graded, spec, isCarried)
  const told = graded.filter(({ isTold, isPlaceName, grade }) => isTold && !(isPlaceName && grade === 'none'))
  for (const one of told) {
    const { mention, grade } = one
    add(weightOf(mention, { isHead: one === head, isCarried }), gradeValues[grade])
    if (gradeValues[grade] > 0) for (const value of numbersOf(mention, hits, spec)) add(SMALL, value)
  }
  const covered = new Set(
    mentions.flatMap(({ at, length, meanings }) => (meanings.length > 0 ? placesOf(at, length) : [])),
  )
  const applied = hits.filter(({ kind, at }) => APPLIED.has(kind) && !covered.has(at))
  for (const _ of new Set(applied.map(({ at }) => at))) add(SMALL, 1)
  for (const _ of spec.removed) add(SMALL, 1)
  const things = [...thingsOf(graded), ...written]
  const coverage = sum.shown / Math.max(sum.asked, SMALL)
  const near = sum.near / Math.max(sum.asked, SMALL)
  const isKnown = applied.length > 0 || things.some(({ grade }) => grade !== 'none')
  const isAllThere = things.every(({ grade, isAct, isPlaceName }) => isAct || isPlaceName || grade !== 'none')
  const headValue = head ? gradeValues[head.grade] : 1
  return {
    coverage,
    verdict: isKnown ? verdictOf(isAllThere ? near : coverage, headValue) : 'abstract',
    things,
    head: head ? toThing(head.mention, head.grade) : null,
  }
}

/** « à Lomé »: people and plants of there, and not the town itself. */
function isTownOfOurs({ at }: Mention, hits: readonly Hit[]): boolean {
  const isTown = hits.some((hit) => hit.kind === 'environment' && hit.id === 'city' && hit.at === at)
  return isTown && hits.some((hit) => hit.kind === 'hint' && hit.id === 'tropical' && hit.at === at)
}

const TOWARDS = wordSet('a au aux en in at vers')

/** « au nord du Bénin », « …, Paris », « à Ouidah »; no name of a thing or of somebody. */
function namesPlace({ at, length, kind, isHead }: Mention, { tokens }: Pick<Match, 'tokens'>): boolean {
  if (isHead || length > 1) return false
  return placeNames.has(tokens[at]!) || (kind === 'name' && TOWARDS.has(tokens[at - 1] ?? ''))
}

interface Graded {
  readonly mention: Mention
  readonly grade: Grade
  /** Worth telling. */
  readonly isTold: boolean
  /** A name of a place. */
  readonly isPlaceName: boolean
}

function gradeOfMention(mention: Mention, { mentions, hits, spec }: Covered): Pick<Graded, 'grade' | 'isTold'> {
  const grade = mention.kind === 'verb' ? gradeOfAct(mention, mentions, spec) : gradeOfThing(mention, spec)
  if (grade === 'none' && isTownOfOurs(mention, hits)) return { grade: 'similar', isTold: true }
  return { grade: grade ?? 'none', isTold: grade !== null }
}

function gradeOfThing({ meanings, text }: Mention, spec: PromptSpec): Grade {
  const grade = gradeOf(meanings, spec)
  return grade === 'none' && isPartOfAct(toTokens(text), spec) ? 'exact' : grade
}

/** « qui ne court pas » */
const DENIED = /\b(?:ne|n|not) /i

/** « se tient devant une porte » */
const STANDS = /(?:^| )se (?:tient|tiennent)$/

/** Null for a verb that needs no telling. */
function gradeOfAct(verb: Mention, mentions: readonly Mention[], spec: PromptSpec): Grade | null {
  if (DENIED.test(verb.text) || STANDS.test(verb.text)) return null
  const object = objectOf(verb, mentions)
  const isObjectShown = object !== null && gradeOfThing(object, spec) !== 'none'
  const doers = doersOf(verb, mentions, spec)
  const having = object && subjectOf(object, mentions, spec.subjects)
  const isObjectHeld = isObjectShown && having !== null && having.figure !== null && doers.includes(having)
  const word = toTokens(verb.text).at(-1) ?? ''
  return gradeOfVerb({ word, doers, isObjectShown, isObjectHeld }, spec)
}

/** A poster is of whatever it shows, and be it words alone. */
function headOf(graded: readonly Graded[], { lettering }: PromptSpec, isCarried: boolean): Graded | undefined {
  const shown = isCarried ? graded.find(({ grade }) => grade !== 'none') : undefined
  if (!shown && lettering.length > 0) return undefined
  return shown ?? graded.find(({ mention }) => mention.isHead)
}

/** Where nothing is missing, what is like the thing is told and needs no consent. */
function verdictOf(coverage: number, head: number): Verdict {
  if (coverage >= ENOUGH && head >= HEAD_ENOUGH) return 'complete'
  return coverage >= HALF && head > 0 ? 'partial' : 'subject_unknown'
}

/** On a poster or a card the other words are those to be written on it. */
function weightOf({ kind }: Mention, { isHead, isCarried }: { isHead: boolean; isCarried: boolean }): number {
  if (isHead) return HEAD
  if (isCarried) return SMALL / 2
  return kind === 'noun' ? NOUN : SMALL
}

/** Nothing where no number is told. */
function numbersOf(mention: Mention, hits: readonly Hit[], spec: PromptSpec): readonly number[] {
  const isRight = numberOf(mention, hits, spec)
  if (isRight === null) return []
  return [isRight ? 1 : 0]
}

function placesOf(at: number, length: number): number[] {
  return Array.from({ length }, (_, place) => at + place)
}

function thingsOf(graded: readonly Graded[]): PlannedThing[] {
  return graded
    .filter(({ isTold }) => isTold)
    .map(({ mention, grade, isPlaceName }) => toThing(mention, grade, isPlaceName))
}

function toThing({ text, kind }: Mention, grade: Grade, isPlaceName = false): PlannedThing {
  return { text, grade, isAct: kind === 'verb', isPlaceName }
}
