/** Pictures that may serve as a reference: one's own creations, and what authors of the feed let others use. Newest first. */
import { infiniteQueryOptions } from '@tanstack/react-query'

import { read } from '#data/wire.ts'

import type { StoredImage } from '../image-source.ts'

export interface PickablePicture extends StoredImage {
  id: string
  prompt: string
  /** Where it is one's own. */
  generationId: string | null
}

const pageSize = 30

async function ownPictures(before: string | null, signal: AbortSignal): Promise<PickablePicture[]> {
  const columns = 'id,url,width,height,thumbhash,generation_id,generation:generations!inner(prompt)'
  const page = {
    order: 'id.desc',
    limit: pageSize,
    ...(before && { id: `lt.${before}` }),
  }
  const rows = await read('generation_images', columns, page, signal)
  return rows.map(({ generation, generation_id: generationId, ...image }) =>
    Object.assign(image, { generationId, prompt: generation.prompt }),
  )
}

async function publicPictures(
  before: string | null,
  signal: AbortSignal,
  userId: string | null,
): Promise<PickablePicture[]> {
  const page = {
    visibility: 'eq.public',
    or: userId === null ? '(remix_allowed.is.true)' : `(remix_allowed.is.true,creator_id.eq.${userId})`,
    order: 'id.desc',
    limit: pageSize,
    ...(before && { id: `lt.${before}` }),
  }
  const rows = await read('feed_posts', 'id,prompt,image_url,width,height,thumbhash', page, signal)
  return rows.map(({ id, prompt, image_url: url, width, height, thumbhash }) => ({
    id,
    prompt,
    url,
    width: width ?? 1,
    height: height ?? 1,
    thumbhash,
    generationId: null,
  }))
}

/** Identifiers are in the order of time. */
export function pickablePictures(source: 'feed' | 'mine', userId: string | null) {
  const readPage = source === 'mine' ? ownPictures : publicPictures
  return infiniteQueryOptions({
    queryKey: ['pictures', source, userId],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal, userId),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
    // What one has just made is there.
    staleTime: 0,
  })
}
