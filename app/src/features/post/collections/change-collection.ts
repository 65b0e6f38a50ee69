/** What the owner of a collection changes in it: shown at once, and as it was again where it is refused. */
import { callSignedIn } from '#data/call-signed-in.ts'
import { enqueueWrite, registerWrite, sendOrWait } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { postKeys } from '#entities/post/post-cache.ts'
import type { Post } from '#entities/post/post.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { inPages, postsOf } from './arrange-posts.ts'
import { file } from './collection-data.ts'
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

interface WordsWrite extends CollectionWords {
  id: string
  ownerId: string
}

interface OrderWrite {
  id: string
  ownerId: string
  postIds: readonly string[]
}

interface DeletionWrite {
  id: string
  ownerId: string
  /** False to have it back. */
  wanted: boolean
}

const kinds = { words: 'collection.words', order: 'collection.order', delete: 'collection.delete' } as const

registerWrite<WordsWrite>(kinds.words, {
  send: async ({ id, ownerId, ...words }) => {
    const rows = (await supabase()).from('collections')
    const { name } = unwrap(await rows.update(words).eq('id', id).select('name').single())
    showWords(id, ownerId, { ...words, name })
    void forgetLists()
  },
  undo: ({ id }) => readAgain(id),
})
registerWrite<OrderWrite>(kinds.order, {
  send: async ({ id, postIds }) => {
    await callSignedIn('order_collection', { collection_id: id, post_ids: [...postIds] })
    void forgetLists()
  },
  undo: ({ id }) => readAgain(id),
})
registerWrite<DeletionWrite>(kinds.delete, {
  send: async ({ id, wanted }) => {
    try {
      await callSignedIn(wanted ? 'delete_collection' : 'restore_collection', { collection_id: id })
    } catch (error) {
      // Sent twice: it is as it was wished.
      if (!(error instanceof DataError) || error.status !== 404) throw error
    }
    await forgetLists()
  },
  undo: ({ wanted }) => {
    const m = currentMessages(collectionMessages)
    toast({ title: wanted ? m.deleteFailed : m.restoreFailed, description: m.tryAgain, tone: 'danger' })
    void forgetLists()
  },
})

/** Answers whether it is kept, here or there: a form stays open with what could not be. */
export async function changeWords({ id, owner_id: ownerId }: OpenCollection, words: CollectionWords): Promise<boolean> {
  try {
    const became = await sendOrWait(kinds.words, { id, ownerId, ...words } satisfies WordsWrite, { key: id })
    const m = currentMessages(collectionMessages)
    if (became === 'sent') return true
    showWords(id, ownerId, words)
    toast({ title: m.waiting, description: m.waitingText })
    return true
  } catch {
    tellFailure()
    return false
  }
}

export function orderPosts({ id, owner_id: ownerId }: OpenCollection, posts: readonly Post[]): void {
  showPosts(id, ownerId, posts)
  const postIds = posts.map((post) => post.id)
  enqueueWrite(kinds.order, { id, ownerId, postIds } satisfies OrderWrite, { key: id })
}

/** It stays among what one has saved. */
export function removePost(collection: OpenCollection, post: Post): void {
  const { id, owner_id: ownerId } = collection
  const m = currentMessages(collectionMessages)
  const before = postsOf(queryClient.getQueryData(collectionPostsQuery(id, ownerId).queryKey))
  const left = before.filter((one) => one.id !== post.id)
  showPosts(id, ownerId, left)
  showCount(id, ownerId, -1)
  file({ userId: ownerId, postId: post.id, collectionId: id, wanted: false })
  toast({
    title: m.postRemoved,
    duration: undoMs,
    action: { label: m.undo, onPress: () => putBack(collection, post.id, before) },
  })
}

/** Where it stood before. */
function putBack(collection: OpenCollection, postId: string, before: readonly Post[]): void {
  const { id, owner_id: ownerId } = collection
  file({ userId: ownerId, postId, collectionId: id, wanted: true })
  showCount(id, ownerId, 1)
  orderPosts(collection, before)
}

/** For a while it can be brought back. */
export function deleteCollection({ id, owner_id: ownerId }: OpenCollection): void {
  const m = currentMessages(collectionMessages)
  queryClient.setQueryData(collectionQuery(id, ownerId).queryKey, null)
  enqueueWrite(kinds.delete, { id, ownerId, wanted: true } satisfies DeletionWrite, { key: id })
  const onPress = () => {
    enqueueWrite(kinds.delete, { id, ownerId, wanted: false } satisfies DeletionWrite, { key: id })
    toast({ title: m.restored })
  }
  toast({ title: m.deleted, duration: undoMs, action: { label: m.undo, onPress } })
}

/** It was refused: what the server has is shown. */
function readAgain(id: string): void {
  tellFailure()
  void forgetLists()
  void queryClient.invalidateQueries({ queryKey: [...postKeys.lists, 'collection', id] })
}

function showWords(id: string, ownerId: string, words: CollectionWords): void {
  queryClient.setQueryData(collectionQuery(id, ownerId).queryKey, (one) => one && { ...one, ...words })
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
