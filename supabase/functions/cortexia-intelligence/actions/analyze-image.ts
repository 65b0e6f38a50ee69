/** `analyze_image`: what is to be seen on one picture, in figures and in a sentence. */
import type { SupabaseClient } from '@supabase/supabase-js'

import {
  AnalyzeImageRequest,
  type AnalyzeImageResult,
  type IntelligenceLanguage,
} from '../../_shared/contract/src/index.ts'
import { locateStored } from '../../_shared/generation/reference-address.ts'
import { askIntelligence } from '../../_shared/intelligence/choose-intelligence.ts'
import { chooseModel } from '../../_shared/intelligence/model/model-choice.ts'
import { lookAtPictures } from '../../_shared/intelligence/pictures.ts'
import { namedFigures } from '../../_shared/intelligence/rules/describe-picture.ts'
import { parseRequest } from '../../_shared/parse-request.ts'
import type { Call } from '../call.ts'

export async function analyzeImage({ asker, signal, withPictures }: Call, body: unknown): Promise<AnalyzeImageResult> {
  const { imageUrl, language: hint } = parseRequest(AnalyzeImageRequest, body)
  const choice = await chooseModel(asker)
  const [look] = await withPictures(true, () =>
    lookAtPictures({
      urls: [imageUrl],
      client: asker.client,
      withCopies: 'model' in choice,
      field: 'imageUrl',
      signal,
    }),
  )
  if (!look) throw new Error('one picture was asked for')
  const [{ answer, ...source }, createdFrom] = await Promise.all([
    askIntelligence(choice, (who) => who.describe({ look, language: hint, signal })),
    imageUrl.startsWith('data:') ? null : promptOf(imageUrl, asker.client),
  ])
  const { language, warnings, description, suggestedPrompt } = answer
  return {
    ...source,
    ...namedFigures(look.figures, language),
    language,
    warnings: [...warnings],
    description: createdFrom === null ? description : `${description} ${originOf(createdFrom, language)}`,
    suggested_prompt: createdFrom ?? suggestedPrompt,
    created_from: createdFrom,
  }
}

function originOf(prompt: string, language: IntelligenceLanguage): string {
  return language === 'fr' ? `Créée à partir de : « ${prompt} ».` : `Created from: “${prompt}”.`
}

/** What stands for words that their author keeps to themselves. */
const kept = '…'

/** The caller's own words, or those of a public post of this picture: the rights of whoever asks decide. */
async function promptOf(imageUrl: string, client: SupabaseClient): Promise<string | null> {
  const { bucket, path } = locateStored(imageUrl)
  if (bucket !== 'generated-images') return null
  const [own, published] = await Promise.all([
    client
      .from('generation_images')
      .select('generation:generations(prompt)')
      .match({ bucket, path })
      .limit(1)
      .maybeSingle<{ generation: { prompt: string } | null }>(),
    client
      .from('feed_posts')
      .select('prompt')
      .like('image_url', `%/storage/v1/object/public/${bucket}/${path.replace(/[%_\\]/g, '\\$&')}`)
      .eq('visibility', 'public')
      .neq('prompt', kept)
      .order('created_at')
      .limit(1)
      .maybeSingle<{ prompt: string }>(),
  ])
  return own.data?.generation?.prompt ?? published.data?.prompt ?? null
}
