/** What an author does with a publication after publishing it. */
import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import type { License } from '#entities/post/audience/license.ts'
import { patchPost, postKeys } from '#entities/post/post-cache.ts'
import type { Post, Visibility } from '#entities/post/post.ts'

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
  /** Counts where it is not shown to everybody. */
  promptOnRequest: boolean
  remixAllowed: boolean
  /** 0 for everybody to 3. */
  rating: number
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
      prompt_on_request: edited.promptOnRequest,
      remix_allowed: edited.remixAllowed,
      rating: edited.rating,
    })
    .eq('id', postId)
    .select('id')
  if (unwrap(rows).length === 0) throw new DataError('The post is not there', { status: 404, hint: 'not_found' })
  void queryClient.invalidateQueries({ queryKey: ['post-edits', postId] })
  const { title, description, altText, hashtags, visibility, commentsPolicy, rating } = edited
  // The lists that hold it say it too; the page reads it again, as the server has cleaned it.
  patchPost(queryClient, postId, (post) => ({
    ...post,
    title: title.trim() || null,
    description: description.trim() || null,
    altText: altText.trim() || post.prompt,
    hashtags: [...hashtags],
    visibility,
    commentsPolicy,
    rating,
  }))
  await queryClient.invalidateQueries({ queryKey: [...postKeys.ones, postId] })
}
