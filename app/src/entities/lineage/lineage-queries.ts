import { queryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'

import { toNode, type LineageRow } from './lineage.ts'

export const lineageQueries = {
  /** Parents before children; empty where the post is not to be seen. */
  around: (postId: string, userId: string | null) =>
    queryOptions({
      queryKey: ['lineage', postId, userId ?? 'visitor'],
      queryFn: async ({ signal }) =>
        (await restGet<LineageRow>('rpc/remix_tree', { params: { post_id: postId }, signal })).map(toNode),
    }),
}
