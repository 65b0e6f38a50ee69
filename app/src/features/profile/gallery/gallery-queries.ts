/** What somebody's tabs show, page by page; kept under the keys by which a change of a post reaches every list. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { Answer } from '#data/question.ts'
import { call, read } from '#data/wire.ts'
import { postKeys } from '#entities/post/post-cache.ts'
import { postColumns, toPost, type Post } from '#entities/post/post.ts'

export type GalleryTab = 'creations' | 'remixes' | 'liked' | 'saved' | 'drafts'
export type GalleryOrder = 'newest' | 'popular'

/** One hashtag, as it is compared, and one mode at most. */
export interface GalleryFilter {
  tag?: string | undefined
  mode?: string | undefined
}

export type OfferedFilter = Answer<'gallery_filters'>[number]

export interface Gallery {
  personId: string
  userId: string | null
  tab: GalleryTab
  order: GalleryOrder
  filter: GalleryFilter
}

export interface GalleryPage {
  posts: Post[]
  /** The condition of the next page; `null` where there is none. */
  next: Record<string, string> | null
}

type Params = Record<string, string | number>

const pageSize = 24

const collectionColumns = 'id,name,visibility,items_count'

export const galleryQueries = {
  posts: (gallery: Gallery) =>
    infiniteQueryOptions({
      queryKey: [...postKeys.lists, 'gallery', gallery],
      initialPageParam: null as GalleryPage['next'],
      queryFn: ({ pageParam, signal }) =>
        gallery.tab === 'liked' || gallery.tab === 'saved'
          ? readOwnList(gallery.tab, pageParam, signal)
          : readGallery(gallery, pageParam, signal),
      getNextPageParam: (page) => page.next,
      meta: { keep: { owner: gallery.userId, kind: 'gallery', most: 20 } },
    }),

  /** Whether somebody has a picture of their own, published or not. */
  hasMade: (userId: string | null) =>
    queryOptions({
      queryKey: ['gallery-has-made', userId],
      queryFn: async ({ signal }) => {
        const question = { user_id: `eq.${userId}`, status: 'eq.succeeded', limit: 1 }
        return (await read('generations', 'id', question, signal)).length > 0
      },
    }),

  /** By what they can be told apart. */
  filters: (personId: string, isRemixes: boolean, userId: string | null) =>
    queryOptions({
      queryKey: ['gallery-filters', personId, isRemixes, userId],
      queryFn: ({ signal }) => {
        return call('gallery_filters', { person: personId, remixes: isRemixes }, { method: 'GET', signal })
      },
      staleTime: 60_000,
    }),

  /** At most three, in the order that their author gave them. */
  pinned: (personId: string, userId: string | null) =>
    infiniteQueryOptions({
      queryKey: [...postKeys.lists, 'pinned', personId, userId],
      initialPageParam: null,
      queryFn: async ({ signal }): Promise<GalleryPage> => {
        const pinned = { creator_id: `eq.${personId}`, ...shown, pinned_rank: 'not.is.null', order: 'pinned_rank.asc' }
        const rows = await read('feed_posts', postColumns(userId !== null), pinned, signal)
        return { posts: rows.map(toPost), next: null }
      },
      getNextPageParam: () => null,
    }),

  collections: (personId: string, userId: string | null) =>
    queryOptions({
      queryKey: ['collections', 'of', personId, userId],
      queryFn: async ({ signal }): Promise<Collection[]> => {
        const theirs = { owner_id: `eq.${personId}`, order: 'updated_at.desc,id.desc', limit: 200 }
        const rows = await read('collections', collectionColumns, theirs, signal)
        const ids = rows.map(({ id }) => id)
        const covers = ids.length === 0 ? [] : await call('collection_covers', { collection_ids: ids }, { signal })
        return rows.map(({ id, name, visibility, items_count: count }) => ({
          id,
          name,
          visibility,
          count,
          pictures: covers.filter((cover) => cover.collection_id === id).map(toCover),
        }))
      },
    }),
}

export interface Collection {
  id: string
  name: string
  visibility: 'private' | 'unlisted' | 'public'
  count: number
  pictures: { id: string; url: string; width: number; height: number; thumbhash: string | null }[]
}

function toCover(cover: Answer<'collection_covers'>[number]): Collection['pictures'][number] {
  const { post_id: id, image_url: url, width, height, thumbhash } = cover
  return { id, url, width: width ?? 1, height: height ?? 1, thumbhash }
}

/** What a gallery is for: neither private, nor taken away. */
const shown = { audience: 'in.(public,followers)' }
const kept = { visibility: 'in.(private,unlisted)', status: 'neq.deleted' }

const filters: Partial<Record<GalleryTab, Params>> = {
  creations: { ...shown, remix_of: 'is.null' },
  remixes: { ...shown, remix_of: 'not.is.null' },
  drafts: kept,
}

/** Pinned ones stand first, before the pages of the newest. */
export function isLedByPinned({ tab, order, filter }: Pick<Gallery, 'tab' | 'order' | 'filter'>): boolean {
  return tab === 'creations' && order === 'newest' && !filter.tag && !filter.mode
}

async function readGallery(
  { personId, userId, tab, order, filter }: Gallery,
  after: GalleryPage['next'],
  signal: AbortSignal,
): Promise<GalleryPage> {
  const column = order === 'popular' ? 'likes_count' : 'created_at'
  const select = postColumns(userId !== null)
  const conditions = {
    creator_id: `eq.${personId}`,
    ...filters[tab],
    ...(isLedByPinned({ tab, order, filter }) && { pinned_rank: 'is.null' }),
    ...(filter.mode && { mode: `eq.${filter.mode}` }),
    ...after,
    order: `${column}.desc,id.desc`,
    limit: pageSize,
  }
  const rows = filter.tag
    ? await call('gallery_posts', { person: personId, tag: filter.tag }, { select, conditions, method: 'GET', signal })
    : await read('feed_posts', select, conditions, signal)
  const last = rows.at(-1)
  if (!last || rows.length < pageSize) return { posts: rows.map(toPost), next: null }
  const value = last[column]
  const next = { [column]: `lte.${value}`, or: `(${column}.lt.${value},and(${column}.eq.${value},id.lt.${last.id}))` }
  return { posts: rows.map(toPost), next }
}

/** One's own likes and saves are lists of the feed. */
async function readOwnList(
  tab: 'liked' | 'saved',
  after: GalleryPage['next'],
  signal: AbortSignal,
): Promise<GalleryPage> {
  const select = `${postColumns(true)},cursor` as const
  const args = { tab, page_size: pageSize, ...after }
  const rows = await call('feed_page', args, { select, method: 'GET', signal })
  const last = rows.at(-1)
  return { posts: rows.map(toPost), next: last?.cursor && rows.length === pageSize ? { cursor: last.cursor } : null }
}
