/** Who made what is reported, to offer blocking them, and the publication it belongs to, to offer hiding it. */
import { queryOptions } from '@tanstack/react-query'

import { call, read } from '#data/wire.ts'

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
      const it = { id: `eq.${id}` }
      if (kind === 'post') {
        const [row] = await read('feed_posts', `person:profiles!feed_posts_creator_id_fkey(${person})`, it, signal)
        return { person: row?.person ?? null, postId: id }
      }
      if (kind === 'comment') {
        const [row] = await read('post_comments', `person:profiles!post_comments_author_id_fkey(${person})`, it, signal)
        return { person: row?.person ?? null, postId: null }
      }
      const [row] = await read('profiles', person, { id: `eq.${await whoseIs({ kind, id }, signal)}` }, signal)
      return { person: row ?? null, postId: null }
    },
  })
}

/** Of a message its author, of a service its creator, of an order the other one; a person is themselves. */
async function whoseIs({ kind, id }: Reported, signal: AbortSignal): Promise<string> {
  if (kind === 'service') return (await call('service_page', { service: id }, { signal })).creator.id ?? id
  if (kind === 'commission') {
    const { role, client, creator } = await call('read_commission', { commission: id }, { signal })
    return (role === 'client' ? creator.id : client.id) ?? id
  }
  const [message] = kind === 'message' ? await read('encrypted_messages', 'sender_id', { id: `eq.${id}` }, signal) : []
  return message?.sender_id ?? id
}
