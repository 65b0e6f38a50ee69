import { queryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'

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

const columns = 'id,first_name,last_name,username,display_name,avatar_url,bio,created_at'
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu

export const profileQueries = {
  all: () => ['profile'] as const,

  /** By id or by username; `null` when nobody answers to it. */
  byHandle: (handle: string) =>
    queryOptions({
      queryKey: [...profileQueries.all(), handle],
      queryFn: async ({ signal }) => {
        const key = uuid.test(handle) ? 'id' : 'username'
        const params = { select: columns, [key]: `eq.${handle}`, limit: 1 }
        const [profile] = await restGet<Profile>('profiles', { params, signal })
        return profile ?? null
      },
    }),
}
