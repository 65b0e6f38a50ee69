/** One's own collections, and whether a post is in each. */
import { queryOptions } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import type { Selected } from '#data/question.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { read } from '#data/wire.ts'
import { patchPost, postKeys } from '#entities/post/post-cache.ts'
import { setSaved } from '#entities/post/post.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { collectionMessages } from './collection.i18n.ts'

/** With the post itself, where it is in there. */
const columns = 'id,name,visibility,items_count,items:collection_items(post_id)'
export type Collection = Selected<'collections', typeof columns>
export type CollectionVisibility = Collection['visibility']

const uniqueViolation = '23505'

export function collectionsQuery(userId: string, postId: string) {
  return queryOptions({
    queryKey: ['collections', userId, 'of-post', postId],
    queryFn: ({ signal }) =>
      read(
        'collections',
        columns,
        { 'items.post_id': `eq.${postId}`, owner_id: `eq.${userId}`, order: 'updated_at.desc,id.desc', limit: 200 },
        signal,
      ),
  })
}

export interface Filing {
  userId: string
  postId: string
  collectionId: string
  wanted: boolean
}

/** In or out, shown at once; what is in a collection is kept. */
export async function file(filing: Filing): Promise<void> {
  const { postId, collectionId, wanted } = filing
  showFiled(filing)
  try {
    const items = (await supabase()).from('collection_items')
    if (wanted) {
      const result = await items.insert({ collection_id: collectionId, post_id: postId })
      if (result.error?.code !== uniqueViolation) unwrap(result)
      patchPost(queryClient, postId, (post) => setSaved(post, true))
    } else {
      unwrap(await items.delete().eq('collection_id', collectionId).eq('post_id', postId))
    }
  } catch (error) {
    const m = currentMessages(collectionMessages)
    showFiled({ ...filing, wanted: !wanted })
    const isFull = error instanceof DataError && error.hint === 'collection_full'
    toast({ title: m.failed, description: isFull ? m.full : m.tryAgain, tone: 'danger' })
    return
  }
  void queryClient.invalidateQueries({ queryKey: ['collections'], refetchType: 'none' })
  void queryClient.invalidateQueries({ queryKey: [...postKeys.lists, 'collection', collectionId] })
}

function showFiled({ userId, postId, collectionId, wanted }: Filing): void {
  const { queryKey } = collectionsQuery(userId, postId)
  queryClient.setQueryData(queryKey, (collections) =>
    collections?.map((collection) =>
      collection.id === collectionId && collection.items.length > 0 !== wanted
        ? {
            ...collection,
            items_count: collection.items_count + (wanted ? 1 : -1),
            items: wanted ? [{ post_id: postId }] : [],
          }
        : collection,
    ),
  )
}

export interface NewCollection {
  postId: string
  name: string
  visibility: CollectionVisibility
}

/** Makes one with the post in it; answers whether it is there. */
export async function createCollection({ postId, name, visibility }: NewCollection): Promise<boolean> {
  const m = currentMessages(collectionMessages)
  try {
    const client = await supabase()
    const { id } = unwrap(await client.from('collections').insert({ name, visibility }).select('id').single())
    unwrap(await client.from('collection_items').insert({ collection_id: id, post_id: postId }))
    patchPost(queryClient, postId, (post) => setSaved(post, true))
  } catch (error) {
    const isTooMany = error instanceof DataError && error.hint === 'too_many_collections'
    toast({ title: m.createFailed, description: isTooMany ? m.tooMany : m.tryAgain, tone: 'danger' })
    return false
  }
  await queryClient.invalidateQueries({ queryKey: ['collections'] })
  return true
}
