/** Fills a fresh installation with the demo. Runs once; run again after a failure, it does what is missing. */
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { createBuiltinEngine } from '../functions/_shared/image-engines/builtin/builtin.ts'
import type { ImageEngine } from '../functions/_shared/image-engines/image-engine.ts'
import { makeWith } from '../functions/_shared/image-engines/pictures/made-picture.ts'
import { people, pictures, type DemoPerson, type DemoPicture } from './demo.ts'
import { ensureMessageKeys } from './message-keys.ts'
import { recordPicture } from './record-picture.ts'

const demoDomain = 'demo.cortexia.invalid'
const hoursBetweenPictures = 5

export default async function seed({ url, serviceRoleKey }: { url: string; serviceRoleKey: string }): Promise<void> {
  const service = createClient(url, serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const threads = availableParallelism()
  const engine = createBuiltinEngine(threads)
  const ids = new Map<string, string>()
  for (const person of people) {
    const id = await ensurePerson(service, person)
    await ensureMessageKeys(service, id)
    ids.set(person.username, id)
  }
  // NOTE: the newest picture comes first, so that a visitor who comes while this runs sees the top of the feed at once.
  const waiting = pictures.entries()
  const work = async () => {
    for (const [place, picture] of waiting) await ensurePost({ service, engine, ids }, picture, place)
  }
  await Promise.all(Array.from({ length: threads }, work))
}

async function ensurePerson(
  service: SupabaseClient,
  { username, firstName, lastName, bio }: DemoPerson,
): Promise<string> {
  const known = await service.from('profiles').select('id').eq('username', username).maybeSingle<{ id: string }>()
  if (known.error) throw known.error
  if (known.data) return known.data.id
  const { data, error } = await service.auth.admin.createUser({
    email: `${username}@${demoDomain}`,
    password: randomBytes(24).toString('base64url'),
    email_confirm: true,
    user_metadata: { first_name: firstName, last_name: lastName, username },
  })
  if (error) throw error
  const described = await service.from('profiles').update({ bio }).eq('id', data.user.id)
  if (described.error) throw described.error
  return data.user.id
}

interface Studio {
  readonly service: SupabaseClient
  readonly engine: ImageEngine
  readonly ids: ReadonlyMap<string, string>
}

async function ensurePost({ service, engine, ids }: Studio, picture: DemoPicture, place: number): Promise<void> {
  const userId = ids.get(picture.by)
  if (!userId) throw new Error(`The demo has no person called ${picture.by}`)
  const { prompt, width, height, seed: pictureSeed, hashtags } = picture
  const known = await service.from('feed_posts').select('id').eq('creator_id', userId).eq('prompt', prompt).limit(1)
  if (known.error) throw known.error
  if (known.data.length > 0) return

  const key = `demo:${place}`
  const made = await makeWith(
    engine,
    { jobId: key, prompt, negativePrompt: null, width, height, seed: pictureSeed, references: [] },
    {
      signal: AbortSignal.timeout(120_000),
      onProgress: () => {},
      upstreamId: null,
      saveUpstreamId: async () => {},
    },
  )
  const imageUrl = await recordPicture(service, { userId, key, prompt, made })
  const published = await service
    .from('feed_posts')
    .insert({
      creator_id: userId,
      prompt,
      hashtags,
      image_url: imageUrl,
      alt_text: prompt,
      metadata: { source: 'demo', engine: engine.name },
      created_at: new Date(Date.now() - (place * hoursBetweenPictures + 1) * 3_600_000).toISOString(),
    })
    .select('id')
    .single<{ id: string }>()
  if (published.error) throw published.error
  const admirers = [...ids.values()].filter((id, rank) => id !== userId && (place * 7 + rank * 3) % 5 < 3)
  const liked = await service
    .from('post_likes')
    .insert(admirers.map((id) => ({ post_id: published.data.id, user_id: id })))
  if (liked.error) throw liked.error
}
