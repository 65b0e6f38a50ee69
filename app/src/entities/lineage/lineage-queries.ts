import { queryOptions } from '@tanstack/react-query'

import { call } from '#data/wire.ts'

import { toNode } from './lineage.ts'

export const lineageQueries = {
  /** Parents before children; empty where the post is not to be seen. */
  around: (postId: string, userId: string | null) =>
    queryOptions({
      queryKey: ['lineage', postId, userId ?? 'visitor'],
      queryFn: async ({ signal }) =>
        (await call('remix_tree', { post_id: postId }, { method: 'GET', signal })).map(toNode),
    }),
}
