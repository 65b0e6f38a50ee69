/** Whose it is that is reported, so that one may block them, and the publication that one may hide. */
import { queryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'

import type { Reported } from './report-api.ts'

export interface ReportedFacts {
  person: { id: string; username: string | null; display_name: string; avatar_url: string | null } | null
  postId: string | null
}

const person = 'id,username,display_name,avatar_url'

export function reportedQuery({ kind, id }: Reported) {
  return queryOptions({
    queryKey: ['reported', kind, id],
    queryFn: async ({ signal }): Promise<ReportedFacts> => {
      const read = <Row>(table: string, select: string, of = id) =>
        restGet<Row>(table, { params: { select, id: `eq.${of}` }, signal }).then(([row]) => row)
      if (kind === 'user' || kind === 'message') {
        const message = kind === 'message' ? await read<{ sender_id: string }>('encrypted_messages', 'sender_id') : null
        const row = await read<NonNullable<ReportedFacts['person']>>('profiles', person, message?.sender_id)
        return { person: row ?? null, postId: null }
      }
      const [table, author] =
        kind === 'post'
          ? ['feed_posts', 'profiles!feed_posts_creator_id_fkey']
          : ['post_comments', 'profiles!post_comments_author_id_fkey']
      const row = await read<Pick<ReportedFacts, 'person'>>(table, `person:${author}(${person})`)
      return { person: row?.person ?? null, postId: kind === 'post' ? id : null }
    },
  })
}
