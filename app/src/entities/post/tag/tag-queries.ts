import { queryOptions } from '@tanstack/react-query'

import type { Answer } from '#data/question.ts'
import { call, read } from '#data/wire.ts'

/** As the database keys a hashtag: no #, no accents, no capitals. */
export function tagKey(tag: string): string {
  return tag.replace(/^#/u, '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

export type Trend = Answer<'trending_tags'>[number]

export const tagQueries = {
  /** Of the moment. */
  trends: () =>
    queryOptions({
      queryKey: ['tag', 'trends'],
      queryFn: ({ signal }) => call('trending_tags', { max: 5 }, { signal }),
      staleTime: 600_000,
    }),
  facts: (tag: string) =>
    queryOptions({
      queryKey: ['tag', 'facts', tagKey(tag)],
      queryFn: async ({ signal }) => {
        const [facts] = await read('hashtags', 'tag,display,posts_count', { tag: `eq.${tagKey(tag)}` }, signal)
        return facts ?? null
      },
    }),
  followed: (userId: string) =>
    queryOptions({
      queryKey: ['tag', 'followed', userId],
      queryFn: async ({ signal }) => {
        const rows = await read('hashtag_follows', 'tag', { user_id: `eq.${userId}` }, signal)
        return rows.map((row) => row.tag)
      },
    }),
}
