import { useParams } from '@tanstack/react-router'

import { PostView } from '#features/post/PostView.tsx'

export function PostScreen() {
  const { id } = useParams({ from: '/shell/post/$id' })
  return <PostView key={id} id={id} />
}
