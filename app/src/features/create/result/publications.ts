/** Which pictures are published: the rows know it, whichever page, tab or device did it. */
import { create } from 'zustand'

import { read } from '#data/wire.ts'
import type { Creation } from '#entities/generation/creation.ts'

type Publication = { state: 'publishing' } | { state: 'published'; postId: string }

/** By the picture's id; what is not in it is not published, or has not been asked about yet. */
export const usePublications = create<Record<string, Publication>>()(() => ({}))

export function notePublication(imageId: string, publication: Publication | null): void {
  usePublications.setState((all) => {
    const others = Object.entries(all).filter(([id]) => id !== imageId)
    return Object.fromEntries(publication ? [...others, [imageId, publication]] : others)
  }, true)
}

export function isPublished({ images }: Pick<Creation, 'images'>): boolean {
  const all = usePublications.getState()
  return images.some(({ id }) => all[id]?.state === 'published')
}

export function useIsPublished(creation: Pick<Creation, 'images'> | null): boolean {
  return usePublications((all) => creation?.images.some(({ id }) => all[id]?.state === 'published') ?? false)
}

/** The newest publication of each picture that has one. */
async function readPublications(imageIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await read('feed_posts', 'id,image_id', { image_id: `in.(${imageIds.join(',')})`, order: 'id' })
  return new Map(rows.flatMap(({ id, image_id: imageId }) => (imageId === null ? [] : [[imageId, id] as const])))
}

export async function findPublication(imageId: string): Promise<string | null> {
  return (await readPublications([imageId])).get(imageId) ?? null
}

/** Brings what is known up to date; what is being published at this moment stays as it is. */
export async function learnPublications(images: Creation['images']): Promise<void> {
  const ids = images.map(({ id }) => id)
  const before = usePublications.getState()
  const posts = await readPublications(ids).catch(() => null)
  if (!posts) return
  for (const id of ids) {
    const known = usePublications.getState()[id]
    // What changed while the answer was on its way is newer than the answer.
    if (known?.state === 'publishing' || known !== before[id]) continue
    const postId = posts.get(id)
    notePublication(id, postId === undefined ? null : { state: 'published', postId })
  }
}
