/** What is done with a post, apart from its look: loaded when the first screen stands. */
import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { downloadImage, type DownloadWish } from '#entities/image/download/download-image.ts'
import { shareAddress } from '#entities/image/share-address.ts'
import { explainPace } from '#entities/session/explain-pace.ts'
import { openModal } from '#entities/session/modals.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { postActMessages } from './post-act.i18n.ts'
import { patchPost } from './post-cache.ts'
import { setLiked, setSaved, type Post } from './post.ts'

/** A person's wish about a post: to like, keep or hide it, or no longer. */
export interface PostWish {
  userId: string
  postId: string
  wanted: boolean
}

type WishTable = 'post_likes' | 'post_saves' | 'post_hides'

/** The names under which unsent wishes are kept on the device: they do not change. */
export const postWrites = { like: 'post.like', save: 'post.save', hide: 'post.hide' } as const

const undoMs = 6000
const uniqueViolation = '23505'

registerWrite<PostWish>(postWrites.like, {
  send: (wish) => sendWish('post_likes', wish),
  undo: ({ postId, wanted }, error) => {
    patchPost(queryClient, postId, (post) => setLiked(post, !wanted))
    tellFailure('likeFailed', error)
  },
})
registerWrite<PostWish>(postWrites.save, {
  send: (wish) => sendWish('post_saves', wish),
  undo: ({ postId, wanted }, error) => {
    patchPost(queryClient, postId, (post) => setSaved(post, !wanted))
    tellFailure('saveFailed', error)
  },
})
registerWrite<PostWish>(postWrites.hide, {
  send: (wish) => sendWish('post_hides', wish),
  undo: ({ postId, wanted }, error) => {
    patchPost(queryClient, postId, (post) => ({ ...post, isHidden: !wanted }))
    tellFailure('hideFailed', error)
  },
})

/** Sent twice it means the same: what is there already, or gone already, is as it was wished. */
async function sendWish(table: WishTable, { postId, userId, wanted }: PostWish): Promise<void> {
  const rows = (await supabase()).from(table)
  if (wanted) {
    const result = await rows.insert({ post_id: postId, user_id: userId })
    if (result.error?.code !== uniqueViolation) unwrap(result)
  } else {
    unwrap(await rows.delete().eq('post_id', postId).eq('user_id', userId))
  }
}

export function like({ postId, userId, wanted }: PostWish): void {
  patchPost(queryClient, postId, (post) => setLiked(post, wanted))
  enqueueWrite(postWrites.like, { postId, userId, wanted } satisfies PostWish, { key: postId })
}

/** Kept for later; from there it can be put into a collection. */
export function save({ postId, userId, wanted }: PostWish): void {
  const m = currentMessages(postActMessages)
  patchPost(queryClient, postId, (post) => setSaved(post, wanted))
  enqueueWrite(postWrites.save, { postId, userId, wanted } satisfies PostWish, { key: postId })
  const action = wanted
    ? { label: m.collect, onPress: () => openModal('collections', { post: postId }) }
    : { label: m.undo, onPress: () => save({ postId, userId, wanted: true }) }
  toast({ title: wanted ? m.saved : m.unsaved, action, duration: undoMs })
}

/** A line stands in its place, with a way back, until the list is loaded again. */
export function hide({ postId, userId, wanted }: PostWish): void {
  patchPost(queryClient, postId, (post) => ({ ...post, isHidden: wanted }))
  enqueueWrite(postWrites.hide, { postId, userId, wanted } satisfies PostWish, { key: postId })
}

/** By the device's own sheet; where it has none, by ours. */
export async function share(post: Pick<Post, 'id' | 'creator'>): Promise<void> {
  if (typeof navigator.share !== 'function') return openModal('share', { post: post.id })
  const m = currentMessages(postActMessages)
  try {
    const outcome = await shareAddress({ url: addressOf(post.id), title: m.imageOf(post.creator.displayName) })
    if (outcome === 'copied') toast({ title: m.linkCopied })
  } catch {
    toast({ title: m.linkFailed, tone: 'danger' })
  }
}

export function copyLink(postId: string): Promise<void> {
  const m = currentMessages(postActMessages)
  return copy(addressOf(postId), { done: m.linkCopied, failed: m.linkFailed })
}

export function copyPrompt({ prompt }: Pick<Post, 'prompt'>): Promise<void> {
  const m = currentMessages(postActMessages)
  return copy(prompt, { done: m.promptCopied, failed: m.promptFailed })
}

export async function download(post: Pick<Post, 'id' | 'image'>, wish?: DownloadWish): Promise<void> {
  const m = currentMessages(postActMessages)
  try {
    const outcome = await downloadImage(post.image.url, `cortexia-${post.id}`, wish)
    if (outcome === 'opened') toast({ title: m.openedInTab })
  } catch (error) {
    tellFailure('downloadFailed', error)
  }
}

async function copy(text: string, { done, failed }: { done: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: done })
  } catch {
    toast({ title: failed, tone: 'danger' })
  }
}

function addressOf(postId: string): string {
  return new URL(`/post/${postId}`, location.origin).href
}

function tellFailure(what: 'likeFailed' | 'saveFailed' | 'hideFailed' | 'downloadFailed', error: unknown): void {
  const m = currentMessages(postActMessages)
  toast({ title: m[what], description: explainPace(error) ?? m.tryAgain, tone: 'danger' })
}
