/** Notes where somebody reads, whenever they rest: at once on this device, and for their other devices. */
import { useEffect, useEffectEvent } from 'react'

import type { FeedPosition } from '#entities/post/feed/feed-positions.ts'
import type { FeedTab } from '#entities/post/feed/post-list.ts'
import type { Post } from '#entities/post/post.ts'

import { readPosition, writePosition } from './reading-position.ts'

/** How long one stands still before it is noted here, and elsewhere, in ms. */
const restHere = 250
const restElsewhere = 2000

export interface ReadingPositionProps {
  /** The name of the list. */
  name: FeedTab
  userId: string | null
  posts: readonly Post[]
  /** Where the list begins, if not at its top. */
  begin: string | null
}

export function ReadingPosition({ name, userId, posts, begin }: ReadingPositionProps) {
  const note = useEffectEvent(() => {
    const place = placeIn(posts, begin)
    if (place) writePosition(name, userId, place)
  })
  const tell = useEffectEvent(() => {
    const place = userId !== null ? readPosition(name, userId) : undefined
    if (place) void import('./save-position.ts').then(({ savePosition }) => savePosition(name, place))
  })
  useEffect(() => {
    let here: ReturnType<typeof setTimeout> | undefined
    let elsewhere: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      clearTimeout(here)
      clearTimeout(elsewhere)
      here = setTimeout(() => note(), restHere)
      elsewhere = setTimeout(() => tell(), restElsewhere)
    }
    const onLeave = () => note()
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('pagehide', onLeave)
    return () => {
      clearTimeout(here)
      clearTimeout(elsewhere)
      removeEventListener('scroll', onScroll)
      removeEventListener('pagehide', onLeave)
    }
  }, [])
  return null
}

/** The first post in sight. */
function placeIn(posts: readonly Post[], begin: string | null): FeedPosition | undefined {
  const articles = [...document.querySelectorAll<HTMLElement>('[role=feed] [data-post]')]
  // Of a row that is cut by the screen's edge the first one counts, as its place is the row's.
  const first = articles.find((article) => article.getBoundingClientRect().bottom > 0)
  const index = posts.findIndex(({ id }) => id === first?.dataset['post'])
  const post = posts[index]
  if (!first || !post) return undefined
  const offset = Math.round(first.getBoundingClientRect().top)
  return { postId: post.id, offset, cursor: posts[index - 1]?.cursor ?? (index === 0 ? begin : null), at: Date.now() }
}
