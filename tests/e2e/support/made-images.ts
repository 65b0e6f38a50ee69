/** Pictures as the generator records them, published and not, each with the source that it was ordered from. */
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'

export interface MadeImage {
  readonly id: string
  readonly url: string
  readonly prompt: string
}

export interface Making {
  readonly userId: string
  readonly prompt: string
  readonly remixOf?: string | null
  readonly mode?: 'normal' | 'enhanced' | 'cortexia'
  readonly width?: number
  readonly height?: number
}

const colours = ['#27348b', '#b8432a', '#e2a23a', '#2f6f5e', '#7a2f57']

export async function makeImage(service: SupabaseClient, making: Making, place = 0): Promise<MadeImage> {
  const { userId, prompt, remixOf = null, mode = 'normal', width = 512, height = 512 } = making
  const background = colours[place % colours.length] ?? '#27348b'
  const file = await sharp({ create: { width, height, channels: 3, background } })
    .webp()
    .toBuffer()
  const [bucket, path] = ['generated-images', `${userId}/${crypto.randomUUID()}.webp`]
  const stored = await service.storage.from(bucket).upload(path, file, { contentType: 'image/webp' })
  if (stored.error) throw stored.error
  const order = { user_id: userId, prompt, mode, width, height, engine: 'builtin', status: 'succeeded' }
  const generation = await service
    .from('generations')
    .insert({ ...order, parent_post_id: remixOf, metadata: { label: 'Cortexia' } })
    .select('id')
    .single<{ id: string }>()
  if (generation.error) throw generation.error
  const url = service.storage.from(bucket).getPublicUrl(path).data.publicUrl
  const facts = { position: 1, bucket, path, url, width, height, bytes: file.byteLength }
  const image = await service
    .from('generation_images')
    .insert({ generation_id: generation.data.id, user_id: userId, thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI', ...facts })
    .select('id')
    .single<{ id: string }>()
  if (image.error) throw image.error
  return { id: image.data.id, url, prompt }
}

/** Publishes what `makeImage` makes; answers the publication's id. */
export async function publishImage(
  service: SupabaseClient,
  making: Making & { fields?: object },
  place = 0,
): Promise<string> {
  const { fields = {}, ...rest } = making
  const { url, prompt } = await makeImage(service, rest, place)
  const { data, error } = await service
    .from('feed_posts')
    .insert({ creator_id: making.userId, prompt, image_url: url, ...fields })
    .select('id')
    .single<{ id: string }>()
  if (error) throw error
  return data.id
}
