/** What an author does with a publication wherever it is shown. */
import { queryOptions, type InfiniteData } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { read } from '#data/wire.ts'
import { explainPace } from '#entities/session/explain-pace.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import type { FeedPage } from '../feed/feed-page.ts'
import { patchPost, postKeys } from '../post-cache.ts'
import type { Visibility } from '../post.ts'
import { ownPostMessages } from './own-post.i18n.ts'

/** Whether it stands among the three that its author shows first: lists do not tell. */
export const isPinnedQuery = (postId: string) =>
  queryOptions({
    queryKey: ['pinned', postId],
    queryFn: async ({ signal }) => {
      const [row] = await read('feed_posts', 'pinned_rank', { id: `eq.${postId}` }, signal)
      return row?.pinned_rank != null
    },
  })

/** Shown at once; as it was when it is refused, which is told. */
export async function changeVisibility(postId: string, from: Visibility, to: Visibility): Promise<void> {
  const m = currentMessages(ownPostMessages)
  const show = (visibility: Visibility) => patchPost(queryClient, postId, (post) => ({ ...post, visibility }))
  show(to)
  try {
    const rows = (await supabase()).from('feed_posts')
    unwrap(await rows.update({ visibility: to }).eq('id', postId).select('id').single())
    toast({ title: m[`now_${to}`] })
  } catch (error) {
    show(from)
    toast({ title: m.visibilityFailed, description: explainPace(error) ?? m.tryAgain, tone: 'danger' })
  }
}

/** Answers whether it is gone; a failure has been told. */
export async function deletePost(postId: string): Promise<boolean> {
  const m = currentMessages(ownPostMessages)
  try {
    await callSignedIn('delete_post', { post_id: postId })
  } catch {
    toast({ title: m.deleteFailed, description: m.tryAgain, tone: 'danger' })
    return false
  }
  queryClient.setQueriesData<InfiniteData<FeedPage>>(
    { queryKey: postKeys.lists },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, posts: page.posts.filter(({ id }) => id !== postId) })),
      },
  )
  toast({ title: m.deleted })
  return true
}

export async function pinPost(postId: string, pinned: boolean): Promise<void> {
  const m = currentMessages(ownPostMessages)
  try {
    await callSignedIn('pin_post', { post_id: postId, pinned })
  } catch (error) {
    const isFull = error instanceof DataError && error.hint === 'too_many_pins'
    toast({ title: m.pinFailed, description: isFull ? m.pinsFull : m.tryAgain, tone: 'danger' })
    return
  }
  toast({ title: pinned ? m.pinned : m.unpinned })
  queryClient.setQueryData(isPinnedQuery(postId).queryKey, pinned)
  await queryClient.invalidateQueries({ queryKey: postKeys.ones })
}
