/** Where a list begins when its page is opened: at the top, or where this person stopped a moment ago on this device. */
'use no memo'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { listName, type PostList } from '#entities/post/feed/post-list.ts'
import { isBackSoon } from '#entities/post/feed/stored-position.ts'
import { postQueries } from '#entities/post/post-queries.ts'

import { readPosition } from '../position/reading-position.ts'
import type { SeenPost } from '../position/scroll-position.ts'

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
  // Whoever was nowhere a moment ago waits for nothing.
  return start ?? (isReady && !isBackSoon(readPosition(listName(list), userId)) ? top : null)
}

async function resume(list: PostList, userId: string | null): Promise<SeenPost | null> {
  const place = readPosition(listName(list), userId)
  // Without an entry before it, it was at the top.
  if (!place?.cursor || !isBackSoon(place)) return null
  const { restoreList } = await import('./feed-memory.ts')
  const isRestored = await restoreList(list, userId, place).catch(() => false)
  return isRestored ? { id: place.postId, top: place.offset } : null
}

/** Lists of one visit (a tag, somebody's saved posts) begin at the top. */
function isFeed({ tab }: PostList): boolean {
  return tab === 'latest' || tab === 'for_you' || tab === 'following' || tab === 'trending'
}
