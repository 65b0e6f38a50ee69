/** `translate`: a description in a language that the engine reads, beside the person's own words. */
import { TranslateRequest, type TranslateResult } from '../../_shared/contract/src/index.ts'
import { askIntelligence } from '../../_shared/intelligence/choose-intelligence.ts'
import { chooseModel } from '../../_shared/intelligence/model/model-choice.ts'
import { parseRequest } from '../../_shared/parse-request.ts'
import type { Call } from '../call.ts'

export async function translate({ asker, signal }: Call, body: unknown): Promise<TranslateResult> {
  const { prompt, language } = parseRequest(TranslateRequest, body)
  const question = { prompt, into: language ?? 'fr', signal } as const
  const { answer, ...source } = await askIntelligence(await chooseModel(asker), (who) => who.translate(question))
  return { ...source, ...answer, warnings: [...answer.warnings] }
}
