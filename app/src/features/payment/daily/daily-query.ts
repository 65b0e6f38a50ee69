import { queryOptions } from '@tanstack/react-query'

import { call } from '#data/wire.ts'

/** Whether there is a credit of the day for somebody, and if not, why. */
export const dailyQuery = (userId: string) =>
  queryOptions({
    queryKey: ['daily-gift', userId],
    queryFn: ({ signal }) => call('daily_gift', {}, { signal }),
    retry: false,
  })
