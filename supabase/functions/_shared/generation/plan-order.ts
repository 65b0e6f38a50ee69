/** What a picture will show of an order, before anything is held for it (spec §9). */
import { planPicture } from '@product/engine/language'

import type { GenerationRequest, LackingVerdict, PicturePlan, ReferenceRole } from '../contract/src/index.ts'
import { FunctionError } from '../respond.ts'

export interface ToPlan {
  readonly prompt: string
  readonly negativePrompt: string | null
  readonly roles: readonly ReferenceRole[]
}

/** The engine that is asked first decides: only the built-in one can say what it will draw. */
export function planOf({ prompt, negativePrompt, roles }: ToPlan, engine: string): PicturePlan | null {
  if (engine !== 'builtin') return null
  const isOfReference = roles.some((role) => role !== 'style')
  const { plan } = planPicture({ prompt, negativePrompt: negativePrompt ?? '', isOfReference })
  return { ...plan, drawn: [...plan.drawn], missing: [...plan.missing], unshown: [...plan.unshown] }
}

/**
 * What the order lacks and was accepted without; null for a picture that lacks nothing. `isUnattended` work has nobody to
 * be told: what lacks its subject is made as a trial.
 *
 * @throws {FunctionError} `subject_unknown` where the person was not told so
 */
export function acceptedLack(
  order: GenerationRequest,
  { engine, isUnattended }: { engine: string; isUnattended: boolean },
): LackingVerdict | null {
  const { accepts } = order
  const plan = planOf(wordsOf(order), engine)
  const verdict = plan?.verdict ?? 'complete'
  if (verdict === accepts || (isUnattended && verdict !== 'complete')) return verdict
  const isPaidFor = accepts === null || accepts === 'partial'
  if (verdict === 'complete' && isPaidFor) return null
  throw new FunctionError(422, 'subject_unknown', 'The built-in engine cannot draw all of this', {
    field: 'prompt',
    block: { rule: verdict, terms: plan?.missing ?? [] },
  })
}

/** What is painted. */
function wordsOf({ prompt, translation, negative_prompt: negativePrompt, references }: GenerationRequest): ToPlan {
  return { prompt: translation?.text ?? prompt, negativePrompt, roles: references.map(({ role }) => role) }
}
