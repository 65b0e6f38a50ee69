/** Pictures that are ours already, by their address: read with the person's own rights, and whose they are. */
import { readInlineConfig } from '#data/config.ts'
import { supabase } from '#data/supabase.ts'
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

const upload = /\/storage\/v1\/object\/public\/(temp-\w+)\/([^?#]+)/u

/** Uploads are their owner's alone, although their address is written as a public one. */
export async function fetchStored(address: string): Promise<Blob> {
  const [, bucket, path] = upload.exec(address) ?? []
  if (bucket !== undefined && path !== undefined) {
    const { data, error } = await (await supabase()).storage.from(bucket).download(decodeURIComponent(path))
    if (error) throw error
    return data
  }
  const response = await fetch(address)
  if (!response.ok) throw new Error(`the picture answered ${response.status}`)
  return response.blob()
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
