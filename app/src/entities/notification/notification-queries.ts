/** One's own notifications, page by page, with the people, pictures and words that they are about. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { call, read } from '#data/wire.ts'
import type { StoredImage } from '#entities/image/image-source.ts'

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
      queryFn: ({ signal }) => call('unread_notifications', {}, { method: 'GET', signal }),
      // The channel tells of every change.
      staleTime: Infinity,
    }),
  /** Whether there ever was something of money to tell. */
  hasMoney: (userId: string) =>
    queryOptions({
      queryKey: [...notificationQueries.lists(userId), 'has-money'],
      queryFn: async ({ signal }) =>
        (await read('notifications', 'id', { type: `in.(${tabTypes.money?.join(',')})`, limit: 1 }, signal)).length > 0,
    }),
  list: (userId: string, filter: NotificationFilter) =>
    infiniteQueryOptions({
      queryKey: [...notificationQueries.lists(userId), filter],
      queryFn: ({ pageParam, signal }) => readPage(filter, pageParam, signal),
      meta: { keep: { owner: userId, kind: 'notifications', most: 6 } },
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
  const page = {
    ...(types && { type: `in.(${types.join(',')})` }),
    ...(tab === 'mentions' && knownOnly && { 'data->>is_stranger': 'eq.false' }),
    ...(after && { or: `(last_at.lt.${after.last_at},and(last_at.eq.${after.last_at},id.lt.${after.id}))` }),
    order: 'last_at.desc,id.desc',
    limit: pageLength,
  }
  return withContents(await read('notifications', columns, page, signal), signal)
}

/** All of a page at once, each kind by its own policies: what one may not see any more is simply not there. */
async function withContents(rows: readonly NotificationRow[], signal: AbortSignal): Promise<NotificationEntry[]> {
  const [people, posts, pictures, comments] = await Promise.all([
    ofThose(
      rows.flatMap(({ actor_ids: ids }) => ids.slice(0, 2)),
      async (ids) => keyed(await read('profiles', 'id,username,display_name,avatar_url', { id: ids }, signal), 'id'),
    ),
    ofThose(
      rows.map(({ data }) => data.post_id),
      async (ids) => keyed(await read('feed_posts', 'id,image_url,width,height,thumbhash', { id: ids }, signal), 'id'),
    ),
    ofThose(
      rows.map(({ data }) => data.generation_id),
      async (ids) => {
        const columns = 'generation_id,image_url:url,width,height,thumbhash'
        return keyed(await read('generation_images', columns, { generation_id: ids }, signal), 'generation_id')
      },
    ),
    ofThose(
      rows.map(({ data }) => data.comment_id),
      async (ids) => keyed(await read('post_comments', 'id,body', { id: ids }, signal), 'id'),
    ),
  ])
  return rows.map((row) => ({
    ...row,
    people: row.actor_ids.flatMap((id) => people.get(id) ?? []).slice(0, 2),
    picture: toPicture(posts.get(row.data.post_id ?? '') ?? pictures.get(row.data.generation_id ?? '')),
    excerpt: comments.get(row.data.comment_id ?? '')?.body || null,
  }))
}

/** Asks for those that are named, as a condition; for nobody where none is. */
async function ofThose<Row>(
  ids: readonly (string | null | undefined)[],
  ask: (condition: string) => Promise<Map<string, Row>>,
): Promise<Map<string, Row>> {
  const named = [...new Set(ids.filter((id) => typeof id === 'string'))]
  return named.length === 0 ? new Map() : ask(`in.(${named.join(',')})`)
}

/** Of several pictures of one generation the first stays. */
const keyed = <Key extends string, Row extends Readonly<Record<Key, string>>>(rows: readonly Row[], key: Key) =>
  new Map<string, Row>(rows.toReversed().map((row) => [row[key], row]))

function toPicture(row: PictureRow | undefined): StoredImage | null {
  if (!row) return null
  return { url: row.image_url, width: row.width ?? 1, height: row.height ?? 1, thumbhash: row.thumbhash }
}
