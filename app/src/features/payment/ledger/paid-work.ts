/** What credits were spent on: the descriptions and pictures of one's own creations. */
import { queryOptions } from '@tanstack/react-query'

import type { Selected } from '#data/question.ts'
import { isUuid } from '#data/uuid.ts'
import { read } from '#data/wire.ts'

const columns = 'id,prompt,generation_images(id,feed_posts(id))'
export type PaidWork = Selected<'generations', typeof columns>

/** By their ids; what has been deleted since is not among them. */
export const paidWorkQuery = (userId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['credits', userId, 'work', ...ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const those = { id: `in.(${ids.join(',')})`, 'generation_images.order': 'position' }
      const works = await read('generations', columns, those, signal)
      return new Map(works.map((work) => [work.id, work]))
    },
  })

/** The creations among what entries and holds are for, each once. */
export function creationIds(referring: readonly { ref_type: string | null; ref_id: string | null }[]): string[] {
  const ids = referring.flatMap(({ ref_type: type, ref_id: id }) => (type === 'generation' && id ? [id] : []))
  return [...new Set(ids)].filter(isUuid).toSorted()
}
