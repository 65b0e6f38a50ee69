import { queryOptions } from '@tanstack/react-query'

import { DataError } from '#data/rest.ts'
import { call } from '#data/wire.ts'

import { postKeys } from '../post-cache.ts'
import { postColumns, toPost, type Post } from '../post.ts'

/** The read of one post, under a key that patchPost knows. */
export function onePost(id: string, userId: string | null) {
  return queryOptions({
    queryKey: [...postKeys.ones, id, userId ?? 'visitor'],
    queryFn: ({ signal }) => fetchPost(id, userId !== null, signal),
  })
}

async function fetchPost(id: string, isSignedIn: boolean, signal: AbortSignal): Promise<Post> {
  // By a function, because who has the address also sees what is not listed.
  const select = `comments_policy,${postColumns(isSignedIn)}` as const
  const [row] = await call('get_post', { post_id: id }, { select, method: 'GET', signal })
  if (!row) throw new DataError('The post is not there', { status: 404, code: 'post_not_found' })
  return toPost(row)
}
