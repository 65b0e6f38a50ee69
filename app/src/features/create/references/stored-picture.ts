/** Pictures that are ours already: by their address, and by whose publication shows them. */
import { readInlineConfig } from '#data/config.ts'
import { read } from '#data/wire.ts'
import { originalUrl } from '#entities/image/image-source.ts'

import { currentPersonId } from '../draft/draft-store.ts'

/** As this page reaches it, whatever name the server had when the row was written. */
export function addressOf(url: string): string {
  return new URL(originalUrl(url, readInlineConfig()?.supabaseUrl ?? ''), location.origin).href
}

export function isCreation(address: string): boolean {
  return address.includes('/storage/v1/object/public/generated-images/')
}

interface Source {
  author: string
  isOwn: boolean
  isAllowed: boolean
}

const columns = 'remix_allowed,creator:profiles!feed_posts_creator_id_fkey(id,username,display_name)'

/** Whose publication it is and whether they let others use it; null where nobody can say: the server decides at the order. */
export async function readSource(postId: string): Promise<Source | null> {
  const [row] = await read('feed_posts', columns, { id: `eq.${postId}` }).catch(() => [])
  if (!row) return null
  const { creator, remix_allowed: isAllowed } = row
  const isOwn = creator.id === currentPersonId()
  const author = creator.username === null ? creator.display_name : `@${creator.username}`
  return { author, isOwn, isAllowed: isAllowed || isOwn }
}
