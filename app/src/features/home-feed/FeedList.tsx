/** The posts themselves, virtualised: one column under 768, justified rows above; reading order at every width. */
import { useLayoutEffect, useRef, useState } from 'react'
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'

import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'
import { useScreenSize } from '#ui/use-screen-size.ts'

import { feedMessages } from './feed-messages.ts'
import { keepPosition, keptPosition } from './feed-position.ts'
import { layFeedRows, type FeedRow } from './feed-rows.ts'
import { PostCard } from './PostCard.tsx'
import { PostTile } from './PostTile.tsx'
import { useElementWidth } from './use-element-width.ts'

const gap = 8
const rowHeights = { tablet: 248, desktop: 312 }
/** How near the end, in rows, the next page is asked for. */
const ahead = 4

export interface FeedListProps {
  /** Names this list for its reading position. */
  name: string
  posts: readonly Post[]
  isLoading: boolean
  onNearEnd: () => void
}

export function FeedList({ name, posts, isLoading, onNearEnd }: FeedListProps) {
  const m = useMessages(feedMessages)
  const [width, measure] = useElementWidth()
  const { isMobile, isDesktop } = useScreenSize()
  const rowHeight = isDesktop ? rowHeights.desktop : rowHeights.tablet
  const rows: FeedRow[] = isMobile
    ? posts.map((post) => ({ posts: [post], height: 0 }))
    : layFeedRows(posts, { width, rowHeight, gap })
  return (
    <div className="md:px-6 md:pt-4.5 lg:px-8 lg:pt-5">
      <div ref={measure} role="feed" aria-label={m.list} aria-busy={isLoading}>
        {width > 0 && (
          <Rows name={name} rows={rows} width={width} isMobile={isMobile} isLoading={isLoading} onNearEnd={onNearEnd} />
        )}
      </div>
    </div>
  )
}

interface RowsProps extends Omit<FeedListProps, 'posts'> {
  rows: FeedRow[]
  width: number
  isMobile: boolean
}

function Rows({ name, rows, width, isMobile, isLoading, onNearEnd }: RowsProps) {
  const virtualizer = useRef<WindowVirtualizerHandle>(null)
  const layout = { rows: rows.length, width }
  const [kept] = useState(() => keptPosition(name, layout))
  useLayoutEffect(() => {
    if (kept) window.scrollTo(0, kept.scrollY)
  }, [kept])
  const firstPlaces = placesOf(rows)
  return (
    <WindowVirtualizer
      ref={virtualizer}
      data={rows}
      bufferSize={800}
      {...(kept && { cache: kept.sizes })}
      onScroll={() => {
        const list = virtualizer.current
        if (!list) return
        const last = list.findItemIndex(list.scrollOffset + list.viewportSize)
        if (last >= rows.length - ahead && !isLoading) onNearEnd()
      }}
      onScrollEnd={() => virtualizer.current && keepPosition(name, virtualizer.current, layout)}
    >
      {(row, index) => (
        <Row key={row.posts[0]?.id ?? index} row={row} position={firstPlaces[index] ?? 1} isMobile={isMobile} />
      )}
    </WindowVirtualizer>
  )
}

function Row({ row, position, isMobile }: { row: FeedRow; position: number; isMobile: boolean }) {
  if (isMobile) {
    const [post] = row.posts
    return post ? <PostCard post={post} position={position} /> : <></>
  }
  return (
    <div className="flex gap-2 pb-5">
      {row.posts.map((post, index) => (
        <PostTile key={post.id} post={post} position={position + index} height={row.height} />
      ))}
    </div>
  )
}

/** The place, from 1, of each row's first post. */
function placesOf(rows: readonly FeedRow[]): number[] {
  let next = 1
  return rows.map((row) => {
    const place = next
    next += row.posts.length
    return place
  })
}
