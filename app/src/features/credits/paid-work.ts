/** What credits were spent on: the descriptions and pictures of one's own creations. */
import { queryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'
import { isUuid } from '#data/uuid.ts'

export interface PaidWork {
  id: string
  prompt: string
  generation_images: { url: string }[]
}

/** By their ids; what has been deleted since is not among them. */
export const paidWorkQuery = (userId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['credits', userId, 'work', ...ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const params = {
        select: 'id,prompt,generation_images(url)',
        id: `in.(${ids.join(',')})`,
        'generation_images.order': 'position',
      }
      const works = await restGet<PaidWork>('generations', { params, signal })
      return new Map(works.map((work) => [work.id, work]))
    },
  })

/** The creations among what entries and holds are for, each once. */
export function creationIds(referring: readonly { ref_type: string | null; ref_id: string | null }[]): string[] {
  const ids = referring.flatMap(({ ref_type: type, ref_id: id }) => (type === 'generation' && id ? [id] : []))
  return [...new Set(ids)].filter(isUuid).toSorted()
}
