import { queryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'

export interface TagFacts {
  tag: string
  display: string
  posts_count: number
}

/** As the database keys a hashtag: no #, no accents, no capitals. */
export function tagKey(tag: string): string {
  return tag.replace(/^#/u, '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

export const tagQueries = {
  facts: (tag: string) =>
    queryOptions({
      queryKey: ['tag', 'facts', tagKey(tag)],
      queryFn: async ({ signal }) => {
        const params = { select: 'tag,display,posts_count', tag: `eq.${tagKey(tag)}` }
        const [facts] = await restGet<TagFacts>('hashtags', { params, signal })
        return facts ?? null
      },
    }),
  followed: (userId: string) =>
    queryOptions({
      queryKey: ['tag', 'followed', userId],
      queryFn: async ({ signal }) => {
        const params = { select: 'tag', user_id: `eq.${userId}` }
        const rows = await restGet<{ tag: string }>('hashtag_follows', { params, signal })
        return rows.map((row) => row.tag)
      },
    }),
}
