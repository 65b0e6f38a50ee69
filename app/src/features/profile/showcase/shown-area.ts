import { queryOptions } from '@tanstack/react-query'

import { read } from '#data/wire.ts'

/** Somebody's creators' area as others see it; null where there is none. */
export const shownArea = (userId: string) =>
  queryOptions({
    queryKey: ['creator-area', 'shown', userId],
    queryFn: async ({ signal }) =>
      (await read('creators', 'is_open,blocks', { user_id: `eq.${userId}` }, signal))[0] ?? null,
  })
