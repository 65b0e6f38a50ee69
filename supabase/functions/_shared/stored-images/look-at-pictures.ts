/** Pictures that came without their likeness, as those of the demo, of an enlargement or of an earlier version do. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../rpc.ts'
import { observeImages } from './image-events.ts'
import { writeLikeness } from './write-likeness.ts'

/** Any number of processes may look at once. What cannot be read is tried again a few times. */
export async function lookAtStoredPictures(service: SupabaseClient, limit: number): Promise<number> {
  let seen = 0
  for (const { image_id: id, bucket, path } of await callRpc(service, 'pictures_to_look_at', { p_limit: limit })) {
    try {
      const { data, error } = await service.storage.from(bucket).download(path)
      if (error) throw error
      const { hash, colours } = await writeLikeness(new Uint8Array(await data.arrayBuffer()))
      await callRpc(service, 'record_likeness', { p_image: id, p_hash: hash, p_colours: colours })
      seen += 1
    } catch (failure) {
      observeImages({ kind: 'images.unseen', images: 1, why: String(failure) })
    }
  }
  return seen
}
