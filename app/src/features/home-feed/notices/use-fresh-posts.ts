/** How many posts have come since a list was loaded. */
import { useEffect, useEffectEvent, useState } from 'react'

import { listenToPublic } from '#data/channels/public-channel.ts'
import type { PostList } from '#entities/post/feed/post-list.ts'
import { fetchNewerIds } from '#entities/post/post-queries.ts'
import type { Post } from '#entities/post/post.ts'

/** What the channel says of a new post. */
interface Told {
  id: string
  creator_id: string
}

/** Everybody hears of a post at the same moment: not everybody asks at the same moment, nor for each one, in ms. */
const spreadMs = 1000
const leastPauseMs = 10_000

/** Answers the count and the way to forget it. A list that is not in the order of time has no new posts. */
export function useFreshPosts(
  list: PostList,
  userId: string | null,
  newest: Post | undefined,
): [count: number, forget: () => void] {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const isTimely = list.tab === 'latest' || list.tab === 'following'

  /** Asks the list, which knows what this person sees, follows and has muted. */
  const look = useEffectEvent(async () => {
    if (newest) setFresh(new Set(await fetchNewerIds({ list, isSignedIn: userId !== null }, newest.createdAt)))
  })
  const hear = useEffectEvent((payload: unknown) => {
    const { id, creator_id: creatorId } = payload as Told
    // One's own is announced where it was published.
    if (creatorId !== userId) setFresh((all) => new Set([...all, id]))
  })

  useEffect(() => {
    if (!isTimely) return undefined
    const lookQuietly = () => void look().catch(() => undefined)
    // Following and mutes are the server's to judge; for everybody's newest posts the channel itself is enough.
    const mustAsk = userId !== null
    let timer: ReturnType<typeof setTimeout> | undefined
    let nextAt = 0
    const lookSoon = () => {
      if (timer !== undefined) return
      const pause = Math.max(0, nextAt - Date.now()) + Math.random() * spreadMs
      timer = setTimeout(() => {
        timer = undefined
        nextAt = Date.now() + leastPauseMs
        lookQuietly()
      }, pause)
    }
    const onEvent = (payload: unknown) => (mustAsk ? lookSoon() : hear(payload))
    const stop = listenToPublic('feed', { event: 'post', onEvent, onJoined: lookQuietly })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isTimely, userId])
  return [fresh.size, () => setFresh(new Set())]
}
