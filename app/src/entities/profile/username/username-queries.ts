import { queryOptions } from '@tanstack/react-query'

import { call } from '#data/wire.ts'

export const usernameShape = /^[a-z0-9_.]{3,30}$/u

/** Whether a name can be had right now; taking it may still be refused. */
export function usernameFreeQuery(username: string) {
  return queryOptions({
    queryKey: ['username-free', username],
    queryFn: ({ signal }) => call('username_free', { username }, { signal }),
    staleTime: 10_000,
  })
}
