/** Whom and what the reader has put aside: only they see these rows. */
import { queryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'

import type { PersonCard } from './person-card.ts'

export interface Mute {
  id: string
  kind: 'user' | 'word' | 'hashtag' | 'conversation'
  target: string
  expires_at: string | null
}

const keys = { all: ['safety'] as const }

export const safetyQueries = {
  all: () => keys.all,

  blocks: (userId: string) =>
    queryOptions({
      queryKey: [...keys.all, 'blocks', userId],
      queryFn: async ({ signal }) => {
        const select = 'person:profiles!blocks_blocked_id_fkey(id,username,display_name,avatar_url)'
        const params = { select, blocker_id: `eq.${userId}`, order: 'created_at.desc', limit: 1000 }
        const rows = await restGet<{ person: PersonCard }>('blocks', { params, signal })
        return rows.map(({ person }) => person)
      },
    }),

  mutes: (userId: string) =>
    queryOptions({
      queryKey: [...keys.all, 'mutes', userId],
      queryFn: ({ signal }) => {
        const params = {
          select: 'id,kind,target,expires_at',
          user_id: `eq.${userId}`,
          or: '(expires_at.is.null,expires_at.gt.now)',
          order: 'created_at.desc',
          limit: 1000,
        }
        return restGet<Mute>('mutes', { params, signal })
      },
    }),

  /** Those whose ids alone are known. */
  people: (ids: readonly string[]) =>
    queryOptions({
      queryKey: [...keys.all, 'people', ...ids.toSorted()],
      queryFn: ({ signal }) => {
        const params = { select: 'id,username,display_name,avatar_url', id: `in.(${ids.slice(0, 100).join(',')})` }
        return restGet<PersonCard>('profiles', { params, signal })
      },
    }),
}
