/** One's own notifications, page by page, with the people, pictures and words that they are about. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'
import type { StoredImage } from '#entities/image/image-source.ts'
import type { PersonCard } from '#entities/profile/person-card.ts'

import { tabTypes, type NotificationEntry, type NotificationRow, type NotificationTab } from './notification.ts'

const pageLength = 30
const columns = 'id,type,title,body,data,actor_ids,actors_count,last_at,read_at'

export interface NotificationFilter {
  tab: NotificationTab
  /** Of mentions: by people whom one follows. */
  knownOnly: boolean
}

type Cursor = Pick<NotificationRow, 'id' | 'last_at'>

interface PictureRow {
  image_url: string
  width: number | null
  height: number | null
  thumbhash: string | null
}

const root = (userId: string) => ['notifications', userId] as const

export const notificationQueries = {
  root,
  lists: (userId: string) => [...root(userId), 'list'] as const,
  unread: (userId: string) =>
    queryOptions({
      queryKey: [...root(userId), 'unread'],
      queryFn: async ({ signal }) => {
        const answer: unknown = await restGet('rpc/unread_notifications', { params: {}, signal })
        return typeof answer === 'number' ? answer : 0
      },
      // The channel tells of every change.
      staleTime: Infinity,
    }),
  list: (userId: string, filter: NotificationFilter) =>
    infiniteQueryOptions({
      queryKey: [...notificationQueries.lists(userId), filter],
      queryFn: ({ pageParam, signal }) => readPage(filter, pageParam, signal),
      initialPageParam: null as Cursor | null,
      getNextPageParam: (page) => (page.length < pageLength ? null : (page.at(-1) ?? null)),
    }),
}

async function readPage(
  { tab, knownOnly }: NotificationFilter,
  after: Cursor | null,
  signal: AbortSignal,
): Promise<NotificationEntry[]> {
  const types = tabTypes[tab]
  const rows = await restGet<NotificationRow>('notifications', {
    params: {
      select: columns,
      ...(types && { type: `in.(${types.join(',')})` }),
      ...(tab === 'mentions' && knownOnly && { 'data->>is_stranger': 'eq.false' }),
      ...(after && { or: `(last_at.lt.${after.last_at},and(last_at.eq.${after.last_at},id.lt.${after.id}))` }),
      order: 'last_at.desc,id.desc',
      limit: pageLength,
    },
    signal,
  })
  return withContents(rows, signal)
}

/** All of a page at once, each kind by its own policies: what one may not see any more is simply not there. */
async function withContents(rows: readonly NotificationRow[], signal: AbortSignal): Promise<NotificationEntry[]> {
  const [people, posts, pictures, comments] = await Promise.all([
    readByIds<PersonCard & { id: string }>('profiles', {
      ids: rows.flatMap(({ actor_ids: ids }) => ids.slice(0, 2)),
      select: 'id,username,display_name,avatar_url',
      signal,
    }),
    readByIds<PictureRow & { id: string }>('feed_posts', {
      ids: rows.map(({ data }) => data.post_id),
      select: 'id,image_url,width,height,thumbhash',
      signal,
    }),
    readByIds<PictureRow & { generation_id: string }>('generation_images', {
      ids: rows.map(({ data }) => data.generation_id),
      key: 'generation_id',
      select: 'generation_id,image_url:url,width,height,thumbhash',
      signal,
    }),
    readByIds<{ id: string; body: string }>('post_comments', {
      ids: rows.map(({ data }) => data.comment_id),
      select: 'id,body',
      signal,
    }),
  ])
  return rows.map((row) => ({
    ...row,
    people: row.actor_ids.flatMap((id) => people.get(id) ?? []).slice(0, 2),
    picture: toPicture(posts.get(row.data.post_id ?? '') ?? pictures.get(row.data.generation_id ?? '')),
    excerpt: comments.get(row.data.comment_id ?? '')?.body || null,
  }))
}

interface Wanted {
  ids: readonly (string | undefined)[]
  key?: string
  select: string
  signal: AbortSignal
}

async function readByIds<Row extends object>(table: string, wanted: Wanted): Promise<Map<string, Row>> {
  const { ids, key = 'id', select, signal } = wanted
  const named = [...new Set(ids.filter((id) => id !== undefined))]
  if (named.length === 0) return new Map()
  const rows = await restGet<Row>(table, { params: { select, [key]: `in.(${named.join(',')})` }, signal })
  // Of several pictures of one generation the first stays.
  return new Map(rows.toReversed().map((row) => [String((row as Record<string, unknown>)[key]), row]))
}

function toPicture(row: PictureRow | undefined): StoredImage | null {
  if (!row) return null
  return { url: row.image_url, width: row.width ?? 1, height: row.height ?? 1, thumbhash: row.thumbhash }
}
