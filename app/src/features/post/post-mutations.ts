/** What an author does with a publication after publishing it. */
import type { InfiniteData } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import type { FeedPage } from '#entities/post/feed-page.ts'
import { patchPost, postKeys } from '#entities/post/post-cache.ts'
import type { Post, Visibility } from '#entities/post/post.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast.ts'

import type { License } from './page-queries.ts'
import { postScreenMessages } from './post-screen-messages.ts'

export interface EditedPost {
  title: string
  description: string
  hashtags: readonly string[]
  altText: string
  visibility: Visibility
  commentsPolicy: Post['commentsPolicy']
  license: License
  /** Empty where the author does not say. */
  lang: string
  promptVisible: boolean
  remixAllowed: boolean
}

/** Rejects with a DataError, whose hint is the stable name of the refusal. */
export async function savePost(postId: string, edited: EditedPost): Promise<void> {
  const client = await supabase()
  const rows = await client
    .from('feed_posts')
    .update({
      title: edited.title.trim() || null,
      description: edited.description.trim() || null,
      hashtags: edited.hashtags.join(','),
      alt_text: edited.altText.trim() || null,
      visibility: edited.visibility,
      comments_policy: edited.commentsPolicy,
      license: edited.license,
      lang: edited.lang || null,
      prompt_visible: edited.promptVisible,
      remix_allowed: edited.remixAllowed,
    })
    .eq('id', postId)
    .select('id')
  if (unwrap(rows).length === 0) throw new DataError('The post is not there', { status: 404, hint: 'not_found' })
  void queryClient.invalidateQueries({ queryKey: ['post-edits', postId] })
  const { title, description, altText, hashtags, visibility, commentsPolicy } = edited
  // The lists that hold it say it too; the page reads it again, as the server has cleaned it.
  patchPost(queryClient, postId, (post) => ({
    ...post,
    title: title.trim() || null,
    description: description.trim() || null,
    altText: altText.trim() || post.altText,
    hashtags: [...hashtags],
    visibility,
    commentsPolicy,
  }))
  await queryClient.invalidateQueries({ queryKey: [...postKeys.ones, postId] })
}

/** Answers whether it is gone; a failure has been told. */
export async function deletePost(postId: string): Promise<boolean> {
  const m = currentMessages(postScreenMessages)
  try {
    unwrap(await (await supabase()).rpc('delete_post' as never, { post_id: postId } as never))
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
  const m = currentMessages(postScreenMessages)
  try {
    unwrap(await (await supabase()).rpc('pin_post' as never, { post_id: postId, pinned } as never))
  } catch (error) {
    const isFull = error instanceof DataError && error.hint === 'too_many_pins'
    toast({ title: m.pinFailed, description: isFull ? m.pinsFull : m.tryAgain, tone: 'danger' })
    return
  }
  toast({ title: pinned ? m.pinned : m.unpinned })
  await queryClient.invalidateQueries({ queryKey: postKeys.ones })
}
