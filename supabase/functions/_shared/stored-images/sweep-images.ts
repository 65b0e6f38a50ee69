/** Pictures that their owner threw away more than a day ago: the files first, then the rows that name them. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../rpc.ts'
import { observeImages } from './image-events.ts'

/** Any number of processes may sweep at once: removing what is gone changes nothing. What fails waits for the next time. */
export async function sweepImages(service: SupabaseClient, limit: number): Promise<void> {
  const due = await callRpc(service, 'thrown_away_images', { p_limit: limit })
  for (const [bucket, images] of Map.groupBy(due, (image) => image.bucket)) {
    const { error } = await service.storage.from(bucket).remove(images.map(({ path }) => path))
    if (error) observeImages({ kind: 'images.unswept', images: images.length, why: error.message })
    else await callRpc(service, 'forget_images', { p_ids: images.map(({ id }) => id) })
  }
}
