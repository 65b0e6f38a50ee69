/** One's own collections, and whether a post is in each. */
import { queryOptions } from '@tanstack/react-query'

import { orderedId } from '#data/outbox/ordered-id.ts'
import { enqueueWrite, registerWrite, sendOrWait } from '#data/outbox/pending-writes.ts'
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

const filingWrite = 'collection.file'

registerWrite<Filing>(filingWrite, {
  send: async ({ postId, collectionId, wanted }) => {
    const items = (await supabase()).from('collection_items')
    if (wanted) {
      const result = await items.insert({ collection_id: collectionId, post_id: postId })
      if (result.error?.code !== uniqueViolation) unwrap(result)
    } else {
      unwrap(await items.delete().eq('collection_id', collectionId).eq('post_id', postId))
    }
    void queryClient.invalidateQueries({ queryKey: ['collections'], refetchType: 'none' })
    void queryClient.invalidateQueries({ queryKey: [...postKeys.lists, 'collection', collectionId] })
  },
  undo: (filing, error) => {
    const m = currentMessages(collectionMessages)
    showFiled({ ...filing, wanted: !filing.wanted })
    void queryClient.invalidateQueries({ queryKey: ['collections'] })
    forgetSaved()
    const isFull = error instanceof DataError && error.hint === 'collection_full'
    toast({ title: m.failed, description: isFull ? m.full : m.tryAgain, tone: 'danger' })
  },
})

/** In or out, shown at once; what is in a collection is kept. */
export function file(filing: Filing): void {
  const { postId, collectionId, wanted } = filing
  showFiled(filing)
  if (wanted) patchPost(queryClient, postId, (post) => setSaved(post, true))
  enqueueWrite(filingWrite, filing, { key: `${collectionId}.${postId}` })
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

/** « Enregistré » was shown before the answer, and it may have been so without this collection: the server knows. */
function forgetSaved(): void {
  for (const queryKey of Object.values(postKeys)) void queryClient.invalidateQueries({ queryKey })
}

export interface NewCollection {
  postId: string
  name: string
  visibility: CollectionVisibility
}

interface CollectionWrite extends NewCollection {
  id: string
}

const newWrite = 'collection.add'

registerWrite<CollectionWrite>(newWrite, {
  send: async ({ id, postId, name, visibility }) => {
    const client = await supabase()
    const made = await client.from('collections').insert({ id, name, visibility })
    if (made.error?.code !== uniqueViolation) unwrap(made)
    const item = await client.from('collection_items').insert({ collection_id: id, post_id: postId })
    if (item.error?.code !== uniqueViolation) unwrap(item)
    await queryClient.invalidateQueries({ queryKey: ['collections'] })
  },
  undo: (_, error) => {
    forgetSaved()
    tellNotMade(error)
  },
})

/** Makes one with the post in it; answers whether it is there, or will be. */
export async function createCollection(wanted: NewCollection): Promise<boolean> {
  const write: CollectionWrite = { ...wanted, id: orderedId() }
  try {
    const became = await sendOrWait(newWrite, write, { key: write.id })
    const m = currentMessages(collectionMessages)
    if (became === 'waiting') toast({ title: m.waiting, description: m.waitingText })
  } catch (error) {
    tellNotMade(error)
    return false
  }
  patchPost(queryClient, wanted.postId, (post) => setSaved(post, true))
  return true
}

function tellNotMade(error: unknown): void {
  const m = currentMessages(collectionMessages)
  const isTooMany = error instanceof DataError && error.hint === 'too_many_collections'
  toast({ title: m.createFailed, description: isTooMany ? m.tooMany : m.tryAgain, tone: 'danger' })
}
