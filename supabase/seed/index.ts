/**
 * Fills a fresh installation with the demo. Runs once; run again after a failure, it does what is missing. `remove.ts`
 * takes it away again.
 */
import { availableParallelism } from 'node:os'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { createBuiltinEngine } from '../functions/_shared/image-engines/builtin/builtin.ts'
import type { ImageEngine } from '../functions/_shared/image-engines/image-engine.ts'
import { makeWith } from '../functions/_shared/image-engines/pictures/made-picture.ts'
import { people, pictures, publishedAt, type DemoPicture } from './demo.ts'
import { enliven } from './enliven.ts'
import { ensurePerson } from './ensure-person.ts'
import { ensureMessageKeys } from './message-keys.ts'
import { recordPicture } from './record-picture.ts'

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
  await enliven(service, ids, (picture) => makePicture(engine, picture, `demo:${picture.by}:${picture.seed}`))
}

interface Studio {
  readonly service: SupabaseClient
  readonly engine: ImageEngine
  readonly ids: ReadonlyMap<string, string>
}

async function ensurePost({ service, engine, ids }: Studio, picture: DemoPicture, place: number): Promise<void> {
  const userId = ids.get(picture.by)
  if (!userId) throw new Error(`The demo has no person called ${picture.by}`)
  const { prompt, hashtags } = picture
  const known = await service.from('feed_posts').select('id').eq('creator_id', userId).eq('prompt', prompt).limit(1)
  if (known.error) throw known.error
  if (known.data.length > 0) return

  const key = `demo:${place}`
  const made = await makePicture(engine, picture, key)
  const imageUrl = await recordPicture(service, { userId, key, prompt, made })
  const published = await service.from('feed_posts').insert({
    creator_id: userId,
    prompt,
    hashtags,
    image_url: imageUrl,
    alt_text: prompt,
    metadata: { source: 'demo', engine: engine.name },
    created_at: publishedAt(place),
  })
  if (published.error) throw published.error
}

const makePicture = (engine: ImageEngine, { prompt, width, height, seed }: DemoPicture, key: string) =>
  makeWith(
    engine,
    { jobId: key, prompt, negativePrompt: null, width, height, seed, references: [] },
    {
      signal: AbortSignal.timeout(120_000),
      onProgress: () => {},
      upstreamId: null,
      saveUpstreamId: async () => {},
    },
  )
