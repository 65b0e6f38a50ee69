/** Whom and what the reader has put aside: only they see these rows. */
import { queryOptions } from '@tanstack/react-query'

import type { Row } from '#data/question.ts'
import { read } from '#data/wire.ts'

export type Mute = Pick<Row<'mutes'>, 'id' | 'kind' | 'target' | 'expires_at'>

const keys = { all: ['safety'] as const }

export const safetyQueries = {
  all: () => keys.all,

  blocks: (userId: string) =>
    queryOptions({
      queryKey: [...keys.all, 'blocks', userId],
      queryFn: async ({ signal }) => {
        const select = 'person:profiles!blocks_blocked_id_fkey(id,username,display_name,avatar_url)'
        const mine = { blocker_id: `eq.${userId}`, order: 'created_at.desc', limit: 1000 }
        const rows = await read('blocks', select, mine, signal)
        return rows.map(({ person }) => person)
      },
    }),

  mutes: (userId: string) =>
    queryOptions({
      queryKey: [...keys.all, 'mutes', userId],
      queryFn: ({ signal }) => {
        const mine = {
          user_id: `eq.${userId}`,
          or: '(expires_at.is.null,expires_at.gt.now)',
          order: 'created_at.desc',
          limit: 1000,
        }
        return read('mutes', 'id,kind,target,expires_at', mine, signal)
      },
    }),

  /** Those whose ids alone are known. */
  people: (ids: readonly string[]) =>
    queryOptions({
      queryKey: [...keys.all, 'people', ...ids.toSorted()],
      queryFn: ({ signal }) => {
        const those = { id: `in.(${ids.slice(0, 100).join(',')})` }
        return read('profiles', 'id,username,display_name,avatar_url', those, signal)
      },
    }),
}
