import { queryOptions, type QueryClient } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'
import { isUuid } from '#data/uuid.ts'

export interface Counters {
  posts_count: number
  followers_count: number
  following_count: number
}

export interface ProfileLink {
  label: string
  url: string
}

export interface Profile {
  id: string
  first_name: string | null
  last_name: string | null
  username: string | null
  /** Shown in place of what the names make. */
  chosen_name: string | null
  display_name: string
  avatar_url: string | null
  banner_url: string | null
  bio: string
  links: ProfileLink[]
  /** In which language its person publishes. */
  locale: 'fr' | 'en'
  is_private: boolean
  status: 'active' | 'suspended' | 'deleting'
  /** When the account ends, where its person asked for that. */
  deletes_at: string | null
  created_at: string
  counters: Counters | null
}

export const profileColumns =
  'id,first_name,last_name,username,chosen_name,display_name,avatar_url,banner_url,bio,links,locale,is_private,status,deletes_at,created_at,' +
  'counters:profile_counters(posts_count,followers_count,following_count)'

/** Why a handle leads to nobody the reader may look at. */
export interface Standing {
  id: string | null
  username: string | null
  state: 'here' | 'moved' | 'blocked_by_them' | 'suspended' | 'missing'
}

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

  /** Asked where `byHandle` finds nobody: a name that was given up, somebody who blocked the reader, or nobody. */
  standing: (handle: string) =>
    queryOptions({
      queryKey: [...profileQueries.all(), handle.toLowerCase(), 'standing'],
      queryFn: async ({ signal }): Promise<Standing> => {
        const [standing] = await restGet<Standing>('rpc/profile_by_handle', { params: { handle }, signal })
        return standing ?? { id: null, username: null, state: 'missing' }
      },
    }),
}

/** Puts a changed profile wherever the cache holds it. */
export function patchProfile(cache: QueryClient, profile: Profile): void {
  patchHeld(cache, profile.id, () => profile)
}

/** What is counted of somebody, wherever the cache holds it. */
export function patchCounters(cache: QueryClient, id: string, change: (counters: Counters) => Counters): void {
  patchHeld(cache, id, (held) => (held.counters ? { ...held, counters: change(held.counters) } : held))
}

function patchHeld(cache: QueryClient, id: string, change: (profile: Profile) => Profile): void {
  cache.setQueriesData<Profile | Standing | null>({ queryKey: profileQueries.all() }, (held) =>
    held && 'display_name' in held && held.id === id ? change(held) : held,
  )
}
