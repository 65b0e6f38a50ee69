/** The posts themselves, virtualised: one column under 768, justified rows above; reading order at every width. */
'use no memo'

import { useEffect, useEffectEvent, useMemo } from 'react'

import type { Post } from '#entities/post/post.ts'
import { useElementWidth } from '#ui/screen/use-element-width.ts'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

import { PostCard } from '../card/PostCard.tsx'
import { PostTile } from '../card/PostTile.tsx'
import type { SeenPost } from '../position/scroll-position.ts'
import { layFeedRows, rowOf, type FeedRow } from './feed-rows.ts'
import { useVisibleRows } from './use-visible-rows.ts'

const gap = 8
const rowHeights = { tablet: 248, desktop: 312 }
/** How near the end, in rows, the next page is asked for. */
const ahead = 2
/** Under a picture: from tablet up, and on a phone. */
const captionHeight = 56
const cardTextHeight = 170
const hiddenHeight = 60
/** Of the screen's width; PostCard cuts what is taller. */
const tallestPicture = 1.32

export interface FeedListProps {
  /** Names this list for its reading position. */
  name: string
  label: string
  posts: readonly Post[]
  start: SeenPost | null
  isLoading: boolean
  hasMore: boolean
  onNearEnd: () => void
}

export function FeedList({ name, label, posts, start, isLoading, hasMore, onNearEnd }: FeedListProps) {
  const [width, measure] = useElementWidth()
  const { isMobile, isDesktop } = useScreenSize()
  const rowHeight = isDesktop ? rowHeights.desktop : rowHeights.tablet
  // The same rows as long as nothing about them changes: the list's place hangs on that.
  const rows = useMemo(
    () => (isMobile ? posts.map((post) => rowOf([post])) : layFeedRows(posts, { width, rowHeight, gap, hasMore })),
    [isMobile, posts, width, rowHeight, hasMore],
  )
  return (
    <div className="md:px-6 md:pt-4.5 lg:px-8 lg:pt-5">
      <div ref={measure} role="feed" aria-label={label} aria-busy={isLoading}>
        {width > 0 && <Rows {...{ name, start, rows, width, isMobile, isLoading, onNearEnd }} />}
      </div>
    </div>
  )
}

interface RowsProps extends Pick<FeedListProps, 'name' | 'start' | 'isLoading' | 'onNearEnd'> {
  rows: FeedRow[]
  width: number
  isMobile: boolean
}

function Rows({ name, start: begin, rows, width, isMobile, isLoading, onNearEnd }: RowsProps) {
  const likelyHeights = useMemo(
    () => rows.map((row) => (isMobile ? likelyCardHeight(row, width) : row.height + captionHeight)),
    [rows, isMobile, width],
  )
  const [{ start, end, before, after }, list] = useVisibleRows({ name, width, rows, likelyHeights, start: begin })
  const isNearEnd = end >= rows.length - ahead
  const askForMore = useEffectEvent(onNearEnd)
  useEffect(() => {
    if (isNearEnd && !isLoading) askForMore()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- new rows may still not fill the screen
  }, [isNearEnd, isLoading, rows.length])
  const firstPlaces = useMemo(() => placesOf(rows), [rows])
  return (
    // The rows hold their place by themselves; the browser's own correction on top of it would be one too many.
    <div ref={list} className="[overflow-anchor:none]" style={{ paddingTop: before, paddingBottom: after }}>
      {rows.slice(start, end).map((row, index) => (
        <Row key={row.posts[0]?.id} row={row} position={firstPlaces[start + index] ?? 1} isMobile={isMobile} />
      ))}
    </div>
  )
}

function likelyCardHeight({ posts: [post] }: FeedRow, width: number): number {
  if (!post || post.isHidden) return hiddenHeight
  const { image } = post
  return Math.min((width * image.height) / image.width, width * tallestPicture) + cardTextHeight
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
