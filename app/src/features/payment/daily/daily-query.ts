import { queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'

/** Whether there is a credit of the day for somebody, and if not, why. */
export const dailyQuery = (userId: string) =>
  queryOptions({ queryKey: ['daily-gift', userId], queryFn: () => callSignedIn('daily_gift', {}), retry: false })
