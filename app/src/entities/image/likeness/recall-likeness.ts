import type { LikenessAnswer } from '@product/contract'

import { read } from '#data/wire.ts'
import { fileHash } from '#ui/file/file-hash.ts'

/** What was said of the same file before; null where nothing was, or nobody can tell: then it is asked. */
export async function recallLikeness(userId: string, file: Blob): Promise<LikenessAnswer | null> {
  if (!isSecureContext) return null
  try {
    const sha256 = await fileHash(file)
    const [row] = await read('likeness_consents', 'shows', { user_id: `eq.${userId}`, sha256: `eq.${sha256}` })
    return row?.shows ?? null
  } catch {
    return null
  }
}
