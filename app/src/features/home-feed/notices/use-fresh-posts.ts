/** How many posts have come since a list was loaded. */
import { useEffect, useEffectEvent, useState } from 'react'

import { listenToPublic } from '#data/channels/public-channel.ts'
import { fetchNewerIds } from '#entities/post/feed/newer-ids.ts'
import type { PostList } from '#entities/post/feed/post-list.ts'
import type { Post } from '#entities/post/post.ts'

/** What the channel says of new posts: the newest of them by name, all of them by number. */
interface Digest {
  posts: readonly { id: string; creator_id: string }[]
  count: number
  /** Everybody hears of it at the same moment: over how many milliseconds they spread what they ask then. */
  spread_ms: number
}

const leastPauseMs = 10_000

/** Answers the count and the way to forget it. A list that is not in the order of time has no new posts. */
export function useFreshPosts(
  list: PostList,
  userId: string | null,
  newest: Post | undefined,
): [count: number, forget: () => void] {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  /** What was told by number alone. */
  const [more, setMore] = useState(0)
  const isTimely = list.tab === 'latest' || list.tab === 'following'

  /** Asks the list, which knows what this person sees, follows and has muted. */
  const look = useEffectEvent(async () => {
    if (newest) setFresh(new Set(await fetchNewerIds({ list, isSignedIn: userId !== null }, newest.createdAt)))
  })
  const hear = useEffectEvent(({ posts, count }: Digest) => {
    setFresh((all) => new Set([...all, ...posts.map(({ id }) => id)]))
    setMore((number) => number + count - posts.length)
  })
  const forget = () => {
    setFresh(new Set())
    setMore(0)
  }

  useEffect(() => {
    if (!isTimely) return undefined
    const lookQuietly = () => void look().catch(() => undefined)
    // Following and mutes are the server's to judge; for everybody's newest posts the channel itself is enough.
    const mustAsk = userId !== null
    let timer: ReturnType<typeof setTimeout> | undefined
    let nextAt = 0
    const lookSoon = (spreadMs: number) => {
      if (timer !== undefined) return
      const pause = Math.max(0, nextAt - Date.now()) + Math.random() * spreadMs
      timer = setTimeout(() => {
        timer = undefined
        nextAt = Date.now() + leastPauseMs
        lookQuietly()
      }, pause)
    }
    const onEvent = (payload: unknown) => {
      const digest = payload as Digest
      // One's own are announced where they were published.
      if (digest.posts.length === digest.count && digest.posts.every((post) => post.creator_id === userId)) return
      if (mustAsk) lookSoon(digest.spread_ms)
      else hear(digest)
    }
    const stop = listenToPublic('feed', { event: 'posts', onEvent, onJoined: lookQuietly })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isTimely, userId])
  return [fresh.size + more, forget]
}
