/** Publishes at the wire what tests need to find in the feed, as the generator and its caller would record it. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'

import type { RunningSystem } from '../../support/start-system.ts'

/** Landscape, portrait and square, so that rows have something to justify. */
const shapes = [
  { width: 640, height: 420, colour: '#27348b' },
  { width: 420, height: 640, colour: '#b8432a' },
  { width: 512, height: 512, colour: '#e2a23a' },
] as const

export interface PublishedPost {
  id: string
  prompt: string
}

export interface Publishing {
  readonly userId: string
  readonly count: number
  /** As many posts in a row share their time of publication, to the microsecond. */
  readonly together?: number
  /** Whether its pictures stand for work that nobody takes up. */
  readonly isUnfinished?: boolean
}

export function serviceOf({ url, serviceRoleKey }: RunningSystem): SupabaseClient {
  return createClient(url, serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } })
}

/** Answers the posts in the order of the feed: newest first, then by id. */
export async function publishPosts(
  system: RunningSystem,
  { userId, count, together = 1, isUnfinished = false }: Publishing,
): Promise<PublishedPost[]> {
  const service = serviceOf(system)
  const status = isUnfinished ? 'queued' : 'succeeded'
  const images = await Promise.all(
    shapes.map((shape, index) => storePicture(service, { userId, index, status, ...shape })),
  )
  const newest = Date.now()
  const rows = Array.from({ length: count }, (_, index) => ({
    creator_id: userId,
    prompt: `Motif numéro ${index + 1}`,
    image_url: images[index % images.length],
    created_at: new Date(newest - Math.floor(index / together) * 60_000).toISOString(),
  }))
  const { error } = await service.from('feed_posts').insert(rows)
  if (error) throw error
  const { data, error: unread } = await service
    .from('feed_posts')
    .select('id,prompt')
    .eq('creator_id', userId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .overrideTypes<PublishedPost[], { merge: false }>()
  if (unread) throw unread
  return data
}

interface Shape {
  userId: string
  status: string
  index: number
  width: number
  height: number
  colour: string
}

async function storePicture(service: SupabaseClient, shape: Shape): Promise<string> {
  const { userId, index, status, width, height, colour } = shape
  const file = await sharp({ create: { width, height, channels: 3, background: colour } })
    .webp()
    .toBuffer()
  const bucket = 'generated-images'
  const path = `${userId}/motif-${index}.webp`
  const stored = await service.storage.from(bucket).upload(path, file, { contentType: 'image/webp', upsert: true })
  if (stored.error) throw stored.error
  const generation = await service
    .from('generations')
    .insert({
      user_id: userId,
      prompt: 'Motif tissé en bandes étroites',
      mode: 'normal',
      width: 1024,
      height: 1024,
      engine: 'builtin',
      status,
    })
    .select('id')
    .single<{ id: string }>()
  if (generation.error) throw generation.error
  const url = service.storage.from(bucket).getPublicUrl(path).data.publicUrl
  const { error } = await service.from('generation_images').insert({
    generation_id: generation.data.id,
    user_id: userId,
    position: 1,
    bucket,
    path,
    url,
    width,
    height,
    bytes: file.byteLength,
    thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  })
  if (error) throw error
  return url
}
