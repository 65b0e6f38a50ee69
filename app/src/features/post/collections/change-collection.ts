/** What the owner of a collection changes in it: shown at once, and as it was again where it is refused. */
import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import type { Post } from '#entities/post/post.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { inPages, postsOf } from './arrange-posts.ts'
import { collectionPostsQuery, collectionQuery, type OpenCollection } from './collection-queries.ts'
import { collectionMessages } from './collection.i18n.ts'

export type CollectionWords = Pick<OpenCollection, 'name' | 'description' | 'visibility'>

const undoMs = 6000

/** Everything that lists collections asks again when it is next shown. */
const forgetLists = () => queryClient.invalidateQueries({ queryKey: ['collections'] })

function tellFailure(): void {
  const m = currentMessages(collectionMessages)
  toast({ title: m.failed, description: m.tryAgain, tone: 'danger' })
}

/** Answers whether it is kept: a form stays open with what could not be. */
export async function changeWords({ id, owner_id: ownerId }: OpenCollection, words: CollectionWords): Promise<boolean> {
  try {
    const rows = (await supabase()).from('collections')
    const { name } = unwrap(await rows.update(words).eq('id', id).select('name').single())
    queryClient.setQueryData(collectionQuery(id, ownerId).queryKey, (one) => one && { ...one, ...words, name })
  } catch {
    tellFailure()
    return false
  }
  void forgetLists()
  return true
}

let lastOrder = Promise.resolve()

/** Orders reach the server in the order in which they were given. */
export function orderPosts({ id, owner_id: ownerId }: OpenCollection, posts: readonly Post[]): void {
  showPosts(id, ownerId, posts)
  const ids = posts.map((post) => post.id)
  lastOrder = lastOrder
    .then(() => callSignedIn('order_collection', { collection_id: id, post_ids: ids }))
    .then(() => void forgetLists())
    .catch(() => {
      tellFailure()
      void queryClient.invalidateQueries({ queryKey: collectionPostsQuery(id, ownerId).queryKey })
    })
}

/** It stays among what one has saved. */
export async function removePost(collection: OpenCollection, post: Post): Promise<void> {
  const { id, owner_id: ownerId } = collection
  const m = currentMessages(collectionMessages)
  const before = postsOf(queryClient.getQueryData(collectionPostsQuery(id, ownerId).queryKey))
  const left = before.filter((one) => one.id !== post.id)
  showPosts(id, ownerId, left)
  showCount(id, ownerId, -1)
  try {
    const items = (await supabase()).from('collection_items')
    unwrap(await items.delete().eq('collection_id', id).eq('post_id', post.id))
  } catch {
    showPosts(id, ownerId, before)
    showCount(id, ownerId, 1)
    tellFailure()
    return
  }
  void forgetLists()
  toast({
    title: m.postRemoved,
    duration: undoMs,
    action: { label: m.undo, onPress: () => void putBack(collection, post.id, before) },
  })
}

/** Where it stood before. */
async function putBack(collection: OpenCollection, postId: string, before: readonly Post[]): Promise<void> {
  const { id, owner_id: ownerId } = collection
  try {
    const items = (await supabase()).from('collection_items')
    unwrap(await items.insert({ collection_id: id, post_id: postId }))
  } catch {
    tellFailure()
    return
  }
  showCount(id, ownerId, 1)
  orderPosts(collection, before)
}

/** Answers whether it is gone; for a while it can be brought back. */
export async function deleteCollection({ id, owner_id: ownerId }: OpenCollection): Promise<boolean> {
  const m = currentMessages(collectionMessages)
  const { queryKey } = collectionQuery(id, ownerId)
  try {
    await callSignedIn('delete_collection', { collection_id: id })
  } catch {
    toast({ title: m.deleteFailed, description: m.tryAgain, tone: 'danger' })
    return false
  }
  queryClient.setQueryData(queryKey, null)
  void forgetLists()
  toast({ title: m.deleted, duration: undoMs, action: { label: m.undo, onPress: () => void bringBack(id) } })
  return true
}

async function bringBack(id: string): Promise<void> {
  const m = currentMessages(collectionMessages)
  try {
    await callSignedIn('restore_collection', { collection_id: id })
  } catch {
    toast({ title: m.restoreFailed, description: m.tryAgain, tone: 'danger' })
    return
  }
  await forgetLists()
  toast({ title: m.restored })
}

function showPosts(id: string, ownerId: string, posts: readonly Post[]): void {
  queryClient.setQueryData(collectionPostsQuery(id, ownerId).queryKey, (data) => data && inPages(data, posts))
}

function showCount(id: string, ownerId: string, step: 1 | -1): void {
  queryClient.setQueryData(
    collectionQuery(id, ownerId).queryKey,
    (one) => one && { ...one, items_count: one.items_count + step },
  )
}
