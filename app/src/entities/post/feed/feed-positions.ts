/** Where a person stopped reading each list of the feed, on whatever device. */
import { tableQuestion } from '#data/question.ts'
import { ask } from '#data/wire.ts'

export interface FeedPosition {
  /** The first post that was in sight, and how far below the top of the screen it began, in pixels. */
  postId: string
  offset: number
  /** Of the entry before it: the page after it begins with the post. `null` where it came first. */
  cursor: string | null
  /** When, as milliseconds. */
  at: number
}

const feedPositionsQuery = tableQuestion('feed_positions', 'tab,anchor_post_id,anchor_cursor,anchor_offset,updated_at')

export async function fetchPositions(): Promise<ReadonlyMap<string, FeedPosition>> {
  const rows = await ask(feedPositionsQuery)
  return new Map<string, FeedPosition>(
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
