import { queryOptions } from '@tanstack/react-query'

import { read } from '#data/wire.ts'

/** Whether the author lets others start from this picture; asked where it matters, not with every post of the feed. */
export function remixPermission(postId: string) {
  return queryOptions({
    queryKey: ['posts', 'remix-permission', postId],
    queryFn: async ({ signal }) => {
      const [row] = await read('feed_posts', 'remix_allowed', { id: `eq.${postId}` }, signal)
      return row?.remix_allowed ?? true
    },
  })
}
