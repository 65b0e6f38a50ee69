/** `analyze`: what a description says, what it leaves open, and how to make it. */
import { AnalyzeRequest, maxReferences, type AnalyzeResult } from '../../contract/src/index.ts'
import type { Call } from '../call.ts'
import { ask } from '../choose-intelligence.ts'
import { estimate } from '../estimate.ts'
import { chooseModel } from '../model/model-choice.ts'
import { parseRequest } from '../parse-request.ts'
import { lookAtPictures } from '../pictures.ts'
import { recommendedMode, recommendedSize } from '../rules/analyze-by-rules.ts'
import { namedFigures } from '../rules/describe-picture.ts'
import { read } from '../rules/reading.ts'
import { workflowSteps } from '../rules/workflow-steps.ts'

export async function analyze({ asker, signal, withPictures }: Call, body: unknown): Promise<AnalyzeResult> {
  const { prompt, negative_prompt: negativePrompt, images, language: hint } = parseRequest(AnalyzeRequest, body)
  const choice = chooseModel(asker)
  const urls = (images ?? []).slice(0, maxReferences)
  const imageCount = images?.length ?? 0
  const looks = await withPictures(urls.length > 0, () =>
    lookAtPictures({ urls, client: asker.client, withCopies: 'model' in choice, field: 'images', signal }),
  )
  const question = { prompt, negativePrompt, looks, imageCount, language: hint, signal }
  const { answer, ...source } = await ask(choice, (who) => who.analyze(question))
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
