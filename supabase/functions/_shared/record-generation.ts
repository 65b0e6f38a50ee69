import { createHash } from 'node:crypto'

/** The rows and the file that a generation leaves behind. */
import type { SupabaseClient } from '@supabase/supabase-js'

import type { GenerationRequest } from './contract/src/index.ts'
import type { MadePicture } from './image-engines/engine-chain.ts'
import { publicUrl } from './public-url.ts'
import { FunctionError } from './respond.ts'

const bucket = 'generated-images'

interface Opening {
  readonly order: Pick<
    GenerationRequest,
    'prompt' | 'negative_prompt' | 'mode' | 'width' | 'height' | 'seed' | 'references'
  >
  readonly userId: string
  readonly engine: string
}

/** Answers the id of the new `generations` row, in state `running`. */
export async function openGeneration(service: SupabaseClient, { order, userId, engine }: Opening): Promise<string> {
  const { data, error } = await service
    .from('generations')
    .insert({
      user_id: userId,
      prompt: order.prompt,
      negative_prompt: order.negative_prompt,
      mode: order.mode,
      width: order.width,
      height: order.height,
      seed: order.seed,
      reference_count: order.references.length,
      engine,
    })
    .select('id')
    .single<{ id: string }>()
  if (error) throw new FunctionError(503, 'storage_failed', 'Erreur lors de la génération', { cause: error })
  return data.id
}

type Closing =
  | { readonly status: 'succeeded'; readonly seed: number | null; readonly metadata: Readonly<Record<string, unknown>> }
  | { readonly status: 'failed'; readonly error_code: string; readonly error_message: string }

export async function closeGeneration(service: SupabaseClient, id: string, closing: Closing): Promise<void> {
  const { error } = await service
    .from('generations')
    .update({ ...closing, finished_at: new Date().toISOString() })
    .eq('id', id)
  if (error && closing.status === 'succeeded') {
    throw new FunctionError(503, 'storage_failed', 'Erreur lors de la génération', { cause: error })
  }
}

/** Stores the file under its content's hash, so that its address may be cached for ever; answers its public URL. */
export async function storeImage(
  service: SupabaseClient,
  { generationId, userId, made }: { generationId: string; userId: string; made: MadePicture },
): Promise<string> {
  const path = `${userId}/${createHash('sha256').update(made.file).digest('hex').slice(0, 32)}.webp`
  const stored = await service.storage
    .from(bucket)
    .upload(path, made.file, { contentType: made.type, cacheControl: '31536000, immutable', upsert: true })
  if (stored.error)
    throw new FunctionError(503, 'storage_failed', "L'image n'a pas pu être enregistrée", { cause: stored.error })
  const url = publicUrl(service.storage.from(bucket).getPublicUrl(path).data.publicUrl)
  const { error } = await service.from('generation_images').insert({
    generation_id: generationId,
    user_id: userId,
    position: 1,
    bucket,
    path,
    url,
    width: made.width,
    height: made.height,
    bytes: made.file.byteLength,
    thumbhash: made.thumbhash,
    seed: made.seed,
  })
  if (error) throw new FunctionError(503, 'storage_failed', 'Erreur lors de la génération', { cause: error })
  return url
}
