/** Like and unlike: shown at once, taken back when the server refuses. */
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'

import { patchPost } from './post-cache.ts'
import { setLiked, type Post } from './post.ts'

const uniqueViolation = '23505'

async function saveLike(postId: string, userId: string, isLiked: boolean): Promise<void> {
  const likes = (await supabase()).from('post_likes')
  if (isLiked) {
    const result = await likes.insert({ post_id: postId, user_id: userId })
    // Already liked from another device: the wish is fulfilled.
    if (result.error?.code !== uniqueViolation) unwrap(result)
  } else {
    unwrap(await likes.delete().eq('post_id', postId).eq('user_id', userId))
  }
}

export function useLike(userId: string | null, onError: (error: Error) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ post, isLiked }: { post: Post; isLiked: boolean }) =>
      userId === null ? Promise.reject(new Error('Auth session missing!')) : saveLike(post.id, userId, isLiked),
    onMutate: ({ post, isLiked }) => patchPost(cache, post.id, (current) => setLiked(current, isLiked)),
    onError: (error, { post, isLiked }) => {
      patchPost(cache, post.id, (current) => setLiked(current, !isLiked))
      onError(error)
    },
  })
}
