/** Whom to ask, and what to do when a model fails: the rules answer, and the answer says why. */
import type { FallbackReason } from '../contract/src/index.ts'
import { ModelFailure, type Intelligence } from './intelligence.ts'
import { rules } from './rules/rule-intelligence.ts'

/** A model, or the reason why the rules answer in its place; null where none is configured. */
export type ModelChoice = { readonly model: Intelligence } | { readonly reason: FallbackReason | null }

export interface Answered<Answer> {
  readonly answer: Answer
  readonly source: Intelligence['source']
  readonly fallback?: { readonly reason: FallbackReason }
}

export async function askIntelligence<Answer>(
  choice: ModelChoice,
  question: (who: Intelligence) => Promise<Answer>,
): Promise<Answered<Answer>> {
  if (!('model' in choice)) return byRules(choice.reason, question)
  try {
    return { answer: await question(choice.model), source: choice.model.source }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    return byRules(error.reason, question)
  }
}

async function byRules<Answer>(
  reason: FallbackReason | null,
  question: (who: Intelligence) => Promise<Answer>,
): Promise<Answered<Answer>> {
  const answer = await question(rules)
  return { answer, source: rules.source, ...(reason === null ? {} : { fallback: { reason } }) }
}
