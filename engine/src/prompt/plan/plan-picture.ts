/** What a picture will show of a prompt: told before it is ordered, priced by it, painted from it, and its receipt. */
import { createRandom, type Random } from '../../core/random.ts'
import { parseWords } from '../parse.ts'
import type { PromptSpec } from '../spec.ts'
import { type PlannedThing, type Verdict, coverageOf } from './coverage.ts'
import type { Grade } from './grade.ts'
import { findMentions } from './mentions.ts'

export interface Plan {
  /** 0..1 */
  readonly coverage: number
  readonly verdict: Verdict
  /** As typed, each with how near it comes. */
  readonly drawn: readonly { readonly text: string; readonly grade: Exclude<Grade, 'none'> }[]
  /** As typed. */
  readonly missing: readonly string[]
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
  const { spec, match, hits } = parseWords({ prompt, negativePrompt, random, hasSubjects: true })
  const { things, head, coverage, verdict } = coverageOf({ mentions: findMentions(match, hits), hits, spec })
  const missing = unique(things.filter(({ grade }) => grade === 'none')).map(({ text }) => text)
  const plan: Plan = {
    coverage,
    verdict: isOfReference ? 'complete' : verdict,
    drawn: unique(things).flatMap(({ text, grade }) => (grade === 'none' ? [] : [{ text, grade }])),
    missing,
    unknown: head?.grade === 'none' ? head.text : null,
  }
  return { spec, plan }
}

function unique(things: readonly PlannedThing[]): PlannedThing[] {
  const seen = new Map(things.map((thing) => [thing.text.toLowerCase(), thing]))
  return [...seen.values()].slice(0, MOST)
}
