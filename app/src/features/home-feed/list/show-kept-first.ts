/** A start where nothing answers: what boot.ts has found on the device stands in the first thing that is drawn. */
import type { KeptFirst } from '#data/first-feed.ts'
import { queryClient } from '#data/query-client.ts'
import { doubtEvent } from '#data/reach/timed-fetch.ts'
import type { FeedTab } from '#entities/post/feed/post-list.ts'
import { postQueries } from '#entities/post/post-queries.ts'

import type { ListData } from './feed-memory.ts'

/** To draw a list that is on its way takes longer than the device needs to read what it kept. */
const patienceMs = 300

/** Draws at once, unless what was kept is being read. */
export function drawWithKept(userId: string | null, draw: () => void): void {
  const { keptFirst } = window
  if (!keptFirst) return draw()
  const shown = showKept(keptFirst, userId).catch(() => undefined)
  void Promise.race([shown, new Promise((resolve) => setTimeout(resolve, patienceMs))]).then(draw)
}

async function showKept({ owner, tab, list }: KeptFirst, userId: string | null): Promise<void> {
  const kept = (await list) as ListData | undefined
  if (!kept || owner !== (userId ?? 'visitor')) return
  const query = postQueries.list({ tab: tab as FeedTab }, userId)
  if (queryClient.getQueryData(query.queryKey)) return
  // The question goes on, and its answer takes the place of what was kept.
  void queryClient.prefetchInfiniteQuery(query)
  queryClient.setQueryData(query.queryKey, kept)
  // Nobody listened yet when boot.ts had no answer.
  dispatchEvent(new Event(doubtEvent))
}
