/** Lists of people around somebody, newest first. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { restCount, restGet } from '#data/rest.ts'

import type { PersonCard } from './person-card.ts'

export type PeopleList = 'followers' | 'following' | 'requests'

export interface ListedPerson extends PersonCard {
  is_private: boolean
}

interface ListRow extends ListedPerson {
  /** Where the page after this person begins. */
  after: string
}

interface RequestRow {
  created_at: string
  person: ListedPerson
}

interface PeoplePage {
  people: ListedPerson[]
  next: string | null
}

const pageSize = 30

export const peopleKeys = { all: ['people'] as const }

export const peopleQueries = {
  list: (personId: string, list: PeopleList) =>
    infiniteQueryOptions({
      queryKey: [...peopleKeys.all, personId, list],
      initialPageParam: null as PeoplePage['next'],
      queryFn: async ({ pageParam, signal }): Promise<PeoplePage> => {
        const read = list === 'requests' ? readRequests : readFollowList
        const people = await read({ personId, list, after: pageParam, signal })
        const last = people.at(-1)
        return { people, next: (people.length === pageSize && last?.after) || null }
      },
      getNextPageParam: (page) => page.next,
    }),

  /** Those of whose every publication the reader is told. */
  bells: (userId: string) =>
    queryOptions({
      queryKey: [...peopleKeys.all, userId, 'bells'],
      queryFn: async ({ signal }) => {
        const person = 'person:profiles!follows_followee_id_fkey!inner(id,username,display_name,avatar_url)'
        const mine = { follower_id: `eq.${userId}`, state: 'eq.active', notify: 'is.true' }
        const params = { select: person, ...mine, order: 'created_at.desc', limit: 1000 }
        const rows = await restGet<{ person: PersonCard }>('follows', { params, signal })
        return rows.map(({ person: rung }) => rung)
      },
    }),

  /** How many ask to follow the reader. */
  requestCount: (userId: string) =>
    queryOptions({
      queryKey: [...peopleKeys.all, userId, 'request-count'],
      queryFn: ({ signal }) => {
        const params = { select: 'follower_id', followee_id: `eq.${userId}`, state: 'eq.requested' }
        return restCount('follows', { params, signal })
      },
    }),
}

interface PageRequest {
  personId: string
  list: PeopleList
  after: PeoplePage['next']
  signal: AbortSignal
}

function readFollowList({ personId, list, after, signal }: PageRequest): Promise<ListRow[]> {
  const params = { person: personId, list, ...(after && { cursor: after }), page_size: pageSize }
  return restGet('rpc/follow_list', { params, signal })
}

async function readRequests({ personId, after, signal }: PageRequest): Promise<ListRow[]> {
  const person = 'person:profiles!follows_follower_id_fkey!inner(id,username,display_name,avatar_url,is_private)'
  const [at, id] = after?.split(' ') ?? []
  const params = {
    select: `created_at,${person}`,
    followee_id: `eq.${personId}`,
    state: 'eq.requested',
    ...(after && { or: `(created_at.lt.${at},and(created_at.eq.${at},follower_id.gt.${id}))` }),
    order: 'created_at.desc,follower_id.asc',
    limit: pageSize,
  }
  const rows = await restGet<RequestRow>('follows', { params, signal })
  return rows.map(({ created_at: asked, person: found }) => Object.assign(found, { after: `${asked} ${found.id}` }))
}
