/** What publications are about, read by the engine's lexicon after they were written or changed: for search by meaning. */
import { meaningOf, meaningVersion } from '@product/engine/language'
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../rpc.ts'

/** Answers how many it read. What changes while it reads is read again by the next. */
export async function readMeanings(service: SupabaseClient, limit: number): Promise<number> {
  const due = await callRpc(service, 'posts_to_read', { p_lexicon: meaningVersion, p_limit: limit })
  if (due.length === 0) return 0
  const meanings = due.map(({ post_id, words_no, words }) => ({ post_id, words_no, keys: [...meaningOf(words)] }))
  return callRpc(service, 'record_meanings', { p_lexicon: meaningVersion, p_meanings: meanings })
}
