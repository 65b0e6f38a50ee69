/** Where a person stopped reading each list of the feed, on whatever device. */
import { takeEarly, type TableQuery } from '#data/first-feed.ts'
import { restGet } from '#data/rest.ts'

export interface FeedPosition {
  /** The first post that was in sight, and how far below the top of the screen it began, in pixels. */
  postId: string
  offset: number
  /** Of the entry before it: the page after it begins with the post. `null` where it came first. */
  cursor: string | null
  /** When, as milliseconds. */
  at: number
}

interface PositionRow {
  tab: string
  anchor_post_id: string
  anchor_cursor: string | null
  anchor_offset: number
  updated_at: string
}

export const feedPositionsQuery: TableQuery = {
  table: 'feed_positions',
  params: { select: 'tab,anchor_post_id,anchor_cursor,anchor_offset,updated_at' },
}

export async function fetchPositions(): Promise<ReadonlyMap<string, FeedPosition>> {
  const rows = await (takeEarly<PositionRow>(feedPositionsQuery) ??
    restGet<PositionRow>(feedPositionsQuery.table, feedPositionsQuery))
  return new Map(
    rows.map((row) => [
      row.tab,
      {
        postId: row.anchor_post_id,
        offset: row.anchor_offset,
        cursor: row.anchor_cursor,
        at: Date.parse(row.updated_at),
      },
    ]),
  )
}
