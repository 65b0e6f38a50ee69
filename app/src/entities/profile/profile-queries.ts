import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import type { Answer, Selected } from '#data/question.ts'
import { getSession } from '#data/session.ts'
import { isUuid } from '#data/uuid.ts'
import { call, read } from '#data/wire.ts'

export interface Counters {
  posts_count: number
  followers_count: number
  following_count: number
}

const facts =
  'id,first_name,last_name,username,chosen_name,display_name,avatar_url,banner_url,bio,links,locale,is_private,is_demo,verified_domain,status,deletes_at,created_at'
export const profileColumns = `${facts},counters:profile_counters(posts_count,followers_count,following_count)` as const

export type Profile = Selected<'profiles', typeof profileColumns>

/** Why a handle leads to nobody the reader may look at. */
export type Standing = Pick<Answer<'profile_by_handle'>[number], 'state'> & {
  id: string | null
  username: string | null
}

export const profileQueries = {
  all: () => ['profile'] as const,

  /** By id or by username; `null` when nobody answers to it. */
  byHandle: (handle: string) =>
    queryOptions({
      queryKey: [...profileQueries.all(), handle.toLowerCase()],
      queryFn: async ({ signal }) => {
        const key = isUuid(handle) ? 'id' : 'username'
        const [profile] = await read(
          'profiles',
          profileColumns,
          { [key]: `eq.${handle.toLowerCase()}`, limit: 1 },
          signal,
        )
        return profile ?? null
      },
      meta: { keep: { owner: ownId(), kind: 'profile', most: 60 } },
    }),

  /** Asked where `byHandle` finds nobody: a name that was given up, somebody who blocked the reader, or nobody. */
  standing: (handle: string) =>
    queryOptions({
      queryKey: [...profileQueries.all(), handle.toLowerCase(), 'standing'],
      queryFn: async ({ signal }): Promise<Standing> => {
        const [standing] = await call('profile_by_handle', { handle }, { method: 'GET', signal })
        return standing ?? { id: null, username: null, state: 'missing' }
      },
    }),
}

const ownId = () => {
  const session = getSession()
  return session.status === 'signed-in' ? session.user.id : null
}

const ownEntry = 'profile'

/** The signed-in person's, which this device keeps: without network too they see their own name. */
export function useOwnProfile(userId: string): Profile | undefined {
  const { data } = useQuery(profileQueries.byHandle(userId))
  useEffect(() => {
    if (data?.id === userId) writePrivate(ownEntry, JSON.stringify(data))
  }, [data, userId])
  const [kept] = useState(() => keptProfile(userId))
  return data === undefined && kept?.id === userId ? kept : (data ?? undefined)
}

function keptProfile(userId: string): Profile | undefined {
  try {
    const profile = JSON.parse(readPrivate(ownEntry)) as Profile
    return profile.id === userId ? profile : undefined
  } catch {
    return undefined
  }
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
