/** `plan`: what a picture of these words would show, what it would cost, what could be drawn instead, and whether it is refused. */
import { nearestSubjects, planPicture } from '@product/engine/language'

import {
  PlanRequest,
  type IntelligenceLanguage,
  type PicturePlan,
  type PlanResult,
} from '../../_shared/contract/src/index.ts'
import { planOf } from '../../_shared/generation/plan-order.ts'
import { describeEngines } from '../../_shared/image-engines/chain/chosen-engine.ts'
import { readChainSettings } from '../../_shared/image-engines/engine-settings.ts'
import { checkRules } from '../../_shared/image-engines/moderation/moderation.ts'
import { isModelFor } from '../../_shared/intelligence/model/model-choice.ts'
import { foreignLanguageOf } from '../../_shared/intelligence/rules/foreign-language.ts'
import { detectLanguage } from '../../_shared/intelligence/rules/language.ts'
import { parseRequest } from '../../_shared/parse-request.ts'
import type { Asker } from '../asker.ts'
import type { Call } from '../call.ts'
import { priceOf } from '../estimate.ts'

export async function plan({ asker }: Call, body: unknown): Promise<PlanResult> {
  const { prompt, negative_prompt: negativePrompt, roles, language: hint } = parseRequest(PlanRequest, body)
  const language = hint ?? detectLanguage(prompt)
  const engine = readChainSettings().engines[0]?.name ?? 'builtin'
  const planned = planOf({ prompt, negativePrompt, roles: roles ?? [] }, engine)
  const cost = await priceOf(asker.client, isTrial(planned) ? 'generation:trial' : 'generation')
  const block = checkRules(prompt)
  const refused = block && { rule: block.rule, terms: [...block.terms] }
  const foreign = foreignOf(planned, prompt, asker)
  return { source: 'rules', language, plan: planned, cost, refused, foreign, ...insteadOf(planned, prompt, language) }
}

function isTrial(plan: PicturePlan | null): boolean {
  return plan?.verdict === 'subject_unknown' || plan?.verdict === 'abstract'
}

/** Words that the engine understands all the same need no translation. */
function foreignOf(plan: PicturePlan | null, prompt: string, asker: Asker): PlanResult['foreign'] {
  const language = plan === null || plan.verdict === 'complete' ? null : foreignLanguageOf(prompt)
  return language === null ? null : { language, can_translate: isModelFor(asker) }
}

type Instead = Pick<PlanResult, 'instead' | 'better_engine'>

function insteadOf(plan: PicturePlan | null, prompt: string, language: IntelligenceLanguage): Instead {
  const missing = plan?.unknown ?? plan?.missing[0]
  if (missing === undefined) return { instead: [], better_engine: null }
  const { environment } = planPicture({ prompt }).spec
  const nearest = nearestSubjects({ missing, isSubject: plan?.unknown === missing, environment, language })
  return { instead: [...nearest], better_engine: betterEngine() }
}

/** One that was trained on pictures and is asked here, too. */
function betterEngine(): string | null {
  return describeEngines().find(({ isNeural, place }) => isNeural && place !== null)?.label ?? null
}
