import type { ShowcaseBlock } from '@product/contract'
import { queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { call, read } from '#data/wire.ts'

import { pickedOf, type Sheet } from './showcase-sheet.ts'

type Picks = Pick<Sheet, 'posts' | 'series'>

const root = ['creator-area'] as const
const postColumns = 'id,title,prompt,image_url,prompt_visible'
const seriesColumns = 'id,name,items_count'
const openPosts = (userId: string | null) => ({ creator_id: `eq.${userId}`, audience: 'eq.public' })
const openSeries = (userId: string | null) => ({
  owner_id: `eq.${userId}`,
  visibility: 'eq.public',
  deleted_at: 'is.null',
})
const among = (ids: readonly string[]) => ({ id: `in.(${ids.join()})` })

export const creatorQueries = {
  own: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'own', userId],
      queryFn: async ({ signal }) => {
        const [row] = await read('creators', 'is_open,remix_bp,blocks', { user_id: `eq.${userId}` }, signal)
        return row ?? null
      },
      enabled: userId !== null,
    }),
  overview: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'overview', userId],
      queryFn: ({ signal }) => call('creator_overview', {}, { signal }),
      enabled: userId !== null,
    }),
  posts: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'posts', userId],
      queryFn: ({ signal }) =>
        read('feed_posts', postColumns, { ...openPosts(userId), order: 'created_at.desc,id.desc', limit: 60 }, signal),
      enabled: userId !== null,
    }),
  chosenPosts: (userId: string | null, ids: readonly string[]) =>
    queryOptions({
      queryKey: [...root, 'posts', userId, ids.join()],
      queryFn: async ({ signal }) =>
        ids.length === 0 ? [] : read('feed_posts', postColumns, { ...openPosts(userId), ...among(ids) }, signal),
      enabled: userId !== null,
    }),
  series: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'series', userId],
      queryFn: ({ signal }) =>
        read('collections', seriesColumns, { ...openSeries(userId), order: 'updated_at.desc', limit: 60 }, signal),
      enabled: userId !== null,
    }),
  chosenSeries: (userId: string | null, ids: readonly string[]) =>
    queryOptions({
      queryKey: [...root, 'series', userId, ids.join()],
      queryFn: async ({ signal }) =>
        ids.length === 0 ? [] : read('collections', seriesColumns, { ...openSeries(userId), ...among(ids) }, signal),
      enabled: userId !== null,
    }),
  prices: (userId: string | null, ids: readonly string[]) =>
    queryOptions({
      queryKey: [...root, 'prices', userId, ids.join()],
      queryFn: ({ signal }) => read('prompt_prices', 'post_id,credits', { post_id: `in.(${ids.join()})` }, signal),
      enabled: ids.length > 0,
    }),
}

export const refreshArea = () => queryClient.invalidateQueries({ queryKey: root })

/** What of these may be shown at this moment: another device may have deleted or hidden some. */
export async function foundPicks(userId: string | null, { posts, series }: Picks): Promise<Picks> {
  const [open, kept] = await Promise.all([
    queryClient.fetchQuery({ ...creatorQueries.chosenPosts(userId, posts), staleTime: 0 }),
    queryClient.fetchQuery({ ...creatorQueries.chosenSeries(userId, series), staleTime: 0 }),
  ])
  return { posts: pickedOf(posts, open), series: pickedOf(series, kept) }
}

export const activate = () => callSignedIn('activate_creator', {})
export const close = () => callSignedIn('close_creator', {})
export const setPart = (percent: number) => callSignedIn('set_remix_part', { percent })
export const saveShowcase = (blocks: ShowcaseBlock[]) => callSignedIn('save_showcase', { blocks })
export const setPrice = (post: string, credits: number | null) => callSignedIn('set_prompt_price', { post, credits })
