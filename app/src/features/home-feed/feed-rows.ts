/** Lays posts in justified rows, in reading order, every picture at its own ratio (no cropping). */
import type { Post } from '#entities/post/post.ts'

export interface FeedRow {
  posts: Post[]
  /** Of the pictures, in pixels. */
  height: number
}

export interface RowLayout {
  width: number
  /** The height that a row would have before it is stretched to fill its width. */
  rowHeight: number
  gap: number
}

/** Nothing grows above this much of the wished height: a lone portrait does not fill the screen. */
const mostGrowth = 1.7

/**
 * A row takes pictures while they fit at the wished height, then grows to fill its width. Adding posts at the end
 * never moves a full row.
 */
export function layFeedRows(posts: readonly Post[], { width, rowHeight, gap }: RowLayout): FeedRow[] {
  const rows: FeedRow[] = []
  let row: Post[] = []
  let ratios = 0
  const close = (isFull: boolean) => {
    if (row.length === 0) return
    const filled = (width - gap * (row.length - 1)) / ratios
    rows.push({ posts: row, height: isFull ? Math.min(filled, rowHeight * mostGrowth) : Math.min(filled, rowHeight) })
    row = []
    ratios = 0
  }
  for (const post of posts) {
    const ratio = post.image.width / post.image.height
    if (row.length > 0 && (ratios + ratio) * rowHeight + gap * row.length > width) close(true)
    row.push(post)
    ratios += ratio
  }
  close(false)
  return rows
}
