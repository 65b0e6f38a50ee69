/** People whom the server finds by name: to write to, or to give something to. */
import { queryOptions } from '@tanstack/react-query'

import { call } from '#data/wire.ts'

import type { PersonCard } from './person-card.ts'

const fresh = 60_000

export function peopleFoundBy(words: string) {
  return queryOptions({
    queryKey: ['people-to-write-to', words],
    staleTime: fresh,
    enabled: words !== '',
    queryFn: async ({ signal }): Promise<PersonCard[]> => {
      const args = { query: words, as_of: new Date().toISOString() }
      const rows = await call('search_users', args, { method: 'GET', signal })
      return rows.map(({ id, title, username, avatar }) => ({ id, username, display_name: title, avatar_url: avatar }))
    },
  })
}
