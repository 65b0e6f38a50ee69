/** `enhance`: a fuller description as a proposal, which the person accepts or not. */
import { EnhanceRequest, type EnhanceResult } from '../../_shared/contract/src/index.ts'
import { askIntelligence } from '../../_shared/intelligence/choose-intelligence.ts'
import { chooseModel } from '../../_shared/intelligence/model/model-choice.ts'
import { lookAtPictures } from '../../_shared/intelligence/pictures.ts'
import { recommendedMode, recommendedSize } from '../../_shared/intelligence/rules/analyze-by-rules.ts'
import { read } from '../../_shared/intelligence/rules/reading.ts'
import { workflowSteps } from '../../_shared/intelligence/rules/workflow-steps.ts'
import { parseRequest } from '../../_shared/parse-request.ts'
import type { Call } from '../call.ts'
import { findReferences } from '../search/find-references.ts'

const suggested = 6
/** A reference shows at least half of what the words ask for: one word in common is not a likeness. */
const leastShare = 0.5

export async function enhance({ asker, signal, withPictures }: Call, body: unknown): Promise<EnhanceResult> {
  const { prompt, negative_prompt: negativePrompt, references, language: hint } = parseRequest(EnhanceRequest, body)
  const choice = await chooseModel(asker)
  const urls = references ?? []
  const looks = await withPictures(urls.length > 0, () =>
    lookAtPictures({ urls, client: asker.client, withCopies: 'model' in choice, field: 'references', signal }),
  )
  const question = { prompt, negativePrompt, looks, imageCount: urls.length, language: hint, signal }
  const [{ answer, ...source }, suggestions] = await Promise.all([
    askIntelligence(choice, (who) => who.enhance(question)),
    findReferences({ query: prompt, category: null, client: asker.client, most: suggested, leastShare }),
  ])
  const { language } = answer
  const size = recommendedSize(read(prompt, hint))
  const mode = recommendedMode(urls.length)
  return {
    ...source,
    language,
    warnings: [...answer.warnings],
    enhanced_prompt: answer.prompt,
    negative_prompt: answer.negativePrompt || null,
    added: answer.added.map(({ slot, text }) => ({ slot, text })),
    workflow_steps: workflowSteps({
      language,
      query: prompt,
      prompt: answer.prompt,
      imageCount: urls.length,
      mode,
      ...size,
      isEnhanced: true,
    }),
    suggested_references: suggestions,
  }
}
