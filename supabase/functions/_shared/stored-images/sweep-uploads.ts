/** What people uploaded to work from, a day later. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../rpc.ts'
import { observeImages } from './image-events.ts'

/** Answers how many files went. Any number of processes may sweep at once: removing what is gone changes nothing. */
export async function sweepUploads(service: SupabaseClient, limit: number): Promise<number> {
  const due = await callRpc(service, 'expired_uploads', { p_limit: limit })
  let gone = 0
  for (const [bucket, files] of Map.groupBy(due, (file) => file.bucket)) {
    const { error } = await service.storage.from(bucket).remove(files.map(({ path }) => path))
    if (error) observeImages({ kind: 'images.unswept', images: files.length, why: error.message })
    else gone += files.length
  }
  return gone
}
