/** What somebody's tabs show, page by page; kept under the keys by which a change of a post reaches every list. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'
import { postKeys } from '#entities/post/post-cache.ts'
import { postColumns, toPost, type Post, type PostRow } from '#entities/post/post.ts'

export type GalleryTab = 'creations' | 'remixes' | 'liked' | 'saved' | 'drafts'
export type GalleryOrder = 'newest' | 'popular'

/** One hashtag, as it is compared, and one mode at most. */
export interface GalleryFilter {
  tag?: string | undefined
  mode?: string | undefined
}

export interface OfferedFilter {
  kind: 'tag' | 'mode'
  value: string
  display: string
  posts_count: number
}

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
    }),

  /** By what they can be told apart. */
  filters: (personId: string, isRemixes: boolean, userId: string | null) =>
    queryOptions({
      queryKey: ['gallery-filters', personId, isRemixes, userId],
      queryFn: ({ signal }) => {
        const body = { person: personId, remixes: isRemixes }
        return restGet<OfferedFilter>('rpc/gallery_filters', { params: {}, body, signal })
      },
      staleTime: 60_000,
    }),

  /** At most three, in the order that their author gave them. */
  pinned: (personId: string, userId: string | null) =>
    infiniteQueryOptions({
      queryKey: [...postKeys.lists, 'pinned', personId, userId],
      initialPageParam: null,
      queryFn: async ({ signal }): Promise<GalleryPage> => {
        const params = { ...shared(personId, userId), ...shown, pinned_rank: 'not.is.null', order: 'pinned_rank.asc' }
        return { posts: (await restGet<PostRow>('feed_posts', { params, signal })).map(toPost), next: null }
      },
      getNextPageParam: () => null,
    }),

  collections: (personId: string, userId: string | null) =>
    queryOptions({
      queryKey: ['collections', 'of', personId, userId],
      queryFn: async ({ signal }) => {
        const picture = 'id,image_url,width,height,thumbhash,rating'
        const params = {
          select: `id,name,description,visibility,items_count,items:collection_items(post:feed_posts(${picture}))`,
          owner_id: `eq.${personId}`,
          'items.order': 'position.asc,added_at.desc',
          'items.limit': 4,
          order: 'updated_at.desc,id.desc',
          limit: 200,
        }
        return (await restGet<CollectionRow>('collections', { params, signal })).map(toCollection)
      },
    }),

  collection: (collectionId: string, userId: string | null) =>
    infiniteQueryOptions({
      queryKey: [...postKeys.lists, 'collection', collectionId, userId],
      initialPageParam: 0,
      queryFn: async ({ pageParam, signal }) => {
        const params = {
          select: `post:feed_posts!inner(${postColumns(userId !== null)})`,
          collection_id: `eq.${collectionId}`,
          order: 'position.asc,added_at.desc,post_id.desc',
          offset: pageParam,
          limit: pageSize,
        }
        const rows = await restGet<{ post: PostRow }>('collection_items', { params, signal })
        const next = rows.length === pageSize ? pageParam + pageSize : null
        return { posts: rows.map(({ post }) => toPost(post)), next }
      },
      getNextPageParam: (page) => page.next,
    }),
}

export interface Collection {
  id: string
  name: string
  description: string
  visibility: 'private' | 'unlisted' | 'public'
  count: number
  pictures: { id: string; url: string; width: number; height: number; thumbhash: string | null }[]
}

interface CollectionRow extends Omit<Collection, 'count' | 'pictures'> {
  items_count: number
  /** Without those that one does not see. */
  items: { post: { id: string; image_url: string; width: number; height: number; thumbhash: string | null } | null }[]
}

function toCollection({ items_count: count, items, ...collection }: CollectionRow): Collection {
  const posts = items.flatMap(({ post }) => post ?? [])
  const pictures = posts.map(({ id, image_url: url, width, height, thumbhash }) => ({
    id,
    url,
    width,
    height,
    thumbhash,
  }))
  return { ...collection, count, pictures }
}

/** What a gallery is for: neither private, nor taken away. */
const shown = { audience: 'in.(public,followers)' }
const kept = { visibility: 'in.(private,unlisted)', status: 'neq.deleted' }

function shared(personId: string, userId: string | null): Params {
  return { select: postColumns(userId !== null), creator_id: `eq.${personId}` }
}

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
  const params = {
    ...shared(personId, userId),
    ...filters[tab],
    ...(isLedByPinned({ tab, order, filter }) && { pinned_rank: 'is.null' }),
    ...(filter.mode && { mode: `eq.${filter.mode}` }),
    ...after,
    order: `${column}.desc,id.desc`,
    limit: pageSize,
  }
  const rows = filter.tag
    ? await restGet<PostRow>('rpc/gallery_posts', { params, body: { person: personId, tag: filter.tag }, signal })
    : await restGet<PostRow>('feed_posts', { params, signal })
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
  const params = { tab, page_size: pageSize, ...after, select: `${postColumns(true)},cursor` }
  const rows = await restGet<PostRow & { cursor: string }>('rpc/feed_page', { params, signal })
  const last = rows.at(-1)
  return { posts: rows.map(toPost), next: last && rows.length === pageSize ? { cursor: last.cursor } : null }
}
