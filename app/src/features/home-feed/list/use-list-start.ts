/** Where a list begins when its page is opened: at the top, or where this person stopped, here or on another device. */
'use no memo'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { fetchPositions, type FeedPosition } from '#entities/post/feed/feed-positions.ts'
import { listName, type PostList } from '#entities/post/feed/post-list.ts'
import { postQueries } from '#entities/post/post-queries.ts'

import { readPosition } from '../position/reading-position.ts'
import type { SeenPost } from '../position/scroll-position.ts'

/** Whoever comes back later begins with what is new. */
const longestMs = 48 * 60 * 60_000
/** The list is not held up for long by a question about the past. */
const patienceMs = 1500

const top = { post: null } as const

/** `null` until it is known; nothing is shown before, because what is shown does not move by itself. */
export function useListStart(
  list: PostList,
  userId: string | null,
  isReady: boolean,
): { post: SeenPost | null } | null {
  const cache = useQueryClient()
  const query = postQueries.list(list, userId)
  const isKept = cache.getQueryData(query.queryKey) !== undefined
  const [start, setStart] = useState<{ post: SeenPost | null } | null>(isKept || !isFeed(list) ? top : null)
  useEffect(() => {
    if (start || !isReady) return undefined
    let isGone = false
    void resume(list, userId).then((post) => !isGone && setStart(post ? { post } : top))
    return () => {
      isGone = true
    }
  }, [start, isReady, list, userId])
  // A visitor who was nowhere waits for nothing.
  return start ?? (isReady && userId === null && !readPosition(listName(list), null) ? top : null)
}

async function resume(list: PostList, userId: string | null): Promise<SeenPost | null> {
  const name = listName(list)
  const here = readPosition(name, userId)
  const there = userId === null ? undefined : await elsewhere(name)
  const place = here && there ? newer(here, there) : (here ?? there)
  // Without an entry before it, it was at the top.
  if (!place?.cursor || Date.now() - place.at > longestMs) return null
  const { restoreList } = await import('./feed-memory.ts')
  const isRestored = await restoreList(list, userId, place).catch(() => false)
  return isRestored ? { id: place.postId, top: place.offset } : null
}

function elsewhere(name: string): Promise<FeedPosition | undefined> {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, patienceMs)
  })
  const positions = fetchPositions().then(
    (all) => all.get(name),
    () => undefined,
  )
  return Promise.race([positions, late])
}

function newer(one: FeedPosition, other: FeedPosition): FeedPosition {
  return other.at > one.at ? other : one
}

/** Lists of one visit (a tag, somebody's saved posts) begin at the top. */
function isFeed({ tab }: PostList): boolean {
  return tab === 'latest' || tab === 'for_you' || tab === 'following' || tab === 'trending'
}
