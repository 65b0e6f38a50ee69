import { locateFor } from '../generation/reference-address.ts'
/** `enhance` and `analyse`: words for pictures, by the same intelligence as cortexia-intelligence. */
import { askIntelligence } from '../intelligence/choose-intelligence.ts'
import { withPictures } from '../intelligence/images/image-pool.ts'
import { chooseModel } from '../intelligence/model/model-choice.ts'
import { lookAtPictures } from '../intelligence/pictures.ts'
import { FunctionError } from '../respond.ts'
import { finish, pictureOf, type StepEnd, type StepInHand } from './step-work.ts'

export async function enhancePrompt(inHand: StepInHand): Promise<StepEnd> {
  const { work, signal } = inHand
  const prompt = work.input.prompt?.trim() ?? ''
  if (prompt === '') throw new FunctionError(400, 'prompt_required', 'Veuillez saisir une description pour votre image')
  const question = {
    prompt,
    negativePrompt: work.input.negative_prompt ?? null,
    looks: [],
    imageCount: 0,
    language: null,
    signal,
  }
  const { answer } = await askIntelligence(await chooseModel(askerOf(inHand)), (who) => who.enhance(question))
  return finish(inHand, {
    status: 'succeeded',
    output: {
      prompt: answer.prompt,
      negative_prompt: answer.negativePrompt || null,
      ...noteOf(answer.warnings),
    },
  })
}

export async function describePicture(inHand: StepInHand): Promise<StepEnd> {
  const { work, client, signal } = inHand
  const { id, url } = pictureOf(work.input)
  locateFor(work.user_id, url)
  const choice = await chooseModel(askerOf(inHand))
  const [look] = await withPictures(() =>
    lookAtPictures({ urls: [url], client, withCopies: 'model' in choice, field: 'image', signal }),
  )
  if (!look) throw new Error('one picture was asked for')
  const [{ answer }, own] = await Promise.all([
    askIntelligence(choice, (who) => who.describe({ look, language: null, signal })),
    id === null ? null : ownPromptOf(inHand, id),
  ])
  return finish(inHand, {
    status: 'succeeded',
    output: { description: answer.description, prompt: own ?? answer.suggestedPrompt, ...noteOf(answer.warnings) },
  })
}

/** NOTE: asked with the service's rights, so only for what is the person's own. */
async function ownPromptOf({ work, client }: StepInHand, imageId: string): Promise<string | null> {
  const { data } = await client
    .from('generation_images')
    .select('generation:generations(prompt)')
    .match({ id: imageId, user_id: work.user_id })
    .maybeSingle<{ generation: { prompt: string } | null }>()
  return data?.generation?.prompt ?? null
}

function askerOf({ work, client }: StepInHand) {
  return { userId: work.user_id, client, key: `person:${work.user_id}` }
}

function noteOf(warnings: readonly string[]): { note?: string } {
  return warnings.length === 0 ? {} : { note: warnings.join(' ') }
}
