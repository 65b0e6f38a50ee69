/** Pictures that may serve as a reference: one's own creations, and what is public in the feed. Newest first. */
import { infiniteQueryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'

import type { StoredImage } from '../image-source.ts'

export interface PickablePicture extends StoredImage {
  id: string
  prompt: string
}

const pageSize = 30

interface OwnRow extends StoredImage {
  id: string
  generation: { prompt: string }
}

interface PostRow {
  id: string
  prompt: string
  image_url: string
  width: number | null
  height: number | null
  thumbhash: string | null
}

const toPickable = ({ generation, ...image }: OwnRow): PickablePicture => ({ ...image, prompt: generation.prompt })

async function ownPictures(before: string | null, signal: AbortSignal): Promise<PickablePicture[]> {
  const params = {
    select: 'id,url,width,height,thumbhash,generation:generations!inner(prompt)',
    order: 'id.desc',
    limit: pageSize,
    ...(before && { id: `lt.${before}` }),
  }
  const rows = await restGet<OwnRow>('generation_images', { params, signal })
  return rows.map(toPickable)
}

async function publicPictures(before: string | null, signal: AbortSignal): Promise<PickablePicture[]> {
  const params = {
    select: 'id,prompt,image_url,width,height,thumbhash',
    visibility: 'eq.public',
    order: 'id.desc',
    limit: pageSize,
    ...(before && { id: `lt.${before}` }),
  }
  const rows = await restGet<PostRow>('feed_posts', { params, signal })
  return rows.map(({ id, prompt, image_url: url, width, height, thumbhash }) => ({
    id,
    prompt,
    url,
    width: width ?? 1,
    height: height ?? 1,
    thumbhash,
  }))
}

/** Identifiers are in the order of time. */
export function pickablePictures(source: 'feed' | 'mine', userId: string | null) {
  const read = source === 'mine' ? ownPictures : publicPictures
  return infiniteQueryOptions({
    queryKey: ['pictures', source, userId],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
    // What one has just made is there.
    staleTime: 0,
  })
}
