/** The rows and the file of a finished picture, without an order: what the demo is made of. */
import { createHash } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import type { MadePicture } from '../functions/_shared/image-engines/pictures/made-picture.ts'
import { publicUrl } from '../functions/_shared/public-url.ts'

const bucket = 'generated-images'

interface Recording {
  readonly userId: string
  /** The same one again replaces the picture. */
  readonly key: string
  readonly prompt: string
  readonly made: MadePicture
  /** The post that it remixes. */
  readonly parentPostId?: string
}

/** The file first, the row that shows it last: whoever is interrupted leaves nothing that looks as if it were running. */
export async function recordPicture(
  service: SupabaseClient,
  { userId, key, prompt, made, parentPostId }: Recording,
): Promise<string> {
  const { file, width, height, thumbhash, seed, engine, label, isNeural, facts } = made
  const path = `${userId}/${createHash('sha256').update(file).digest('hex').slice(0, 32)}.webp`
  const files = service.storage.from(bucket)
  const stored = await files.upload(path, file, {
    contentType: made.type,
    cacheControl: '31536000, immutable',
    upsert: true,
  })
  if (stored.error) throw stored.error

  const row = { user_id: userId, idempotency_key: key, prompt, mode: 'normal', width, height, seed, engine }
  const generation = await service
    .from('generations')
    .upsert(
      {
        ...row,
        ...(parentPostId !== undefined && { parent_post_id: parentPostId }),
        status: 'succeeded',
        metadata: { ...facts, label, neural: isNeural },
        finished_at: new Date().toISOString(),
      },
      { onConflict: 'user_id,idempotency_key' },
    )
    .select('id')
    .single<{ id: string }>()
  if (generation.error) throw generation.error

  const url = publicUrl(files.getPublicUrl(path).data.publicUrl)
  const image = { bucket, path, url, width, height, bytes: file.byteLength, thumbhash, seed }
  const shown = await service
    .from('generation_images')
    .upsert(
      { generation_id: generation.data.id, user_id: userId, position: 1, ...image },
      { onConflict: 'generation_id,position' },
    )
  if (shown.error) throw shown.error
  return url
}
