/** What one group tells together, act by act: who, when, and what a comment says now. */
import { infiniteQueryOptions } from '@tanstack/react-query'

import { call, read } from '#data/wire.ts'
import type { PersonCard } from '#entities/profile/person-card.ts'

import { notificationQueries } from './notification-queries.ts'

const pageLength = 30

export interface GroupAct {
  id: string
  at: string
  /** Null where one may not see them any more. */
  person: PersonCard | null
  excerpt: string | null
}

type Cursor = Pick<GroupAct, 'id' | 'at'>

export function groupActsQuery(userId: string, notification: string) {
  return infiniteQueryOptions({
    // Not among the lists: what is shown of a group is asked for anew when it is opened.
    queryKey: [...notificationQueries.root(userId), 'acts', notification],
    queryFn: ({ pageParam, signal }) => readActs(notification, pageParam, signal),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => (page.length < pageLength ? null : (page.at(-1) ?? null)),
  })
}

async function readActs(notification: string, after: Cursor | null, signal: AbortSignal): Promise<GroupAct[]> {
  const page = { notification, most: pageLength, ...(after && { before_at: after.at, before_id: after.id }) }
  const acts = await call('notification_acts', page, { method: 'GET', signal })
  const [people, comments] = await Promise.all([
    ofThose(
      acts.map(({ actor_id: id }) => id),
      (id) => read('profiles', 'id,username,display_name,avatar_url', { id }, signal),
    ),
    ofThose(
      acts.map(({ comment_id: id }) => id),
      (id) => read('post_comments', 'id,body', { id }, signal),
    ),
  ])
  return acts.map(({ id, at, actor_id: actor, comment_id: comment }) => ({
    id,
    at,
    person: people.get(actor) ?? null,
    excerpt: comments.get(comment)?.body || null,
  }))
}

async function ofThose<Row extends { id: string }>(
  ids: readonly (string | null)[],
  ask: (condition: string) => Promise<readonly Row[]>,
): Promise<Map<string | null, Row>> {
  const named = [...new Set(ids.filter((id) => id !== null))]
  const rows = named.length === 0 ? [] : await ask(`in.(${named.join(',')})`)
  return new Map(rows.map((row) => [row.id, row]))
}
