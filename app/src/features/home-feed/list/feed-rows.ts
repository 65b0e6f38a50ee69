/** Lays posts in justified rows, in reading order, every picture at its own ratio (no cropping). */
import type { Post } from '#entities/post/post.ts'

export interface FeedRow {
  /** The same posts in the same row have the same key. */
  key: string
  posts: Post[]
  /** Of the pictures, in pixels. */
  height: number
}

export interface RowLayout {
  width: number
  /** The height that a row would have before it is stretched to fill its width. */
  rowHeight: number
  gap: number
  /** More posts follow: they may still change the last row, which waits for them. */
  hasMore?: boolean
}

/** Nothing grows above this much of the wished height: a lone portrait does not fill the screen. */
const mostGrowth = 1.7

/**
 * A row takes pictures while they fit at the wished height. The one that does not fit closes it: in the row, which then
 * shrinks, or in the next one, so that it grows, whichever stays nearer to the wish. Adding posts at the end never moves
 * a full row.
 */
export function layFeedRows(posts: readonly Post[], { width, rowHeight, gap, hasMore = false }: RowLayout): FeedRow[] {
  const rows: FeedRow[] = []
  let row: Post[] = []
  const filledHeight = (pictures: readonly Post[]) => (width - gap * (pictures.length - 1)) / sumOfRatios(pictures)
  const close = (most: number) => {
    if (row.length > 0) rows.push(rowOf(row, Math.min(filledHeight(row), rowHeight * most)))
    row = []
  }
  for (const post of posts) {
    const isTooMuch = filledHeight([...row, post]) < rowHeight
    const growth = row.length > 0 ? filledHeight(row) / rowHeight : Infinity
    const shrinkage = rowHeight / filledHeight([...row, post])
    if (isTooMuch && growth < shrinkage) close(mostGrowth)
    row.push(post)
    if (isTooMuch && growth >= shrinkage) close(mostGrowth)
  }
  if (!hasMore) close(1)
  return rows
}

export function rowOf(posts: Post[], height = 0): FeedRow {
  return { key: posts.map(({ id, isHidden }) => (isHidden ? `-${id}` : id)).join(' '), posts, height }
}

function sumOfRatios(posts: readonly Post[]): number {
  return posts.reduce((sum, { image }) => sum + image.width / image.height, 0)
}
