/** What moderation decided: about oneself, and in all. */
import { queryOptions } from '@tanstack/react-query'

import type { Answer } from '#data/question.ts'
import { call } from '#data/wire.ts'

export type Strike = Answer<'my_strikes'>[number]
export type Measured = Answer<'transparency'>[number]

export const standingQueries = {
  strikes: (userId: string) =>
    queryOptions({ queryKey: ['strikes', userId], queryFn: ({ signal }) => call('my_strikes', {}, { signal }) }),
  transparency: () =>
    queryOptions({ queryKey: ['transparency'], queryFn: ({ signal }) => call('transparency', {}, { signal }) }),
}
