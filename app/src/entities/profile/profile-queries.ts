import { queryOptions, type QueryClient } from '@tanstack/react-query'

import { restCount, restGet } from '#data/rest.ts'
import { isUuid } from '#data/uuid.ts'

export interface Profile {
  id: string
  first_name: string | null
  last_name: string | null
  username: string | null
  display_name: string
  avatar_url: string | null
  bio: string
  created_at: string
}

export const profileColumns = 'id,first_name,last_name,username,display_name,avatar_url,bio,created_at'

export const profileQueries = {
  all: () => ['profile'] as const,

  /** By id or by username; `null` when nobody answers to it. */
  byHandle: (handle: string) =>
    queryOptions({
      queryKey: [...profileQueries.all(), handle.toLowerCase()],
      queryFn: async ({ signal }) => {
        const key = isUuid(handle) ? 'id' : 'username'
        const params = { select: profileColumns, [key]: `eq.${handle.toLowerCase()}`, limit: 1 }
        const [profile] = await restGet<Profile>('profiles', { params, signal })
        return profile ?? null
      },
    }),

  /** How many public pictures somebody has. */
  postCount: (id: string) =>
    queryOptions({
      queryKey: [...profileQueries.all(), id, 'post-count'],
      queryFn: ({ signal }) =>
        restCount('feed_posts', { params: { select: 'id', creator_id: `eq.${id}`, visibility: 'eq.public' }, signal }),
    }),
}

/** Puts a changed profile wherever the cache holds it. */
export function patchProfile(cache: QueryClient, profile: Profile): void {
  cache.setQueriesData<Profile | null>({ queryKey: profileQueries.all() }, (held) =>
    typeof held === 'object' && held?.id === profile.id ? profile : held,
  )
}
