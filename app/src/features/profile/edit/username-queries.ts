import { queryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'

export type UsernameProblem = 'username_invalid' | 'username_reserved' | 'username_taken'

export interface UsernameAnswer {
  free: boolean
  problem: UsernameProblem | null
  /** At most two names that are free. */
  suggestions: string[]
}

export const usernameShape = /^[a-z0-9_.]{3,30}$/u

/** Whether a name can be had right now; taking it may still be refused. */
export function usernameFreeQuery(username: string) {
  return queryOptions({
    queryKey: ['username-free', username],
    queryFn: async ({ signal }) => {
      // A function that answers one value answers it bare.
      const answer: unknown = await restGet('rpc/username_free', { params: {}, body: { username }, signal })
      return answer as UsernameAnswer
    },
    staleTime: 10_000,
  })
}
