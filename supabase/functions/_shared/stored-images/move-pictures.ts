/**
 * Pictures whose publication fewer people may see than before: copied to an address that nobody knows, which then stands in
 * the rows, and only then gone from where they were. So each moment has a file behind what the rows say, and whatever a
 * killed worker leaves half done is gone on with by the next.
 */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../rpc.ts'
import { observeImages } from './image-events.ts'

interface Move {
  readonly id: string
  readonly bucket: string
  readonly old_path: string
  readonly new_path: string
  readonly is_moved: boolean
}

/** There already, or gone meanwhile with its owner's picture: nothing is left to be copied. */
const copied: ReadonlySet<unknown> = new Set(['409', '404'])

/** Answers how many files left their old address. */
export async function movePictures(service: SupabaseClient, limit: number): Promise<number> {
  const moves = await callRpc(service, 'picture_moves', { p_limit: limit })
  const ready = await Promise.all(moves.map(async (move) => move.is_moved || (await copyPicture(service, move))))
  const leaving = moves.filter((_, at) => ready[at])
  let left = 0
  for (const [bucket, some] of Map.groupBy(leaving, (move) => move.bucket)) {
    const { error } = await service.storage.from(bucket).remove(some.map((move) => move.old_path))
    if (error) observeImages({ kind: 'images.unswept', images: some.length, why: error.message })
    else left += await callRpc(service, 'forget_picture_moves', { p_ids: some.map(({ id }) => id) })
  }
  return left
}

async function copyPicture(service: SupabaseClient, move: Move): Promise<boolean> {
  const { error } = await service.storage.from(move.bucket).copy(move.old_path, move.new_path)
  try {
    if (error && !copied.has('statusCode' in error ? error.statusCode : null)) throw error
    await callRpc(service, 'picture_moved', { p_move: move.id })
    return true
  } catch (failure) {
    // NOTE: told, not thrown: the others move all the same, and this one is tried again.
    observeImages({ kind: 'images.unswept', images: 1, why: String(failure) })
    return false
  }
}
