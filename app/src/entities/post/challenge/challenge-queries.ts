/** Challenges: a theme with a hashtag, which runs until its end. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { Selected } from '#data/question.ts'
import { isUuid } from '#data/uuid.ts'
import { call, read } from '#data/wire.ts'

import { postKeys } from '../post-cache.ts'
import { postColumns, toPost } from '../post.ts'

const columns = 'id,title,words,tag,hashtag,starts_at,ends_at,settled_at,entries_count' as const

export type Challenge = Selected<'challenges', typeof columns>

const winnerColumns =
  'place,likes,post:feed_posts!inner(id,image_url,width,height,thumbhash,alt_text,creator:profiles!feed_posts_creator_id_fkey(id,username,display_name,avatar_url))' as const

export type Winner = Selected<'challenge_winners', typeof winnerColumns>

export type ChallengeSort = 'new' | 'likes'

/** The staff sees what has not begun too. */
export type ChallengeState = 'coming' | 'running' | 'over'

export function stateOf({ starts_at, ends_at }: Pick<Challenge, 'starts_at' | 'ends_at'>, now: number): ChallengeState {
  if (Date.parse(ends_at) <= now) return 'over'
  return Date.parse(starts_at) <= now ? 'running' : 'coming'
}

const most = 12
const pageSize = 24

export const challengeKeys = { all: ['challenges'] } as const

export const challengeQueries = {
  /** The latest end first. */
  list: () =>
    queryOptions({
      queryKey: [...challengeKeys.all, 'list'],
      queryFn: ({ signal }) => read('challenges', columns, { order: 'ends_at.desc,id.desc', limit: most }, signal),
      staleTime: 300_000,
    }),
  /** Null where there is none. */
  one: (id: string) =>
    queryOptions({
      queryKey: [...challengeKeys.all, 'one', id],
      queryFn: async ({ signal }) => {
        if (!isUuid(id)) return null
        const [found] = await read('challenges', columns, { id: `eq.${id}` }, signal)
        return found ?? null
      },
    }),
  winners: (id: string, userId: string | null) =>
    queryOptions({
      queryKey: [...challengeKeys.all, 'winners', id, userId],
      queryFn: ({ signal }) =>
        read(
          'challenge_winners',
          winnerColumns,
          { challenge_id: `eq.${id}`, order: 'place.asc,post_id.asc', limit: 3 },
          signal,
        ),
    }),
  /** Under the keys by which a change of a post reaches every list. */
  entries: (id: string, sort: ChallengeSort, userId: string | null, size = pageSize) =>
    infiniteQueryOptions({
      queryKey: [...postKeys.lists, 'challenge', id, sort, size, userId],
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam: cursor, signal }) => {
        const select = `${postColumns(userId !== null)},cursor` as const
        const args = { challenge_id: id, sort, page_size: size, ...(cursor !== null && { cursor }) }
        const rows = await call('challenge_page', args, { select, method: 'GET', signal })
        return { posts: rows.map(toPost), next: rows.at(-1)?.cursor ?? null }
      },
      getNextPageParam: (page) => page.next,
    }),
}
