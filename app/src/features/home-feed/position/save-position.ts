import { supabase } from '#data/supabase.ts'
import type { FeedPosition } from '#entities/post/feed/feed-positions.ts'
import type { FeedTab } from '#entities/post/feed/post-list.ts'

let told = ''

/** For the person's other devices. Not heard, it is only not known there. */
export async function savePosition(tab: FeedTab, { postId, cursor, offset }: FeedPosition): Promise<void> {
  const place = { tab, anchor_post_id: postId, anchor_cursor: cursor, anchor_offset: offset }
  const text = JSON.stringify(place)
  if (text === told) return
  told = text
  await (await supabase()).from('feed_positions').upsert(place, { onConflict: 'user_id,tab' })
}
