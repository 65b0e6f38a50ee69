/**
 * Called on a schedule, with the service key: publishes what was planned for now, tells the counts of publications that
 * have changed to whoever has them open, and everybody of what is new, reads what new words are about, and moves the
 * pictures of those that fewer may see than before. The database gathers what changed; so a thousand likes in a second are
 * one message.
 */
import { meaningVersion } from '@product/engine/language'
import type { SupabaseClient } from '@supabase/supabase-js'

import { serviceClient } from '../_shared/clients.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { requireServiceCall } from '../_shared/service-call.ts'
import { feedSettings } from '../_shared/settings/feed.ts'
import { readSettings } from '../_shared/settings/reader.ts'
import { movePictures } from '../_shared/stored-images/move-pictures.ts'
import { meaningsOf } from './meanings-of.ts'

const picturesAtOnce = 20
const wordsAtOnce = 200

/**
 * What publications are about, read by the engine's lexicon after they were written or changed: for search by meaning.
 * Answers how many it read; what changes while it reads is read again by the next.
 */
async function readMeanings(service: SupabaseClient, limit: number): Promise<number> {
  const due = await callRpc(service, 'posts_to_read', { p_lexicon: meaningVersion, p_limit: limit })
  if (due.length === 0) return 0
  const meanings = await meaningsOf(due)
  return callRpc(service, 'record_meanings', { p_lexicon: meaningVersion, p_meanings: meanings })
}

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  const service = serviceClient()
  const published = await callRpc(service, 'publish_due_posts', {})
  const told = await callRpc(service, 'tell_counts', {})
  const { digestSeconds } = readSettings(feedSettings)
  const fresh = await callRpc(service, 'tell_fresh_posts', { p_least_gap_seconds: digestSeconds })
  const read = await readMeanings(service, wordsAtOnce)
  // NOTE: last, so that whatever fails at the storage stops nothing else.
  const moved = await movePictures(service, picturesAtOnce)
  return json({ published, told, fresh, moved, read })
}

export default { fetch: (request: Request) => answerPost(request, work) }
