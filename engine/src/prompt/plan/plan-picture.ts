/** What a picture will show of a prompt: told before it is ordered, priced by it, painted from it, and its receipt. */
import { createRandom, type Random } from '../../core/random.ts'
import type { Lettering } from '../letterings.ts'
import type { Match } from '../match.ts'
import { parseWords } from '../parse.ts'
import type { PromptSpec } from '../spec.ts'
import { coloursUnshown, type Told } from './grading/colours-shown.ts'
import { type PlannedThing, type Verdict, coverageOf } from './grading/coverage.ts'
import type { Grade } from './grading/grade.ts'
import { isAge, looksUnshown, treatmentsUnshown } from './grading/looks-shown.ts'
import { numbersUnshown } from './grading/numbers-shown.ts'
import { relationsUnshown } from './grading/relations-shown.ts'
import type { Mention } from './mentions/mention.ts'
import { findMentions } from './mentions/mentions.ts'

export interface Plan {
  /** 0..1 */
  readonly coverage: number
  readonly verdict: Verdict
  /** As typed, each with how near it comes. */
  readonly drawn: readonly { readonly text: string; readonly grade: Exclude<Grade, 'none'> }[]
  /** As typed. */
  readonly missing: readonly string[]
  /** What else is said and not to be seen, as typed: what is done, a number, a colour, a place by another thing, an age, a way of painting. */
  readonly unshown: readonly string[]
  /** What the picture should be of, as typed, where it is one of the missing. */
  readonly unknown: string | null
}

export interface PicturePlan {
  readonly spec: PromptSpec
  readonly plan: Plan
}

/** Listed of one prompt at most. */
const MOST = 12

export interface PlanRequest {
  readonly prompt: string
  readonly negativePrompt?: string | undefined
  /** Another picture is what this one is made of: it brings the subject. */
  readonly isOfReference?: boolean
  /** Settles what was left open, such as the time of day by the sea. */
  readonly random?: Random
}

/** Any text gives a plan, and the same text the same one. */
export function planPicture(request: PlanRequest): PicturePlan {
  const { prompt, negativePrompt = '', isOfReference = false, random = createRandom('', 0) } = request
  const parsed = parseWords({ prompt, negativePrompt, random, hasSubjects: true })
  const { match, hits, letterings } = parsed
  // Another picture has no room that is free for words.
  const spec = isOfReference ? { ...parsed.spec, lettering: [] } : parsed.spec
  const read = findMentions(match, hits)
  const mentions = read.mentions.filter((mention) => !isAge(mention, match) && !isWritten(mention, match, letterings))
  const { things, head, coverage, verdict } = coverageOf({ mentions, hits, spec, match })
  const lacking = unique(things.filter(({ grade }) => grade === 'none'))
  const unseen = lacking.filter(({ isAct }) => !isAct)
  const missing = unseen.map(({ text }) => text)
  const missed = unseen.filter(({ isPlaceName }) => !isPlaceName).map(({ text }) => text)
  const seen = mentions.filter(({ text }) => !lacking.some((thing) => thing.text === text))
  const told = unshownOf({ mentions, seen, hits, spec, match })
  const acts = lacking.filter(({ isAct }) => isAct).map(({ text }) => text)
  const unshown = [...acts, ...told, ...read.unread]
  const plan: Plan = {
    coverage,
    verdict: isOfReference ? 'complete' : inFull(verdict, [...lackedOf(missed, mentions, spec), ...unshown]),
    drawn: unique(things).flatMap(({ text, grade }) => (grade === 'none' ? [] : [{ text, grade }])),
    missing,
    unshown: [...unshown, ...treatmentsUnshown({ hits, match, spec })].slice(0, MOST),
    unknown: head?.grade === 'none' ? head.text : null,
  }
  return { spec, plan }
}

/** Nothing is complete that lacks what was said; a way of painting is told, and asks for no consent. */
function inFull(verdict: Verdict, lacking: readonly string[]): Verdict {
  return verdict === 'complete' && lacking.length > 0 ? 'partial' : verdict
}

/** On a card or a poster only what could be drawn is lacking, and no place: the rest it is about (« livraison à domicile »). */
function lackedOf(missing: readonly string[], mentions: readonly Mention[], { hints }: PromptSpec): readonly string[] {
  if (!hints.has('poster') && !hints.has('emblem')) return missing
  return missing.filter((text) =>
    mentions.some((mention) => mention.text === text && mention.meanings.some(({ kind }) => THINGS.has(kind))),
  )
}

const THINGS: ReadonlySet<string> = new Set(['subject', 'object'])

interface Shown extends Told {
  /** Those whose thing is in the picture. */
  readonly seen: readonly Mention[]
}

function unshownOf(told: Shown): readonly string[] {
  return [
    ...numbersUnshown(told.seen, told),
    ...coloursUnshown(told),
    ...relationsUnshown(told.seen, told),
    ...looksUnshown(told),
  ]
}

/** In a title what cannot be drawn is written all the same. */
function isWritten({ at, length, meanings }: Mention, { words }: Match, letterings: readonly Lettering[]): boolean {
  const [first, last] = [words[at]!, words[at + length - 1]!]
  return meanings.length === 0 && letterings.some(({ start, end }) => first.start >= start && last.end <= end)
}

function unique(things: readonly PlannedThing[]): PlannedThing[] {
  const seen = new Map(things.map((thing) => [thing.text.toLowerCase(), thing]))
  return [...seen.values()].slice(0, MOST)
}
