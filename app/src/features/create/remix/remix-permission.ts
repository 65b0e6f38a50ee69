import { queryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'

/** Whether the author lets others start from this picture; asked where it matters, not with every post of the feed. */
export function remixPermission(postId: string) {
  return queryOptions({
    queryKey: ['posts', 'remix-permission', postId],
    queryFn: async ({ signal }) => {
      const params = { select: 'remix_allowed', id: `eq.${postId}` }
      const [row] = await restGet<{ remix_allowed: boolean }>('feed_posts', { params, signal })
      return row?.remix_allowed ?? true
    },
  })
}
