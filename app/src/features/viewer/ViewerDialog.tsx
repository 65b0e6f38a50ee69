/** The viewer of a published picture: `?modal=viewer&post={id}`. */
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { ImageViewer } from '#entities/image/ImageViewer.tsx'
import { findPost } from '#entities/post/post-cache.ts'
import { postQueries } from '#entities/post/post-queries.ts'
import type { Post } from '#entities/post/post.ts'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { useModalSearch } from '#entities/session/modals.ts'

export function ViewerDialog({ onClose }: { onClose: () => void }) {
  const { post: id = '' } = useModalSearch()
  const cache = useQueryClient()
  const { data: post } = useQuery({
    ...postQueries.one(id, useUserId()),
    placeholderData: () => findPost(cache, id),
  })
  return post ? <PostViewer post={post} onClose={onClose} /> : null
}

function PostViewer({ post, onClose }: { post: Post; onClose: () => void }) {
  const { share, download, remix } = usePostActions(post)
  return (
    <ImageViewer
      image={post.image}
      prompt={post.prompt}
      onClose={onClose}
      onRemix={remix}
      onDownload={download}
      onShare={share}
    />
  )
}
