/** `analyze`: what a description says, what it leaves open, and how to make it. */
import { AnalyzeRequest, maxReferences, type AnalyzeResult } from '../../_shared/contract/src/index.ts'
import { askIntelligence } from '../../_shared/intelligence/choose-intelligence.ts'
import { chooseModel } from '../../_shared/intelligence/model/model-choice.ts'
import { lookAtPictures } from '../../_shared/intelligence/pictures.ts'
import { recommendedMode, recommendedSize } from '../../_shared/intelligence/rules/analyze-by-rules.ts'
import { namedFigures } from '../../_shared/intelligence/rules/describe-picture.ts'
import { read } from '../../_shared/intelligence/rules/reading.ts'
import { workflowSteps } from '../../_shared/intelligence/rules/workflow-steps.ts'
import { parseRequest } from '../../_shared/parse-request.ts'
import type { Call } from '../call.ts'
import { estimate } from '../estimate.ts'

export async function analyze({ asker, signal, withPictures }: Call, body: unknown): Promise<AnalyzeResult> {
  const { prompt, negative_prompt: negativePrompt, images, language: hint } = parseRequest(AnalyzeRequest, body)
  const choice = await chooseModel(asker)
  const urls = (images ?? []).slice(0, maxReferences)
  const imageCount = images?.length ?? 0
  const looks = await withPictures(urls.length > 0, () =>
    lookAtPictures({ urls, client: asker.client, withCopies: 'model' in choice, field: 'images', signal }),
  )
  const question = { prompt, negativePrompt, looks, imageCount, language: hint, signal }
  const { answer, ...source } = await askIntelligence(choice, (who) => who.analyze(question))
  const { language, warnings, ...analysis } = answer
  const size = recommendedSize(read(prompt, hint))
  const mode = recommendedMode(imageCount)
  return {
    ...source,
    ...analysis,
    language,
    warnings: [...warnings],
    recommended_mode: mode,
    recommended_size: size,
    ...(await estimate(asker.client, { ...size, imageCount })),
    workflow_steps: workflowSteps({
      language,
      query: prompt,
      prompt,
      imageCount: urls.length,
      mode,
      ...size,
      isEnhanced: false,
    }),
    images: looks.map(({ figures }) => namedFigures(figures, language)),
  }
}
